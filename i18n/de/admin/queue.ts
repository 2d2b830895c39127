import type { queueWords as english } from '../../en/admin/queue.ts'
import type { Words } from '../../../domain/language.ts'

/** Words of the queue: open work besides reviews. */
export const queueWords: Words<typeof english> = {
  heading: 'Aufgaben',
  lead: 'Zahlungsprobleme, Anträge auf Löschung, fehlgeschlagene E-Mails und fehlgeschlagene Aufträge, jeweils mit Abhilfe.',
  waiting: (amount) => (amount >= 1000 ? '999+' : `${amount}`),
  erasures: {
    heading: 'Anträge auf Löschung',
    empty: 'Keine Anträge auf Löschung',
    emptyHint: 'Wer die Löschung des eigenen Kontos beantragt, erscheint hier.',
    age: (days) => (days === 0 ? 'heute' : days === 1 ? 'vor 1 Tag' : `vor ${days} Tagen`),
  },
  jobs: {
    heading: 'Fehlgeschlagene Aufträge',
    empty: 'Keine fehlgeschlagenen Aufträge',
    emptyHint: 'Aufträge im Hintergrund, die fünfmal oder endgültig fehlgeschlagen sind, erscheinen hier.',
    kinds: {
      billing: 'Anfrage an den Zahlungsdienstleister',
      'billing-event': 'Meldung des Zahlungsdienstleisters',
      'erasure-log': 'Eintrag im Löschprotokoll',
      rescreening: 'Erneute Prüfung aller Personen',
    },
    givenUp: 'Fehlgeschlagen',
    waiting: 'Wird wiederholt',
    next: (moment) => `Nächster Versuch ${moment}`,
    created: (moment) => `Erstellt ${moment}`,
    tried: (amount, moment) => `${amount === 1 ? 'Einmal versucht' : `${amount}-mal versucht`}, zuletzt ${moment}`,
    retry: 'Jetzt wiederholen',
    retried: 'Wird wiederholt.',
    retryFailed: 'Der Auftrag konnte nicht wiederholt werden. Bitte versuchen Sie es erneut.',
    resolve: {
      button: 'Als gelöst markieren',
      title: 'Als gelöst markieren?',
      text: 'Der Auftrag wird entfernt und nicht mehr ausgeführt.',
      doing: 'Wird markiert',
      done: 'Als gelöst markiert.',
      failed: 'Der Auftrag konnte nicht als gelöst markiert werden. Bitte versuchen Sie es erneut.',
    },
  },
}
