import type { Output } from '../../../contract/contract.ts'
import { viewPerson } from '../../../domain/person/person.ts'
import { majorUnits } from '../../../domain/catalogue/plan.ts'
import { renews, type Subscription } from '../../../domain/subscription/subscription.ts'
import { isoFromUtcText } from '../../../platform/utc-text.ts'
import type { ServerWords } from '../../../i18n/server-words.ts'
import type { ShownEvent } from '../../../domain/subscription/events.ts'
import type { ListRow } from '../../store/admin/users-list/rows.ts'
import type { Order } from '../../store/billing/orders.ts'
import type { PaymentRow } from '../../store/billing/payments.ts'
import type { Profile } from '../../store/subscribers/subscribers.ts'
import { viewPayment, type PaymentViewer } from './payment-view.ts'

/** Formats subscriptions and subscribers for the calls. */
type OwnedView = Output<'GET /api/v1/subscriptions/user'>['subscriptions'][number]
type SubscriptionRow = Output<'POST /api/v1/subscriptions/comment/{id}'>
type Line = Output<'GET /api/v1/subscriptions'>[number]

/** A subscriber with their waiting correction, if there is one. */
export function viewOwnSubscriber(subscriber: Profile): Output<'POST /api/v1/account/details'> {
  const { correction } = subscriber
  if (!correction) return viewSubscriber(subscriber)
  const { region, ...details } = correction.details
  return { ...viewSubscriber(subscriber), correction: { ...details, state: details.state ?? region ?? null } }
}

export function viewSubscriber(subscriber: Profile): Omit<Output<'POST /api/v1/account/details'>, 'correction'> {
  return { id: subscriber.id, ...viewPerson(subscriber) }
}

export function viewPlanTerms({ plan }: Pick<Subscription, 'plan'>): SubscriptionRow['plan'] {
  const { name, title, product, type, durationInDays } = plan
  return { name, title, product, type, durationInDays }
}

/** Returns a plan as its owner has it, with the given texts. */
export function viewOwnedPlan(plan: Subscription['plan']): OwnedView['plan'] {
  const { priceMinor, currency, recurringInterval, recurringIntervalCount } = plan
  return {
    ...viewPlanTerms({ plan }),
    price: majorUnits(priceMinor, currency),
    currency,
    recurringInterval,
    recurringIntervalCount,
  }
}

/** Returns the state of an order, and of its payment if that takes days. */
export function viewOrderState({
  state,
  processing_at: delayed,
}: Pick<Order, 'state' | 'processing_at'>): Output<'GET /api/v1/orders/{id}'>['state'] {
  if (state === 'paid') return 'done'
  if (state === 'closed') return delayed ? 'failed' : 'closed'
  return delayed ? 'processing' : 'waiting'
}

/** A subscription as its owner sees it. */
export function viewSubscription(
  subscription: Subscription,
  payment: OwnedView['subscription']['payment'],
): OwnedView['subscription'] {
  return {
    id: subscription.id,
    status: subscription.status,
    createdDate: subscription.createdDate.toISOString(),
    startDate: subscription.startDate?.toISOString() ?? null,
    endDate: subscription.endDate?.toISOString() ?? null,
    renews: renews(subscription),
    payment,
  }
}

/** Returns a subscription and its owner, as administrators see them. */
export function viewForAdmin(
  subscription: Subscription,
  subscriber: Profile,
  payment: OwnedView['subscription']['payment'],
): SubscriptionRow {
  return {
    ...viewSubscription(subscription, payment),
    latestComment: subscription.latestComment,
    plan: viewPlanTerms(subscription),
    subscriber: viewSubscriber(subscriber),
  }
}

/** Returns a line of the list: a subscription with its subscriber, or a subscriber without one. */
export function viewLine(line: ListRow, viewer: PaymentViewer, now: Date): Line {
  const subscriber = viewLineSubscriber(line)
  if (line.id === null || line.status === null || line.created_at === null) return { ...noSubscription, subscriber }
  return {
    id: line.id,
    status: line.status,
    createdDate: isoFromUtcText(line.created_at),
    startDate: iso(line.start_date),
    endDate: iso(line.end_date),
    renews: line.renews ?? false,
    payment: viewLinePayment({ ...line, id: line.id, status: line.status }, viewer, now),
    latestComment: line.latest_comment,
    plan: { name: line.plan, title: line.title, product: line.product, type: line.type, durationInDays: line.days },
    subscriber,
  }
}

const iso = (text: string | null) => (text === null ? null : isoFromUtcText(text))

const noSubscription = {
  id: null,
  status: null,
  createdDate: null,
  startDate: null,
  endDate: null,
  renews: false,
  payment: null,
  latestComment: null,
  plan: null,
} as const

export const viewLineSubscriber = (line: ListRow): Line['subscriber'] => ({
  id: line.subscriber_id,
  ...viewPerson(line),
})

function viewLinePayment(
  line: ListRow & Pick<Subscription, 'id' | 'status'>,
  viewer: PaymentViewer,
  now: Date,
): SubscriptionRow['payment'] {
  const facts = line.provider !== null && {
    billingId: line.provider,
    state: line.payment_state,
    ended: line.provider_ended ?? false,
    periodEnd: iso(line.provider_period_end),
    disputed: line.disputed ?? false,
    charging: null,
    nextChargeAt: iso(line.next_charge_at),
    nextAmount: line.next_amount,
    nextDiscount: line.next_discount,
    nextCredit: line.next_credit,
    currency: line.next_currency,
    lastPaidAt: iso(line.last_paid_at),
    retryAt: iso(line.retry_at),
    payUrl: null,
    owed: null,
  }
  const subscription = {
    id: line.id,
    status: line.status,
    startDate: iso(line.start_date),
    endDate: iso(line.end_date),
    onHoldSince: iso(line.held_since),
    renewal: line.renewal ?? 'none',
    plan: { type: line.type, currency: line.currency ?? '' },
  }
  return viewPayment(subscription, facts || undefined, viewer, now)
}

export function viewEvent(
  { type, at, addedBy, data }: ShownEvent,
  t: ServerWords,
): Output<'GET /api/v1/subscriptions/events/{id}'>[number] {
  const { endDate, reason, byOwner } = data
  const own = byOwner && t.extendedByOwner
  const comment = data.comment ?? (reason ? t.cancellationReasons[reason] : own)
  return {
    type,
    timestamp: at.toISOString(),
    addedBy,
    data: { ...(endDate && { endDate: endDate.toISOString() }), ...(comment !== undefined && { comment }) },
  }
}

export function viewPaymentRow(
  row: PaymentRow,
  asAdmin: boolean,
): Output<'GET /api/v1/subscriptions/payments/{id}'>[number] {
  const { kind, state, currency, at, comment, by, failure } = row
  return {
    kind,
    state,
    amount: majorUnits(row.amount, currency),
    tax: row.tax === null ? null : majorUnits(row.tax, currency),
    currency,
    at: at.toISOString(),
    periodStart: row.period_start?.toISOString() ?? null,
    periodEnd: row.period_end?.toISOString() ?? null,
    invoiceNumber: row.invoice_number,
    ...(asAdmin
      ? { addedBy: by, comment, ...(failure ? { failure: { ...failure, card: failure.card ?? null } } : {}) }
      : {}),
  }
}
