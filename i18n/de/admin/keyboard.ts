import type { Words } from '../../../domain/language.ts'
import type { keyboardWords as english } from '../../en/admin/keyboard.ts'

export const keyboardWords: Words<typeof english> = {
  title: 'Tastenkürzel',
  close: 'Schließen',
  key: 'Taste',
  does: 'Wirkung',
  single: '/ J K und ? gelten auf der ganzen Seite',
  singleHint:
    'Ist dies aus, gelten sie nur in der Liste. Schalten Sie es aus, wenn Sie den Computer mit der Stimme bedienen.',
  page: [
    ['/', 'Zum Suchfeld'],
    ['Strg K', 'Zum Suchfeld, auch beim Tippen'],
    ['J K', 'Zur Liste, dann nach unten und oben'],
    ['?', 'Diese Übersicht anzeigen'],
  ],
  lists: {
    users: [
      ['↑ ↓ ← →', 'In der Liste bewegen'],
      ['Eingabe', 'Person öffnen'],
      ['Leertaste', 'Zeile auswählen'],
      ['Umschalt F10', 'Menü der Zeile öffnen'],
    ],
    reviews: [
      ['A', 'Freigeben, nach einer Rückfrage'],
      ['R', 'Ablehnen, nach einer Rückfrage'],
    ],
  },
}
