import type { emailChangeWords as english } from '../../en/account/email-change.ts'
import type { Words } from '../../../domain/language.ts'

/** The page on which somebody proves their new email address. */
export const emailChangeWords: Words<typeof english> = {
  ask: {
    title: 'Neue E-Mail-Adresse bestätigen',
    text: (email) =>
      `Ab jetzt melden Sie sich mit ${email} an und erhalten dort unsere E-Mails. Ihr Passwort bleibt gleich.`,
    button: 'Adresse bestätigen',
  },
  done: {
    title: 'Ihre E-Mail-Adresse wurde geändert',
    text: 'Melden Sie sich mit der neuen Adresse an. Sie wurden auf allen Geräten abgemeldet.',
    link: 'Anmelden',
  },
  unknown: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Er ist abgelaufen oder wurde schon verwendet, oder die Adresse hat ein Konto. Fordern Sie auf Ihrer Kontoseite einen neuen Link an.',
  },
}
