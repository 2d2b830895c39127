import type { helpWords as english } from '../../en/admin/help.ts'
import type { Words } from '../../../domain/language.ts'

/** Texts around the handbook; the handbook itself is in docs/handbook/. */
export const helpWords: Words<typeof english> = {
  heading: 'Handbuch für die Verwaltung',
  lead: 'Für alle, die in der Verwaltung arbeiten. Durchsuchen Sie diese Seite mit der Suche des Browsers.',
  contents: 'Inhalt',
  help: 'Hilfe',
  about: (what) => ` zu „${what}“`,
}
