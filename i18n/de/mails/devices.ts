import type { deviceMailWords as english } from '../../en/mails/devices.ts'
import type { Words } from '../../../domain/language.ts'

/** Emails about the computers on which people sign in to a program. */
export const deviceMailWords: Words<typeof english> = {
  facts: {
    name: 'Vom Computer gemeldeter Name',
    system: 'Betriebssystem',
    network: 'Netzwerkadresse',
    time: 'Zugelassen',
  },
  unnamed: 'Keine Angabe',
  account: 'Ihre Computer',
  added: {
    subject: (product) => `Ein Computer wurde bei ${product} angemeldet`,
    preheader: (product) => `Er kann ${product} mit Ihrem Konto nutzen.`,
    text: (product, brand) =>
      `Ein Computer darf jetzt ${product} mit Ihrem Konto bei ${brand} nutzen. Wenn Sie das waren, müssen Sie nichts tun.`,
    notYou: (support) =>
      `Wenn Sie diesen Computer nicht kennen, melden Sie ihn mit dem Link unten ab, legen Sie ein neues Passwort fest und schreiben Sie an ${support}.`,
    button: 'Diesen Computer abmelden',
    note: 'Der Link funktioniert ohne Anmeldung, bis der Computer abgemeldet oder neu angemeldet wird.',
  },
  signedOut: {
    subject: (product) => `Ein Computer wurde bei ${product} abgemeldet`,
    preheader: 'Unser Support hat ihn abgemeldet.',
    text: (name, product, brand) =>
      `Der Support von ${brand} hat den Computer „${name}“ bei ${product} abgemeldet. Das Programm darauf läuft nur noch, bis es sich das nächste Mal verbindet oder seine Lizenz abläuft.`,
    unnamed: (product, brand) =>
      `Der Support von ${brand} hat einen Computer ohne Namen bei ${product} abgemeldet. Das Programm darauf läuft nur noch, bis es sich das nächste Mal verbindet oder seine Lizenz abläuft.`,
    again: 'Sie können sich im Programm wieder anmelden. Ihr Abonnement bleibt unverändert.',
    support: (support) => `Wenn Sie eine Frage haben, schreiben Sie an ${support}.`,
  },
}
