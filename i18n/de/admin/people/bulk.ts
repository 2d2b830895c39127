import type { Words } from '../../../../domain/language.ts'
import type { bulkWords as english } from '../../../en/admin/people/bulk.ts'
import { locale } from '../../locale.ts'

const many = new Intl.NumberFormat(locale)
const people = (count: number) => (count === 1 ? '1 Person' : `${count} Personen`)

export const bulkWords: Words<typeof english> = {
  bar: 'Ausgewählte Zeilen',
  selected: (count) => `${many.format(count)} ausgewählt`,
  selectedOutside: (count, outside) =>
    `${many.format(count)} ausgewählt, ${many.format(outside)} nicht in dieser Liste`,
  select: (name) => `${name} auswählen`,
  selectAll: (count) => `Alle ${many.format(count)} auswählen`,
  selectFirst: (count) => `Die ersten ${many.format(count)} auswählen`,
  selectFailed: 'Die Zeilen konnten nicht geladen werden',
  selectInView: (count) => (count === 1 ? 'Die sichtbare Zeile auswählen' : `Die ${count} sichtbaren Zeilen auswählen`),
  clear: 'Auswahl aufheben',
  limit: (most) => `Es können höchstens ${many.format(most)} Zeilen ausgewählt werden.`,
  people: 'Personen',
  none: 'Keine der ausgewählten Personen hat ein Abonnement.',
  without: (count) => (count === 1 ? '1 Person hat kein Abonnement.' : `${count} Personen haben kein Abonnement.`),
  close: 'Schließen',
  reasonHint: 'Sichtbar in der Verwaltung, nicht für die Abonnenten.',
  days: 'Tage',
  daysHint: 'Gezählt ab dem jeweiligen Ende, oder ab heute, wenn es vorbei ist. Von 1 bis 365.',
  daysWrong: 'Geben Sie eine ganze Zahl von 1 bis 365 ein',
  doing: (reached, total) => `${reached} von ${total}`,
  stop: 'Nach diesem Schritt anhalten',
  done: (count, total) => `${count} von ${total} erledigt`,
  results: 'Ergebnisse',
  ok: 'Erledigt',
  failed: 'Nicht erledigt',
  notReached: 'Vorher angehalten.',
  fault: 'Das war nicht möglich. Bitte versuchen Sie es erneut.',
  acts: {
    'sign-out': {
      button: 'Sitzungen beenden',
      title: (count) => `Sitzungen beenden: ${people(count)}`,
      text: 'Sie werden in allen Browsern abgemeldet und können sich wieder anmelden.',
      confirm: 'Sitzungen beenden',
    },
    activation: {
      button: 'Aktivierungs-E-Mail senden',
      title: (count) => `Aktivierungs-E-Mail senden: ${people(count)}`,
      text: 'Frühere Links gelten nicht mehr. Bestätigte Adressen bekommen keine E-Mail.',
      confirm: 'Senden',
    },
  },
}
