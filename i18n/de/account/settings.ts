import type { accountSettingsWords as english } from '../../en/account/settings.ts'
import type { Words } from '../../../domain/language.ts'

/** Settings of a person's own account, on the account page. */
export const accountSettingsWords: Words<typeof english> = {
  failed: 'Ihre Änderung konnte nicht gespeichert werden. Bitte versuchen Sie es erneut.',
  invoices: {
    title: 'Rechnungsadresse',
    none: 'Auf Ihren Rechnungen steht die Adresse, die Sie beim Bezahlen angeben.',
    vatShown: (vatId) => `USt-IdNr. ${vatId}`,
    change: 'Adresse ändern',
    fields: {
      line1: 'Straße und Hausnummer',
      line2: 'Gebäude, Etage oder Abteilung',
      postalCode: 'Postleitzahl',
      city: 'Ort',
      vatId: 'USt-IdNr.',
    },
    vatHint: 'Mit Länderkennung, zum Beispiel DE123456789',
    save: 'Adresse speichern',
    saving: 'Wird gespeichert',
    saved: 'Ihre Rechnungsangaben sind gespeichert.',
  },
  language: {
    title: 'Sprache',
    text: 'Die Sprache unserer E-Mails und dieser Seiten.',
    save: 'Sprache speichern',
    saving: 'Wird gespeichert',
  },
  email: {
    title: 'E-Mail-Adresse',
    waits: (email, to) =>
      `${email}. Wir haben einen Link an ${to} gesendet: Ihre Adresse ändert sich, sobald Sie ihm folgen.`,
    elsewhere: (email, host) => `${email}. Sie melden sich mit ${host} an: Ändern Sie Ihre E-Mail-Adresse dort.`,
    change: 'E-Mail-Adresse ändern',
    field: 'Neue E-Mail-Adresse',
    hint: 'Wir senden einen Link dorthin. Sobald Sie ihm folgen, werden Sie auf allen Geräten abgemeldet. Ihre bisherige Adresse erhält einen Link, mit dem sich die Änderung abbrechen lässt.',
    password: 'Aktuelles Passwort',
    confirmFirst: 'Bestätigen Sie, dass Sie es sind, um Ihre E-Mail-Adresse zu ändern.',
    confirm: 'Bestätigen',
    send: 'Link senden',
    sending: 'Wird gesendet',
    sent: (email) => `Wir haben einen Link an ${email} gesendet.`,
  },
  password: {
    title: 'Passwort',
    text: 'Wenn Sie es ändern, werden Sie auf allen anderen Geräten abgemeldet.',
    elsewhere: (host) => `Sie melden sich mit ${host} an: Ändern Sie Ihr Passwort dort.`,
    change: 'Passwort ändern',
  },
  secondFactors: {
    title: 'Zweite Faktoren',
    text: 'Passkeys und eine Authenticator-App für die Verwaltung.',
    manage: 'Verwalten',
  },
  sessions: {
    title: 'Wo Sie angemeldet sind',
    text: 'Nach 30 Minuten ohne Nutzung werden Sie automatisch abgemeldet.',
    current: 'Dieses Gerät',
    unknownBrowser: 'Unbekannter Browser',
    began: (moment) => `Angemeldet am ${moment}`,
    lastSeen: (moment) => `zuletzt genutzt am ${moment}`,
    end: 'Abmelden',
    ending: 'Wird abgemeldet',
    ended: 'Das Gerät wurde abgemeldet.',
    endOthers: 'Alle anderen Geräte abmelden',
    othersEnded: 'Alle anderen Geräte wurden abgemeldet.',
  },
  erasure: {
    title: 'Konto löschen',
    text: 'Auf Ihren Antrag löschen wir Ihr Konto.',
    open: 'Konto löschen',
    means: [
      'Ihr Profil, Ihre Anmeldung und Ihr Verlauf werden gelöscht.',
      'Ihre Testversionen und Abonnements enden, und neue Zahlungen werden nicht eingezogen. Eine Zahlung, die noch bearbeitet wird, erstatten wir.',
      'Rechnungen und andere Unterlagen behalten wir nur, soweit das Gesetz es verlangt.',
      'Unser Team erledigt das innerhalb eines Monats. Es lässt sich nicht rückgängig machen.',
    ],
    requested: (date) => `Sie haben am ${date} die Löschung Ihres Kontos beantragt.`,
    requestedText:
      'Wir löschen es innerhalb eines Monats ab diesem Tag und benachrichtigen Sie per E-Mail. Bis dahin können Sie es sich anders überlegen.',
    'request-erasure': {
      button: 'Löschung beantragen',
      busy: 'Wird gesendet',
      done: 'Ihr Antrag ist eingegangen, und wir haben Ihnen eine E-Mail gesendet.',
    },
    'withdraw-erasure': { button: 'Konto behalten', busy: 'Wird gespeichert', done: 'Ihr Konto bleibt bestehen.' },
  },
}
