import type { Words } from '../../../../domain/language.ts'
import type { viewWords as english } from '../../../en/admin/people/views.ts'

export const viewWords: Words<typeof english> = {
  views: 'Ansichten',
  saved: 'Gespeicherte Ansichten',
  none: 'Noch keine gespeicherten Ansichten. Suchen, filtern oder sortieren Sie die Liste und speichern Sie sie hier unter einem Namen.',
  name: 'Name der Ansicht',
  save: 'Diese Ansicht speichern',
  rename: (name) => `${name} umbenennen`,
  renameTo: (name) => `Neuer Name für ${name}`,
  keep: 'Umbenennen',
  discard: 'Abbrechen',
  remove: (name) => `${name} löschen`,
  saveFailed: 'Die Ansicht konnte nicht gespeichert werden. Bitte versuchen Sie es erneut.',
  removeIt: 'Löschen',
  removeFailed: 'Die Ansicht konnte nicht gelöscht werden. Bitte versuchen Sie es erneut.',
  done: (name) => `Ansicht „${name}“ gespeichert`,
  removed: (name) => `Ansicht „${name}“ gelöscht`,
}
