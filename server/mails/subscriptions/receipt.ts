import { cardBrandName, type PaymentCard } from '../../../domain/billing/payments/payment-card.ts'
import type { BillingInvoice } from '../../../domain/billing/billing-snapshot.ts'
import { longDate } from '../../../domain/calendar.ts'
import { minorUnitsText } from '../../../domain/catalogue/plan.ts'
import { endWithoutGrace } from '../../../domain/subscription/payments/grace.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import type { MailContent } from '../../../domain/mail.ts'
import type { ServerWords } from '../../../i18n/server-words.ts'
import type { MailFrame } from '../layout/layout.ts'
import { changeSentence, nextChargeOf, type PlanChangeFacts } from './plan-changed.ts'

type ReceiptFacts = {
  invoice?: BillingInvoice
  card?: PaymentCard
  deniedCountry?: boolean
  change?: PlanChangeFacts
}

/** To a customer who paid. `invoice` is the paid one; `change`: the payment is for a change of plan. */
export function receiptText(
  subscription: Subscription,
  t: ServerWords,
  { invoice, card, deniedCountry = false, change }: ReceiptFacts,
  frame: MailFrame,
): MailContent {
  const words = t.mail.receipt
  const { plan, startDate } = subscription
  // With the days that remained when it was bought again.
  const end = endWithoutGrace(subscription)
  const changed = change && { subscription, change }
  const { country } = words
  // A code may have made the first period free.
  const isFree = subscription.payment === null
  const { heading, text, until } = isFree ? words.free : words
  const money = isFree ? [] : [country.money(frame.supportEmail)]
  const waits = deniedCountry ? [country.waits, country.correct, ...money] : [words.waits]
  const next = startDate && end ? [until(longDate(end, t.locale))] : waits
  return {
    subject: invoice?.number ? words.numbered(plan.title, invoice.number) : words.subject(plan.title),
    heading,
    paragraphs: [
      ...(changed ? [changeSentence(changed, t)] : []),
      text(plan.title),
      ...next,
      ...(changed ? nextChargeOf(changed, t) : []),
    ],
    ...(invoice?.url ? { button: words.invoice, link: invoice.url } : { button: words.button }),
    note: words.note,
    ...(invoice ? { facts: receiptFacts(plan.title, invoice, card, t) } : {}),
  }
}

/** Returns the lines of a receipt: number, date, plan, period, the amounts in the order of an invoice, and the card. */
function receiptFacts(
  plan: string,
  invoice: BillingInvoice,
  card: PaymentCard | undefined,
  { mail, locale }: ServerWords,
): [string, string][] {
  const { rows } = mail.receipt
  const { number, paidAt, createdAt, period, currency, total, tax, amountPaid } = invoice
  const money = (minor: number) => minorUnitsText(minor, currency, locale)
  const days = (one: { start: Date; end: Date }) => `${longDate(one.start, locale)} – ${longDate(one.end, locale)}`
  return [
    ...(number === null ? [] : [[rows.number, number] as [string, string]]),
    [rows.date, longDate(paidAt ?? createdAt, locale)],
    [rows.plan, plan],
    ...(period ? [[rows.period, days(period)] as [string, string]] : []),
    [rows.net, money(total - tax)],
    [rows.tax, money(tax)],
    [rows.total, money(total)],
    ...(amountPaid === total ? [] : [[rows.paid, money(amountPaid)] as [string, string]]),
    ...(card ? [[rows.card, rows.cardEnding(cardBrandName(card), card.lastDigits)] as [string, string]] : []),
  ]
}
