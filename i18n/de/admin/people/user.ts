import type { CancellationReason, EventType } from '../../../../domain/subscription/events.ts'
import type { SubscriptionStatus } from '../../../../domain/subscription/subscription.ts'
import type { Words } from '../../../../domain/language.ts'
import type { detailsWords as english, eventWords as englishEvents } from '../../../en/admin/people/user.ts'

type EventFacts = Parameters<typeof englishEvents>[1]

const statuses: Record<SubscriptionStatus, string> = {
  active: 'aktiv',
  pending: 'ausstehend',
  expired: 'abgelaufen',
  cancelled: 'gekündigt',
}

export const eventSentences: Record<EventType, (event: EventFacts) => string> = {
  PENDING_SUBSCRIPTION_CREATED: () => 'Abonnement angelegt, noch nicht begonnen',
  SUBSCRIPTION_CREATED: () => 'Abonnement angelegt',
  INITIAL_END_DATE_SET: ({ endDate }) => (endDate ? `Enddatum gesetzt: ${endDate}` : 'Enddatum gesetzt'),
  END_DATE_CHANGED: ({ endDate }) => (endDate ? `Enddatum geändert: ${endDate}` : 'Enddatum geändert'),
  SUBSCRIPTION_ACTIVATED: () => 'Abonnement aktiviert',
  SUBSCRIPTION_MARKED_PENDING: () => 'Abonnement ausgesetzt',
  SUBSCRIPTION_CANCELLED: () => 'Abonnement gekündigt',
  SUBSCRIPTION_UNDO_CANCELLATION: () => 'Kündigung zurückgenommen',
  STATUS_CHANGED: ({ status }) => (status ? `Status geändert: ${statuses[status]}` : 'Status geändert'),
  RENEWAL_STOPPED: () => 'Verlängerung gestoppt',
  RENEWAL_RESUMED: () => 'Verlängerung fortgesetzt',
  PLAN_CHANGED: () => 'Tarif gewechselt',
  COMMENT_ADDED: () => 'Kommentar hinzugefügt',
}
const events = new Map<string, (event: EventFacts) => string>(Object.entries(eventSentences))

export const detailsWords: Words<typeof english> = {
  breadcrumb: 'Navigationspfad',
  users: 'Benutzer',
  details: 'Einzelheiten',
  loading: 'Wird geladen',
  none: '-',
  nobody: 'Keine Benutzerdaten vorhanden',
  nobodyHint:
    'Unter diesem Link gibt es keinen Benutzer. Vielleicht wurden die Daten der Person gelöscht, oder der Link ist unvollständig.',
  backToUsers: 'Zurück zu den Benutzern',
  failed: 'Das konnte nicht geladen werden.',
  retry: 'Erneut versuchen',
  close: 'Schließen',

  facts: {
    heading: 'Einzelheiten',
    registered: 'Registriert',
    confirmed: 'E-Mail bestätigt',
    screening: 'Prüfung',
    deniedCountry: 'Gesperrtes Land',
    yes: 'Ja',
    no: 'Nein',
  },
  screening: { PASS: 'Bestanden', PENDING: 'Wartet auf Freigabe', FAIL: 'Abgelehnt' },

  subscriptions: {
    heading: 'Abonnements',
    plan: 'Tarif',
    type: 'Tarifart',
    days: 'Laufzeit in Tagen',
    status: 'Status des Abonnements',
    created: 'Angelegt',
    start: 'Beginn',
    end: 'Ende',
    comment: 'Letzter Kommentar',
    actions: 'Aktionen',
    actionsOf: (plan) => `Aktionen für ${plan}`,
    empty: 'Noch keine Abonnements. Testversionen und Käufe erscheinen hier.',
  },

  payment: {
    heading: 'Zahlung',
    states: {
      ended: 'Beendet',
      disputed: 'Angefochten',
      action_required: 'Bestätigung nötig',
      past_due: 'Zahlung fehlgeschlagen',
      processing: 'In Bearbeitung',
      paused: 'Ausgesetzt',
      paid: 'Bezahlt',
      none: 'Keine Zahlung',
    },
    plan: 'Tarif',
    state: 'Stand der Zahlung',
    nextCharge: 'Nächste Abbuchung',
    nextAmount: 'Nächster Betrag mit Steuern',
    discount: 'Rabatt',
    credit: 'Guthaben',
    lastPayment: 'Letzte Zahlung',
    accessUntil: 'Zugang bis',
    retry: 'Nächster Versuch',
    provider: 'Beim Zahlungsdienstleister öffnen',
    refundOf: (plan) => `Zahlung erstatten: ${plan}`,
    refund: 'Erstatten',
    refundInvoice: (number) => `Rechnung ${number} erstatten`,
    failure: {
      attempt: (attempt) => `Versuch ${attempt}`,
      reasons: {
        insufficient_funds: 'nicht genug Guthaben',
        limit_exceeded: 'Limit der Karte überschritten',
        expired_card: 'Karte abgelaufen',
        incorrect_details: 'falsche Kartendaten',
        lost_or_stolen: 'als verloren oder gestohlen gemeldet',
        suspected_fraud: 'Verdacht auf Betrug',
        not_supported: 'die Karte unterstützt diese Zahlung nicht',
        authentication_required: 'die Bank verlangt eine Bestätigung',
        processing_error: 'die Bank war nicht erreichbar',
        declined: 'von der Bank ohne Begründung abgelehnt',
        unknown: 'der Grund ist nicht bekannt',
      },
      title: (amount) => `Zahlung von ${amount} fehlgeschlagen`,
      titleToConfirm: (amount) => `Zahlung von ${amount} wartet auf Bestätigung`,
      adviceToConfirm: 'Bitten Sie die Person, die Zahlung über den Link unten zu bestätigen.',
      advice: 'Bitten Sie die Person, über den Link unten zu bezahlen oder die Karte auf der Kontoseite zu ersetzen.',
      copy: 'Zahlungslink kopieren',
      copied: 'Kopiert',
    },
  },

  history: {
    heading: 'Verlauf',
    date: 'Datum',
    user: 'Benutzer',
    event: 'Ereignis',
    empty: 'Noch kein Verlauf. Änderungen an Abonnements erscheinen hier.',
    unknown: 'Unbekannte Art von Ereignis',
    authors: new Map([
      ['system', 'System'],
      ['billing', 'Abrechnung'],
    ]),
    planOf: (plan, created) => `${plan}, seit dem ${created}`,
  },

  checks: {
    heading: 'Prüfungen',
    date: 'Datum',
    occasion: 'Anlass',
    outcome: 'Ergebnis',
    reasons: 'Gründe',
    lists: 'Listen',
    by: 'Durch',
    comment: 'Kommentar',
    empty: 'Noch keine Prüfungen. Abgleiche mit Listen, Ländern und Domains erscheinen hier.',
    authors: new Map([['system', 'System']]),
    occasions: new Map([
      ['registration', 'Registrierung'],
      ['checkout', 'Bestellung'],
      ['download', 'Download'],
      ['activation', 'Aktivierung'],
      ['correction', 'Korrektur'],
      ['lists', 'Neue Liste'],
      ['review', 'Entscheidung'],
    ]),
    repeated: (times) => (times === 1 ? 'Erneut gleiches Ergebnis,' : `Noch ${times} Mal gleiches Ergebnis, zuletzt`),
    listOf: (name, date) => (date ? `${name}, ${date}` : name),
  },

  signOut: {
    button: 'Überall abmelden',
    title: 'Diese Person überall abmelden?',
    lead: 'Alle Sitzungen der Person enden sofort, in jedem Browser. Mit ihrem Passwort kann sie sich wieder anmelden.',
    discard: 'Angemeldet lassen',
    doing: 'Wird abgemeldet',
    action: 'Abmelden',
    done: 'Die Person ist überall abgemeldet.',
    failed: 'Beim Abmelden der Person ist ein unerwarteter Fehler aufgetreten.',
  },

  forget: {
    button: 'Benutzerdaten löschen',
    title: 'Daten dieser Person löschen?',
    lead: 'Das lässt sich nicht rückgängig machen. Alles über die Person wird gelöscht, außer dem, was unten als aufbewahrt aufgeführt ist.',
    loading: 'Gespeicherte Daten werden ermittelt',
    removed: 'Endgültig entfernt',
    ended: 'Jetzt beendet',
    kept: 'Für die Buchhaltung aufbewahrt, anonymisiert',
    sealed: 'Gesetzlich aufbewahrt, verschlüsselt, nur für die Revision',
    nothing: 'Nichts',
    until: (date) => `bis zum ${date}`,
    confirm: 'Geben Sie zur Bestätigung die E-Mail-Adresse der Person ein',
    mismatch: 'Das ist nicht die E-Mail-Adresse der Person',
    discard: 'Daten behalten',
    doing: 'Wird gelöscht',
    action: 'Daten dieser Person löschen',
    failed: 'Beim Löschen der Benutzerdaten ist ein unerwarteter Fehler aufgetreten.',
    receipt: {
      title: 'Die Daten der Person wurden gelöscht',
      number: 'Beleg',
      at: 'Gelöscht',
      by: 'Von',
      hint: 'Das Protokoll führt diesen Beleg unter seiner Nummer. Er nennt die Person nicht.',
      copy: 'Beleg kopieren',
      copied: 'Kopiert',
      loading: 'Der Beleg wird geladen',
      none: 'Der Beleg konnte nicht geladen werden. Das Protokoll führt ihn.',
    },
    kinds: {
      profile: 'Profil: Name, Adresse, Unternehmen, Beruf',
      accounts: 'Konten und Passwörter',
      sessions: 'Sitzungen',
      mails: 'Noch nicht gesendete E-Mails',
      activity: 'Verlauf: gesendete E-Mails, Anmeldungen, Downloads, Aktionen der Verwaltung',
      comments: 'Kommentare über die Person',
      'trial-tokens': 'Schlüssel der Registrierung',
      'payment-pages': 'Zahlungsseiten',
      'payment-customer': 'Kunde beim Zahlungsdienstleister',
      'audit-entries': 'Name im Protokoll',
      subscriptions: 'Abonnements',
      events: 'Ereignisse',
      orders: 'Bestellungen',
      'trial-memory': 'Vermerk „Testversion genutzt“ (als Hash)',
      checks: 'Prüfungen',
      exceptions: 'Ausnahmen von der Prüfung',
      acceptances: 'Akzeptierte Dokumente',
      purchases: 'Käufe',
      acts: 'Handlungen in der Verwaltung',
    },
  },
}

export const eventWords: Words<typeof englishEvents> = (type, event) =>
  events.get(type)?.(event) ?? detailsWords.history.unknown

/** The comment shown for a trial’s end date that its owner moved. */
export const extendedByOwner = 'Die Person hat die Testversion selbst verlängert.'

/** Why the server itself cancelled a subscription. */
export const cancellationReasons: Record<CancellationReason, string> = {
  'second-trial': 'Die Person hatte diese Testversion schon einmal, mit einer anderen Adresse.',
}
