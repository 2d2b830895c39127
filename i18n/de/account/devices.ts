import type { deviceWords as english } from '../../en/account/devices.ts'
import type { Words } from '../../../domain/language.ts'

/** The computers on which people are signed in to a program, as the account page shows them. */
export const deviceWords: Words<typeof english> = {
  title: 'Ihre Computer',
  text: 'Hier erscheint jedes Programm, in dem Sie sich auf einem Computer anmelden. Es erneuert seine Lizenz einmal am Tag, solange es eine Verbindung hat.',
  empty: 'Kein Computer ist angemeldet.',
  unnamed: 'Computer ohne Namen',
  approved: (moment) => `Angemeldet am ${moment}`,
  lastSeen: (moment) => `zuletzt gesehen am ${moment}`,
  leaseUntil: (moment) => `Läuft ohne Verbindung bis ${moment}`,
  file: 'Lizenzdatei für einen Computer ohne Netz',
  end: 'Abmelden',
  ending: 'Wird abgemeldet',
  ended:
    'Der Computer wurde abgemeldet. Das Programm darauf läuft nur noch, bis es sich das nächste Mal verbindet oder seine Lizenz abläuft.',
  endAll: 'Alle Computer abmelden',
  allEnded:
    'Alle Computer wurden abgemeldet. Die Programme darauf laufen nur noch, bis sie sich das nächste Mal verbinden oder ihre Lizenzen ablaufen.',
}
