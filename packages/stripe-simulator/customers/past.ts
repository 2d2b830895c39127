import { find, type Transaction } from '../state/transaction.ts'
import { createAgenda, doDue } from '../charging/billing.ts'
import { closeDispute, openDispute } from '../charging/disputes.ts'
import { refundCharge } from '../charging/refunds.ts'
import { lineItem } from '../checkout/checkout.ts'
import { read } from '../api/form.ts'
import type { Dispute, Invoice, Kind, Price, Refund } from '../state/kinds.ts'
import { periodAround } from '../state/periods.ts'
import { billFirst } from '../subscriptions/create-subscription.ts'
import { endSubscription, itemOf, newSubscription, recurringOf, withItem } from '../subscriptions/subscriptions.ts'
import { keepCard, namedCard } from './cards.ts'
import { createCustomer } from './customers.ts'

/** A customer who subscribed before the simulator stored them. Times are seconds since 1970. */
export type PastCustomer = {
  email: string
  name: string
  /** A two-letter country code. */
  country: string
  metadata: Record<string, string>
  /** The lookup key of the price they pay. */
  price: string
  /** The time from which the periods count. */
  anchor: number
  /** How many periods before the present one are billed. */
  before: number
  /** A name in Stripe's documentation, such as `pm_card_visa`. */
  card: string
  /** Whether it ends with the period that is paid last. */
  stops: boolean
  /** When it was ended before that; null for not. */
  cancelled: number | null
  /** What became of the payment of that period, between then and now; null for nothing. */
  afterwards: Afterwards | null
  /** The id of the payment for the period until the given UTC day, if there is one. */
  payment: { id: string; paidUntil: number }
}

/** `share` of the payment went back, more than 0 and at most 1; or the customer's bank disputed it. */
export type Afterwards = { kind: 'refund'; share: number } | { kind: 'dispute'; outcome: 'open' | 'won' | 'lost' }

/** Money that went back, or may. `invoice` is that of the payment. */
type AddedReturn = {
  kind: Afterwards['kind']
  id: string
  invoice: string
  amount: number
  at: number
  state: string
}

type AddedInvoice = {
  id: string
  number: string | null
  payment: string
  amount: number
  currency: string
  paidAt: number
  period: { start: number; end: number }
}

export type AddedCustomer = {
  customer: string
  subscription: string
  periodEnd: number
  /** When it ended; null while it runs. */
  endedAt: number | null
  /** What was paid, oldest first. */
  paid: AddedInvoice[]
  returned: AddedReturn | null
}

/** The rows of one customer. */
export type PastRows = Pick<Transaction, 'get' | 'all' | 'put' | 'remove' | 'attempt'>

type Parts = {
  /** Reads what the simulator stores, for prices and products. */
  get: Transaction['get']
  prices: readonly Price[]
  /** Returns a transaction at a moment on the given rows. */
  actAt: (at: number, rows: PastRows) => Transaction
  now: number
}

/** Simulates a customer's periods until now without notifying the shop. Returns the rows to store, and the payments. */
export function liveThrough(
  { get, prices, actAt, now }: Parts,
  past: PastCustomer,
): { rows: [Kind, { id: string }][]; added: AddedCustomer } {
  const rows = new Map<Kind, Map<string, { id: string }>>()
  const agenda = createAgenda()
  function table(kind: Kind): Map<string, { id: string }> {
    const found = rows.get(kind) ?? new Map<string, { id: string }>()
    rows.set(kind, found)
    return found
  }
  const own: PastRows = {
    get: (kind, id) => (table(kind).get(id) ?? get(kind, id)) as never,
    all: (kind) => [...table(kind).values()] as never,
    put(kind, row) {
      // The shop is not notified, because it is given the same past.
      if (kind === 'event' || kind === 'delivery') return
      table(kind).set(row.id, row)
      agenda.watch(kind, row.id, row)
    },
    remove(kind, id) {
      table(kind).delete(id)
      agenda.watch(kind, id, null)
    },
    attempt: (part) => part(),
  }

  const price = prices.find((one) => one.active && one.lookup_key === past.price)
  if (!price) throw new Error(`There is no price ${past.price}`)
  const recurring = recurringOf(price)
  // A stopped one has no period after the last paid one.
  const isOver = past.stops || past.cancelled !== null
  let first = periodAround(past.anchor, recurring, isOver ? Math.min(now, past.payment.paidUntil - 1) : now)
  // One that is cancelled after the moment of its renewal on its last day was cancelled before it: no more was paid.
  const cancelled = past.cancelled === null ? null : Math.min(past.cancelled, first.end - 1)
  for (let left = past.before; left > 0 && first.start > past.anchor; left -= 1)
    first = periodAround(past.anchor, recurring, first.start - 1)
  const tx = actAt(first.start, own)
  const about = { email: past.email, name: past.name, 'address[country]': past.country }
  const metadata = Object.fromEntries(Object.entries(past.metadata).map(([key, value]) => [`metadata[${key}]`, value]))
  const customer = createCustomer(tx, read({ ...about, ...metadata }))
  const card = namedCard(past.card, now)
  if (!card) throw new Error(`There is no card ${past.card}`)
  const method = keepCard(tx, card, { ...past, customer: customer.id, address: customer.address })
  const line = lineItem(tx, read({ price: price.id }), 0)
  const order = {
    id: `order_${customer.id}`,
    items: [line],
    metadata: {},
    description: null,
    trialDays: 0,
    discounts: [],
  }
  const bare = newSubscription(tx, { order, line, customer: customer.id, method: method.id, automaticTax: false })
  const dated = {
    ...bare,
    billing_cycle_anchor: past.anchor,
    items: withItem(bare, { current_period_end: first.end }),
    start_date: past.anchor,
  }
  tx.put('subscription', dated)
  billFirst(tx, dated, line, method.id, 'checkout')
  const dayOf = (moment: number) => Math.floor(moment / 86_400)
  function stopInTime() {
    const one = find(own, 'subscription', bare.id)
    const ends = itemOf(one).current_period_end
    if (
      past.stops &&
      !one.cancel_at_period_end &&
      one.status === 'active' &&
      dayOf(ends) === dayOf(past.payment.paidUntil)
    )
      own.put('subscription', { ...one, cancel_at: ends, cancel_at_period_end: true })
  }
  stopInTime()
  const until = cancelled ?? now
  for (let due = agenda.next(); due && due.at <= until; due = agenda.next()) {
    doDue(actAt(due.at, own), due)
    stopInTime()
  }
  if (cancelled !== null)
    endSubscription(actAt(cancelled, own), find(own, 'subscription', bare.id), 'cancellation_requested')
  const returned = past.afterwards && giveBack(own, actAt, { afterwards: past.afterwards, cancelled }, now)
  const subscription = find(own, 'subscription', bare.id)
  const end = itemOf(subscription).current_period_end

  const paid = own
    .all('invoice')
    .filter(({ status }) => status === 'paid')
    .toSorted(byTime)
  const periodOf = (invoice: Invoice) =>
    invoice.lines.data[0]?.period ?? { start: invoice.period_start, end: invoice.period_end }
  const payments = own.all('invoice_payment')
  const paymentOf = (invoice: Invoice | undefined) =>
    payments.find((one) => one.invoice === invoice?.id)?.payment.payment_intent ?? ''
  const named = paymentOf(paid.find((invoice) => dayOf(periodOf(invoice).end) === dayOf(past.payment.paidUntil)))
  const flat = [...rows].flatMap(([kind, of]) => [...of.values()].map((row): [Kind, { id: string }] => [kind, row]))
  const renamed = JSON.parse(
    named ? JSON.stringify(flat).replaceAll(named, past.payment.id) : JSON.stringify(flat),
  ) as typeof flat
  return {
    rows: renamed,
    added: {
      customer: customer.id,
      subscription: bare.id,
      periodEnd: end,
      endedAt: subscription.ended_at,
      returned,
      paid: paid.map((invoice) => ({
        id: invoice.id,
        number: invoice.number,
        payment: paymentOf(invoice) === named ? past.payment.id : paymentOf(invoice),
        amount: invoice.amount_paid,
        currency: invoice.currency,
        paidAt: invoice.status_transitions.paid_at ?? invoice.created,
        period: periodOf(invoice),
      })),
    },
  }
}

/** Half of the time since the last payment later; null where nothing was paid. */
function giveBack(
  own: PastRows,
  actAt: Parts['actAt'],
  { afterwards, cancelled }: { afterwards: Afterwards; cancelled: number | null },
  now: number,
): AddedReturn | null {
  const charge = own.all('charge').findLast(({ paid }) => paid)
  const invoice = own.all('invoice_payment').find(({ payment }) => payment.payment_intent === charge?.payment_intent)
  if (!charge || !invoice) return null
  const halfway = Math.floor((charge.created + now) / 2)
  const at = Math.max(halfway, cancelled ?? 0)
  const added = (one: Refund | Dispute, state: string) => {
    return { kind: afterwards.kind, id: one.id, invoice: invoice.invoice, amount: one.amount, at: one.created, state }
  }
  if (afterwards.kind === 'refund') {
    const amount = Math.max(1, Math.round(charge.amount * afterwards.share))
    return added(refundCharge(actAt(at, own), charge, { amount, reason: 'requested_by_customer' }), 'succeeded')
  }
  const dispute = openDispute(actAt(at, own), charge)
  if (afterwards.outcome === 'open') return added(dispute, 'open')
  closeDispute(actAt(Math.floor((at + now) / 2), own), dispute.id, afterwards.outcome)
  return added(dispute, afterwards.outcome)
}

const byTime = (one: Invoice, other: Invoice) => one.created - other.created
