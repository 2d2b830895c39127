import type { listEndWords as english } from '../../en/admin/list-end.ts'
import type { Words } from '../../../domain/language.ts'

export const listEndWords: Words<typeof english> = {
  more: 'Mehr anzeigen',
  loading: 'Wird geladen',
  all: 'Alle Einträge sind angezeigt.',
}
