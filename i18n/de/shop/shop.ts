import type { Words } from '../../../domain/language.ts'
import type { shopWords as english } from '../../en/shop/shop.ts'

export const shopWords: Words<typeof english> = {
  skipToContent: 'Zum Inhalt springen',
  notifications: 'Mitteilungen',
  header: {
    home: (brand) => `${brand}, Startseite`,
    signIn: 'Anmelden',
    signOut: 'Abmelden',
    administration: 'Verwaltung',
    users: 'Benutzer',
    plans: 'Tarife',
    account: 'Ihre Abonnements',
    ownAccount: 'Ihr Konto',
    menu: (name) => `Konto von ${name}`,
  },
  footer: {
    support: 'Support',
    legal: (name) => `© ${name}`,
    language: 'Sprache',
    theme: 'Darstellung',
    themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
    notKept: 'Ihre Auswahl konnte nicht gespeichert werden',
  },
  problem: {
    summary: 'Es gibt ein Problem',
    at: (field, message) => `${field}: ${message}`,
    unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    unexpected: 'Ein unerwarteter Fehler ist aufgetreten.',
    offline: 'Sie sind offline. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    redirected: 'Auf eine andere Seite weitergeleitet.',
    tooMany: 'Zu viele Anfragen.',
    registering: 'Die Registrierung ist fehlgeschlagen',
    checkout: 'Die Bestellung ist fehlgeschlagen',
    retry: 'Erneut versuchen',
    loadPage: 'Diese Seite konnte nicht geladen werden',
    stale:
      'Diese Seite war abgelaufen, deshalb wurde nichts gesendet. Bitte sehen Sie Ihre Angaben durch und senden Sie sie noch einmal.',
  },
  optional: 'optional',
  opening: 'Wird geöffnet',
  loading: 'Wird geladen',
  close: 'Schließen',
  newTab: 'öffnet in einem neuen Tab',

  form: {
    emailHint: 'Eine Adresse Ihres Unternehmens. Private Adressen brauchen eine Freigabe.',
    verifying: 'E-Mail-Adresse wird geprüft …',
    known: 'Anscheinend haben Sie bereits ein Konto.',
    signIn: 'Anmelden',
    state: { US: 'Bundesstaat', CA: 'Provinz oder Territorium' },
    anyStateHint: 'nur in den Vereinigten Staaten und in Kanada',
    regionHint: 'nur in der Ukraine',
    choose: 'Bitte auswählen',
    preferred: 'Bevorzugt',
    allCountries: 'Alle Länder',
    searchCountry: 'Land suchen',
    noCountry: 'Kein Land gefunden',
    allCodes: 'Alle Ländervorwahlen',
    otherIndustry: 'Ich bestätige, dass meine Branche nicht in der Liste steht',
    otherIndustryHint: 'Wenn Sie „Sonstige“ gewählt haben.',
    agreement: 'Zustimmung',
    terms: {
      before: 'Ich stimme zu: ',
      between: ' und ',
      after: '',
    },
    affirmation:
      'Ich versichere, dass das Produkt nicht für wissenschaftliche Forschung und Entwicklung verwendet wird',
    start: (days) => `Testversion für ${days === 1 ? 'einen Tag' : `${days} Tage`} starten`,
    starting: 'Testversion wird gestartet',
  },

  checkInbox: {
    title: 'Fast geschafft. Bitte prüfen Sie Ihr Postfach.',
    text: (email) => `Wir haben eine Aktivierungs-E-Mail an ${email} gesendet.`,
    next: 'Folgen Sie dem Link darin, um ein Passwort zu wählen. Ihre Testversion beginnt, sobald Ihre Adresse bestätigt und Ihr Konto freigegeben ist.',
    nextToBuy: 'Folgen Sie dem Link darin, um ein Passwort zu wählen. Er führt zu dieser Bestellung zurück.',
    notThere:
      'Nach einigen Minuten keine E-Mail? Sehen Sie in Ihrem Spam-Ordner nach oder registrieren Sie sich erneut.',
    sandbox: 'Sandbox-Postfach öffnen',
    done: 'Fertig',
  },

  registerDialog: {
    title: 'Für den Kauf ein Konto anlegen',
    submit: 'Registrieren',
    submitting: 'Wird registriert',
  },
}
