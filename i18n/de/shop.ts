import type { Words } from '../../domain/language.ts'
import type { shopWords as english } from '../en/shop.ts'

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
    menu: (name) => `Konto von ${name}`,
  },
  footer: {
    support: 'Support',
    legal: (name) => `© ${name}`,
    language: 'Sprache',
    theme: 'Farben',
    themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
    notKept: 'Ihre Auswahl konnte nicht gespeichert werden',
  },
  problem: {
    summary: 'Es gibt ein Problem',
    at: (field, message) => `${field}: ${message}`,
    unexpected: 'Ein unerwarteter Fehler ist aufgetreten.',
    redirected: 'Auf eine andere Seite weitergeleitet.',
    tooMany: 'Zu viele Anfragen.',
    registering: 'Die Registrierung ist fehlgeschlagen',
    checkout: 'Die Bestellung ist fehlgeschlagen',
    retry: 'Erneut versuchen',
    loadPage: 'Diese Seite konnte nicht geladen werden',
    stale:
      'Diese Seite war veraltet, deshalb wurde nichts gesendet. Bitte sehen Sie Ihre Angaben durch und senden Sie sie noch einmal.',
  },
  optional: 'optional',
  loading: 'Wird geladen',
  close: 'Schließen',
  newTab: 'öffnet in einem neuen Tab',

  trial: {
    heading: 'Testen Sie kostenlos',
    learnMore: 'Mehr erfahren',
    goBack: 'Zurück',
    toForm: 'Zum Formular',
    formHeading: 'Registrieren Sie sich',
    formHeadingSignedIn: 'Noch ein paar Angaben',
  },

  form: {
    email: 'Geschäftliche E-Mail-Adresse',
    emailHint: 'Eine Adresse Ihres Unternehmens. Private Adressen brauchen eine Freigabe.',
    verifying: 'E-Mail-Adresse wird geprüft …',
    known: 'Anscheinend haben Sie bereits ein Konto.',
    signIn: 'Anmelden',
    firstName: 'Vorname',
    lastName: 'Nachname',
    company: 'Unternehmen',
    country: 'Land',
    state: { US: 'Bundesstaat', CA: 'Provinz oder Territorium' },
    anyState: 'Bundesstaat oder Provinz',
    anyStateHint: 'nur in den Vereinigten Staaten und in Kanada',
    phone: 'Telefon',
    countryCode: 'Ländervorwahl',
    phoneNumber: 'Telefonnummer',
    jobFunction: 'Berufliche Funktion',
    industry: 'Branche',
    choose: 'Bitte auswählen',
    preferred: 'Bevorzugt',
    allCountries: 'Alle Länder',
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
    start: (days) => `Testversion für ${days} Tage starten`,
    starting: 'Testversion wird gestartet',
  },

  checkInbox: {
    title: 'Fast geschafft. Bitte sehen Sie in Ihr Postfach.',
    text: (email) => `Wir haben eine E-Mail zur Aktivierung an ${email} gesendet.`,
    next: 'Folgen Sie dem Link darin, um ein Passwort zu wählen. Dann beginnt Ihre Testversion.',
    nextToBuy: 'Folgen Sie dem Link darin, um ein Passwort zu wählen. Er führt zu dieser Bestellung zurück.',
    notThere:
      'Nach einigen Minuten keine E-Mail? Sehen Sie in Ihrem Spam-Ordner nach oder registrieren Sie sich erneut.',
    sandbox: 'Sandbox-Postfach öffnen',
    done: 'Fertig',
  },

  registerDialog: {
    title: 'Für den Kauf ein Konto registrieren',
    submit: 'Registrieren',
    submitting: 'Wird registriert',
  },

  pages: {
    failure: {
      heading: 'Etwas ist schiefgegangen',
      text: 'Wir konnten nicht tun, worum Sie gebeten haben. Es ist nichts verloren. Bitte versuchen Sie es erneut.',
      button: 'Zur Startseite',
    },
    busy: {
      heading: '429: Zu viele Anfragen',
      text: 'Bitte versuchen Sie es später erneut.',
      button: 'Zur Startseite',
    },
    forbidden: {
      heading: '403: Kein Zugriff',
      text: 'Sie sind nicht berechtigt, diese Seite zu öffnen.',
      button: 'Zur Startseite',
    },
    notFound: {
      heading: '404: Seite nicht gefunden',
      text: 'Die gesuchte Seite ist nicht zu finden.',
      button: 'Zur Startseite',
    },
    notApproved: {
      heading: 'Ihr Konto wurde nicht freigegeben',
      text: 'In dem Land, das Sie angegeben haben, sind unsere Produkte nicht verfügbar.',
      mistake: (address) => `Wenn das ein Irrtum ist, schreiben Sie an ${address}.`,
      contact: 'Support kontaktieren',
    },
  },
}
