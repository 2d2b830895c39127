import type { Words } from '../../../domain/language.ts'
import type { strangerWords as english } from '../../en/shop/stranger.ts'

export const strangerWords: Words<typeof english> = {
  emailFirst:
    'Geben Sie Ihre geschäftliche E-Mail-Adresse ein, um fortzufahren. Als neue Kundin oder neuer Kunde bestätigen Sie sie vor der Zahlung.',
  proceed: 'Weiter',
  checking: 'Wird geprüft',
  signIn: 'Anmelden',
  noAccount: 'Noch kein Konto?',
  haveAccount: 'Haben Sie schon ein Konto?',
  register: 'Neues Konto anlegen',
  next: [
    'Sie registrieren sich, oder Sie melden sich an, wenn Sie ein Konto haben.',
    'Sie öffnen den Link in unserer E-Mail und wählen ein Passwort. Der Link führt zu dieser Bestellung zurück.',
    'Sie wählen Ihre Branche und stimmen dem Lizenzvertrag zu.',
    'Sie zahlen auf einer sicheren Seite unseres Zahlungsdienstleisters, die etwaige Steuern hinzurechnet.',
    'Sie laden das Installationsprogramm herunter und erhalten die Zahlungsbestätigung per E-Mail.',
  ],
}
