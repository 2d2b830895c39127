import type { personDeviceWords as english } from '../../../en/admin/people/devices.ts'
import type { Words } from '../../../../domain/language.ts'

/** The computers on which a person is signed in to a program, on the person’s page. */
export const personDeviceWords: Words<typeof english> = {
  heading: 'Computer',
  empty: 'Auf keinem Computer ist ein Programm angemeldet.',
  name: 'Computer',
  product: 'Produkt',
  approved: 'Angemeldet',
  lastSeen: 'Zuletzt gesehen',
  leaseUntil: 'Lizenz bis',
  state: 'Status',
  actions: 'Aktionen',
  unnamed: 'Computer ohne Namen',
  signedIn: 'Angemeldet',
  signedOut: {
    owner: 'Von der Person abgemeldet',
    support: 'Vom Support abgemeldet',
    program: 'Im Programm abgemeldet',
    unseen: 'Abgemeldet, 60 Tage nicht gesehen',
  },
  signOut: {
    button: 'Abmelden',
    about: (name) => `${name} abmelden`,
    title: (name) => `${name} abmelden?`,
    online:
      'Ein Programm mit Internetverbindung hört bei der nächsten Erneuerung auf zu laufen, spätestens nach einem Tag.',
    offline: (moment) => `Ohne Verbindung läuft es bis ${moment}.`,
    effect: 'Die Person wird per E-Mail benachrichtigt. Mit einem aktiven Tarif kann sie sich wieder anmelden.',
    confirm: 'Computer abmelden',
    doing: 'Wird abgemeldet',
    done: (name) => `${name} ist abgemeldet.`,
    failed: 'Der Computer konnte nicht abgemeldet werden. Bitte versuchen Sie es erneut.',
  },
}
