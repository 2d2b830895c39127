import type { Words } from '../../../domain/language.ts'
import type { paymentWords as english } from '../../en/account/payments.ts'

export const paymentWords: Words<typeof english> = {
  badges: {
    past_due: 'Zahlung fehlgeschlagen',
    action_required: 'Bestätigung nötig',
    processing: 'Zahlung in Bearbeitung',
    disputed: 'Zahlung angefochten',
    paused: 'Abrechnung ausgesetzt',
  },
  nextCharge: (amount, date) => `Nächste Abbuchung: ${amount} am ${date}, einschließlich etwaiger Steuern`,
  lessDiscount: (amount) => `Ein Rabatt von ${amount} ist bereits abgezogen.`,
  lessCredit: (amount) => `Ihr Guthaben von ${amount} ist bereits abgezogen.`,
  nextFree: (date) => `Keine Abbuchung am ${date}`,
  accessUntil: (date) => `Zugang bis ${date}`,
  failed: 'Zahlung fehlgeschlagen',
  failedOn: (date) => `Zahlung am ${date} fehlgeschlagen`,
  payNow: 'Jetzt bezahlen',
  payOrUpdate: (until) => `Bezahlen Sie jetzt oder ändern Sie Ihre Karte; Zugang bis ${until}.`,
  updateCard: 'Karte ändern',
  updateCardText: (until) => `Ändern Sie Ihre Karte; Zugang bis ${until}.`,
  retry: (date) => `Wir versuchen die Zahlung am ${date} erneut.`,
  lateRetry: (date) => `Wir versuchen die Zahlung am ${date} erneut. Wenn sie gelingt, haben Sie wieder Zugang.`,
  confirmTitle: 'Ihre Bank bittet Sie, die Zahlung zu bestätigen',
  confirmText: (until) => `Bestätigen Sie sie, um Ihr Abonnement zu behalten; Zugang bis ${until}.`,
  confirm: 'Zahlung bestätigen',
  openInvoice: 'Bezahlen Sie die offene Rechnung, um wieder Zugang zu erhalten',
  paysUntil: (date) => `Die offene Rechnung gilt für den Zeitraum bis zum ${date}.`,
  subscribeInstead:
    'Wenn Sie stattdessen erneut abonnieren, beginnt ein neuer Zeitraum, und die offene Rechnung wird storniert.',
  processing: 'Ihre Zahlung wird bearbeitet. Ihr Zugang besteht weiter.',
  ordered: {
    text: 'Sie haben diesen Tarif bestellt. Eine Lastschrift dauert mehrere Werktage. Sobald die Zahlung eingeht, ist Ihre Bestellung abgeschlossen. Dann erhalten Sie eine E-Mail.',
    button: 'Bestellung ansehen',
  },
  accessContinues: 'Ihr Zugang besteht weiter.',
  owed: {
    processing: (amount) => `Eine Zahlung über ${amount} wird bearbeitet.`,
    due: (amount, date) => `Eine Rechnung über ${amount} ist bis zum ${date} zu bezahlen.`,
    ends: (date) => `Sobald sie bezahlt ist, endet Ihr Abonnement am ${date}.`,
  },
  disputed: 'Eine Zahlung ist angefochten. Die Verlängerung ist ausgesetzt, bis die Anfechtung geklärt ist.',
  disputedStopped:
    'Eine Zahlung ist angefochten. Sie können die Verlängerung nicht fortsetzen, bevor die Anfechtung geklärt ist.',
  paused: 'Die Abrechnung ist ausgesetzt. Bis sie fortgesetzt wird, wird nichts abgebucht.',
  buyAgain: 'Erneut kaufen',
  buyAgainLabel: (plan) => `Erneut kaufen: ${plan}`,
  buyAgainText: 'Wenn Sie es jetzt erneut kaufen, kommen die verbleibenden Tage hinzu.',

  invoices: {
    heading: 'Rechnungen',
    noScripts:
      'Die Rechnungen finden Sie auf der Seite unseres Zahlungsdienstleisters: Wählen Sie „Abrechnung verwalten“.',
  },
}
