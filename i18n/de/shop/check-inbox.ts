import type { checkInboxWords as english } from '../../en/shop/check-inbox.ts'
import type { Words } from '../../../domain/language.ts'

export const checkInboxWords: Words<typeof english> = {
  title: 'Fast geschafft. Bitte prüfen Sie Ihr Postfach.',
  text: (email) => `Wir haben eine Aktivierungs-E-Mail an ${email} gesendet.`,
  next: 'Folgen Sie dem Link darin, um ein Passwort zu wählen. Ihre Testversion beginnt, sobald Ihre Adresse bestätigt und Ihr Konto freigegeben ist.',
  nextToBuy: 'Folgen Sie dem Link darin, um ein Passwort zu wählen. Er führt zu dieser Bestellung zurück.',
  notThere: 'Keine E-Mail nach einigen Minuten? Prüfen Sie Ihren Spam-Ordner, oder registrieren Sie sich erneut.',
  sandbox: 'Sandbox-Postfach öffnen',
  done: 'Fertig',
}
