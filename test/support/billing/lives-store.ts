/**
 * The store of the random lives as plain data, with its writing functions: like the server's store, without a database.
 */
import assert from 'node:assert/strict'
import type { SideFound, StoredSide } from '../../../domain/billing/billing-side.ts'
import type { BillingStep } from '../../../domain/billing/billing-steps.ts'
import { subjectOf, type BillingTask } from '../../../domain/billing/billing-tasks.ts'
import type { PlacedOrder } from '../../../domain/billing/payments/order-plan.ts'
import type { IssueKey, NewIssue } from '../../../domain/billing/payments/payment-issues.ts'
import {
  orderOfPayments,
  type PaymentEntry,
  type StoredPayment,
} from '../../../domain/billing/payments/payment-entries.ts'
import type { Command, SubscriptionMail } from '../../../domain/subscription/commands.ts'
import type { SubscriptionEvent } from '../../../domain/subscription/events.ts'
import type { PersonFacts, PlanTerms, Subscription } from '../../../domain/subscription/subscription.ts'
import { createStripe } from '../../../server/adapters/payments/stripe/stripe.ts'
import type { Payments } from '../../../server/adapters/payments/port.ts'
import type { SubscriptionChange } from '../../../server/actions/subscriptions/apply-command.ts'
import { annual, monthly, ok, weekly } from '../subscriptions/given-subscription.ts'
import { replay } from '../subscriptions/replay.ts'
import { clientOf, type FailingStripe } from './stripe-line.ts'
import { dateOf, newStripe, type PlanName, type StripeMessage, type StripeSettings } from './stripe-model.ts'

/** Marks what the next sweep must check. */
export const neverAsked = -Infinity

/** The id of the only person. */
export const person = 'person'

/** Of the same interval as the monthly plan. */
const plus: PlanTerms = { ...monthly, name: 'analytics-plus', title: 'Analytics plus', priceMinor: 14_900 }
export const plans = { weekly, monthly, plus, annual }

/** A subscription, the stored state at the provider, its payments, and the recorded notices. */
export type Row = {
  subscription: Subscription
  history: SubscriptionEvent[]
  /** Null until its first payment is stored. */
  side: StoredSide | null
  payments: StoredPayment[]
  notices: { notice: string; about: string }[]
  /** The hour of the last check, and the version of the provider's data at that time. */
  askedAt: number
  seen: number
}

export type Order = PlacedOrder & { plan: PlanName; leftOver: boolean; askedAt: number; paidAt: Date | null }
export type Task = { id: string; runAt: number; task: BillingTask }
export type SentMail = { mail: SubscriptionMail; row: string; at: number; failure: boolean }

export type Shop = {
  line: FailingStripe
  /** The server's adapter, on a client that the model answers. */
  payments: Payments
  person: PersonFacts
  rows: Row[]
  orders: Order[]
  tasks: Task[]
  issues: NewIssue[]
  mails: SentMail[]
  /** What administrators asked to be refunded, by the id of the payment's row. */
  refundRequests: Map<string, number>
  /** Messages on their way. */
  inbox: StripeMessage[]
  ids: number
  /** Called for each decision with the command and the subscription before and after it. */
  watch: (
    command: Command,
    before: Subscription | null,
    after: Subscription | null,
    events: readonly SubscriptionEvent[],
  ) => void
}

export function newShop(settings: StripeSettings, watch: Shop['watch']): Shop {
  const line: FailingStripe = { stripe: newStripe(settings), fault: null, calls: 0 }
  const options = { key: 'sk_test_lives', webhookSecrets: [], apiBase: null, automaticTax: false }
  const lists = { rows: [], orders: [], tasks: [], issues: [], mails: [], inbox: [] }
  const maps = { refundRequests: new Map<string, number>() }
  return { line, payments: createStripe(options, clientOf(line)), person: { ...ok }, ...lists, ...maps, ids: 0, watch }
}

export const nowOf = ({ line }: Shop): Date => dateOf(line.stripe.now)
export const rowOf = (shop: Shop, id: string): Row | undefined => shop.rows.find((one) => one.subscription.id === id)
export const newId = (shop: Shop, kind: string) => `${kind}${(shop.ids += 1)}`

/** Returns the row to which a payment at the provider belongs. */
export const rowOfPayment = ({ rows }: Shop, id: string): Row | undefined =>
  rows.find(({ payments }) => payments.some(({ payment }) => payment === id))

/** Returns the kinds of waiting tasks about a subscription, by its own id or the provider's. */
export function waitingFor({ tasks }: Shop, id: string): Set<BillingTask['task']> {
  return new Set(tasks.filter(({ task }) => subjectOf(task) === id).map(({ task }) => task.task))
}

export function queue(shop: Shop, task: BillingTask): void {
  shop.tasks.push({ id: newId(shop, 'task'), runAt: shop.line.stripe.now, task })
}

export const isSame = (one: IssueKey, other: IssueKey) =>
  one.kind === other.kind && one.subscriptionId === other.subscriptionId && one.payment === other.payment

/** Applies the effects of a decision. `id` is the subscription that it concerns. */
export function write(shop: Shop, id: string | null, steps: readonly BillingStep[]): void {
  const row = id === null ? undefined : rowOf(shop, id)
  for (const one of steps) {
    switch (one.step) {
      case 'queue':
        queue(shop, one.task)
        break
      case 'mail':
        if (id !== null)
          shop.mails.push({ mail: one.mail, row: id, at: shop.line.stripe.now, failure: one.failure !== undefined })
        break
      case 'open-issue': {
        const open = shop.issues.find((issue) => isSame(issue, one.issue))
        if (open) Object.assign(open, { task: undefined, ...one.issue })
        else shop.issues.push({ ...one.issue })
        break
      }
      case 'close-issue':
        shop.issues = shop.issues.filter((issue) => !isSame(issue, one.issue))
        break
      case 'note':
        row?.notices.push(one)
        break
      case 'forget-notes':
        if (row) row.notices = row.notices.filter((note) => note.notice !== one.notice || note.about === one.except)
        break
      case 'mark-paid-back':
        if (row?.side) row.side = { ...row.side, paidBackUntil: one.paidBack ? row.side.periodEnd : null }
        break
      case 'mark-refund':
        for (const { payments } of shop.rows)
          for (const payment of payments) if (payment.id === one.refund) payment.state = one.state
        break
      case 'mail-refund':
      case 'mail-failed-refund':
    }
  }
}

/** Saves the state of a subscription after a command, and its events. */
export function saveChange(shop: Shop, { after, events }: SubscriptionChange): void {
  const row = rowOf(shop, after.id) ?? newRow(shop, after)
  row.history.push(...events)
  row.subscription = after
  assert.deepEqual(replay(row.history), after, 'replaying the events gives the state')
}

function newRow(shop: Shop, subscription: Subscription): Row {
  const row: Row = { subscription, history: [], side: null, payments: [], notices: [], askedAt: 0, seen: -1 }
  shop.rows.push(row)
  return row
}

/** Returns the invoice that a payment paid, if it was read. */
export const invoiceOf = (shop: Shop, payment: string): string | null =>
  rowOfPayment(shop, payment)?.payments.find((one) => one.kind === 'charge' && one.payment === payment)?.invoice ?? null

/** Stores the result of a check, with its payments. */
export function save(shop: Shop, id: string, found: SideFound, payments: readonly PaymentEntry[]): void {
  const row = rowOf(shop, id)
  assert.ok(row)
  const { stripe } = shop.line
  row.side = { owedUntil: row.side?.owedUntil ?? null, ...found }
  Object.assign(row, { askedAt: stripe.now, seen: stripe.version })
  savePayments(shop, row, payments)
}

/** Updates the payments to match the provider's, oldest first; rows are never removed. */
function savePayments(shop: Shop, row: Row, fresh: readonly PaymentEntry[]): void {
  for (const { ...one } of fresh) {
    const stored = row.payments.find(({ kind, provider_id: id }) => kind === one.kind && id === one.provider_id)
    if (stored) Object.assign(stored, { state: one.state, amount: one.amount })
    else row.payments.push({ ...one, id: newId(shop, 'payment') })
  }
  row.payments.sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
}

/** As in a database, null comes last. */
const sortKey = (payment: StoredPayment) =>
  orderOfPayments
    .map((column) => payment[column] ?? '~')
    .map((value) => (value instanceof Date ? value.toISOString() : value))
    .join(' ')

/**
 * Records that the provider has made a refund that an administrator requested. If a report of it came first, this row
 * replaces the reported one.
 */
export function refundMade(shop: Shop, id: string, providerId: string | null): void {
  for (const row of shop.rows) {
    const own = row.payments.find((one) => one.id === id)
    if (!own) continue
    const isReported = (one: StoredPayment) => one.kind === 'refund' && one !== own && one.provider_id === providerId
    if (providerId !== null) row.payments = row.payments.filter((one) => !isReported(one))
    Object.assign(own, { provider_id: providerId, state: 'succeeded' })
  }
}

export const latest = (one: Date | null, other: Date | null) =>
  one && other ? (one > other ? one : other) : (one ?? other)
