import type { Words } from '../../../domain/language.ts'
import type { invoiceWords as english } from '../../en/account/invoices.ts'

export const invoiceWords: Words<typeof english> = {
  list: {
    heading: 'Rechnungen',
    number: 'Nummer',
    date: 'Datum',
    period: 'Zeitraum',
    total: 'Gesamtbetrag',
    tax: 'Steuern',
    refunded: 'Erstattet',
    state: 'Status',
    links: 'Dokumente',
    includingTax: (amount) => `einschließlich ${amount} Steuern`,
    card: (brand, digits) => `${brand ?? 'Karte'} mit den Endziffern ${digits}`,
    refundedAmount: (amount) => `${amount} erstattet`,
    view: 'Ansehen',
    viewLabel: (number) => `Rechnung ${number} ansehen`,
    pdf: 'PDF',
    pdfLabel: (number) => `PDF der Rechnung ${number}`,
    unnumbered: 'ohne Nummer',
    states: new Map([
      ['paid', 'Bezahlt'],
      ['open', 'Offen'],
      ['void', 'Storniert'],
      ['uncollectible', 'Nicht eingezogen'],
    ]),
    empty: 'Noch keine Rechnungen. Hier erscheint jede Zahlung.',
    loading: 'Rechnungen werden geladen',
    unavailable:
      'Die Rechnungen sind nicht verfügbar, weil der Zahlungsdienstleister nicht erreichbar ist. Bitte versuchen Sie es in Kürze erneut.',
    failed: 'Die Rechnungen konnten nicht geladen werden.',
    retry: 'Erneut versuchen',
    refunds: 'Erstattungen und Gutschriften',
    refundsFailed: 'Die Erstattungen und Gutschriften konnten nicht geladen werden.',
  },

  rows: {
    charge: (amount) => `Zahlung über ${amount}`,
    failure: (amount) => `Zahlung über ${amount} fehlgeschlagen`,
    refund: (amount) => `Erstattung über ${amount}`,
    refundPending: (amount) => `Erstattung über ${amount} in Bearbeitung`,
    refundFailed: (amount) => `Erstattung über ${amount} fehlgeschlagen`,
    creditUsed: (amount) => `Gutschrift über ${amount} verrechnet`,
    creditGiven: (amount) => `Gutschrift über ${amount} erteilt`,
    dispute: (amount) => `Zahlung über ${amount} angefochten`,
    disputeWon: (amount) => `Anfechtung über ${amount} gewonnen`,
    disputeLost: (amount) => `Anfechtung über ${amount} verloren`,
    invoice: (number) => `Rechnung ${number}`,
    includingTax: (amount) => `einschließlich ${amount} Steuern`,
  },
}
