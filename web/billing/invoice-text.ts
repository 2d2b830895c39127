import type { Output } from '../../contract/contract.ts'
import { invoiceWords } from '#words/account/invoices.ts'
import { locale } from '#words/locale.ts'
import type { Tone } from '../ui/status-badge.tsx'
import { amountText } from './payment.ts'

export type PaymentRow = Output<'GET /api/v1/subscriptions/payments/{id}'>[number]
export type Invoice = Output<'GET /api/v1/account/invoices'>[number]

const t = invoiceWords.rows

/** What was charged, refunded and so on, in one sentence part. */
export function paymentRowText({ kind, state, amount, currency }: PaymentRow): string {
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

/** Which invoice and period a payment is of, and the tax in it; empty where nothing is known. */
export function paymentRowNote({ invoiceNumber, periodStart, periodEnd, tax, currency }: PaymentRow): string {
  return [
    invoiceNumber ? t.invoice(invoiceNumber) : '',
    periodText(periodStart, periodEnd),
    tax ? t.includingTax(amountText(tax, currency)) : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

/** '20 Nov – 20 Dec 2026'; empty where there is no period. */
export function periodText(start: string | null, end: string | null): string {
  return start === null || end === null ? '' : days.formatRange(new Date(start), new Date(end))
}

const tones = new Map<string, Tone>([
  ['paid', 'green'],
  ['open', 'amber'],
  ['uncollectible', 'red'],
])

/** The state of an invoice for its badge; an unknown one is shown by the provider's name for it. */
export function invoiceState({ state }: Pick<Invoice, 'state'>): { tone: Tone; word: string } {
  return { tone: tones.get(state) ?? 'grey', word: invoiceWords.list.states.get(state) ?? state }
}
