import type { Output } from '../../contract/contract.ts'
import { invoiceWords } from '#words/account/invoices.ts'
import { locale } from '#words/locale.ts'
import type { Tone } from '../ui/status-badge.tsx'
import { amountText } from './payment.ts'

export type PaymentLine = Output<'GET /api/v1/subscriptions/payments/{id}'>[number]
export type Invoice = Output<'GET /api/v1/account/invoices'>[number]

const t = invoiceWords.rows

/** Returns the kind of a payment row, e.g. a charge or a refund, as part of a sentence. */
export function paymentRowText({ kind, state, amount, currency }: PaymentLine): string {
  const money = amountText(amount, currency)
  switch (kind) {
    case 'charge':
      return t.charge(money)
    case 'failure':
      return t.failure(money)
    case 'refund':
      if (state === 'pending') return t.refundPending(money)
      return state === 'failed' ? t.refundFailed(money) : t.refund(money)
    case 'credit':
      return state === 'given' ? t.creditGiven(money) : t.creditUsed(money)
    case 'dispute':
      if (state === 'won') return t.disputeWon(money)
      return state === 'lost' ? t.disputeLost(money) : t.dispute(money)
  }
}

/** Returns the invoice and period of a payment, and the tax included; empty if nothing is known. */
export function paymentRowNote({ invoiceNumber, periodStart, periodEnd, tax, currency }: PaymentLine): string {
  return [
    invoiceNumber ? t.invoice(invoiceNumber) : '',
    periodText(periodStart, periodEnd),
    tax ? t.includingTax(amountText(tax, currency)) : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

/** Returns e.g. '20 Nov – 20 Dec 2026'; empty if there is no period. */
export function periodText(start: string | null, end: string | null): string {
  return start === null || end === null ? '' : days.formatRange(new Date(start), new Date(end))
}

const tones = new Map<string, Tone>([
  ['paid', 'green'],
  ['open', 'amber'],
  ['uncollectible', 'red'],
])

/** Returns the state of an invoice for its badge; an unknown state keeps the provider's name. */
export function invoiceState({ state }: Pick<Invoice, 'state'>): { tone: Tone; word: string } {
  return { tone: tones.get(state) ?? 'grey', word: invoiceWords.list.states.get(state) ?? state }
}
