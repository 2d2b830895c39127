import type { administratorsOnlyWords as english } from '../../../en/admin/people/administrators-only.ts'
import type { Words } from '../../../../domain/language.ts'

/** What support agents read on a page of administrators. */
export const administratorsOnlyWords: Words<typeof english> = {
  heading: 'Nur für Administratoren',
  text: 'Nur Administratoren können diese Seite öffnen. Wenn Sie etwas davon brauchen, wenden Sie sich an einen von ihnen.',
  button: 'Zurück zu den Benutzern',
}
