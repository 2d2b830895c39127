import type { Words } from '../../domain/language.ts'
import type { refusedDownloadWords as english } from '../en/refused-download.ts'

export const refusedDownloadWords: Words<typeof english> = {
  title: 'Diese Datei kann nicht heruntergeladen werden',
  account: 'Zu Ihrem Konto',
}
