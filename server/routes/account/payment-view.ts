import type { Output } from '../../../contract/contract.ts'
import { daysBetween } from '../../../domain/calendar.ts'
import { majorUnits } from '../../../domain/catalogue/plan.ts'
import type { OwedAmount } from '../../../domain/billing/payments/owed.ts'
import { isOverdue } from '../../../domain/billing/payments/payment-state.ts'
import { isResumable } from '../../../domain/subscription/requests.ts'
import { renews, type Subscription } from '../../../domain/subscription/subscription.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import { paymentFactsOf, type PaymentFacts } from '../../store/billing/payment-facts.ts'
import { refundableAmong } from '../../store/billing/refundable.ts'
import type { AppContext } from '../../context.ts'

type View = Output<'GET /api/v1/subscriptions/user'>['subscriptions'][number]['subscription']['payment']
export type Viewer = 'owner' | 'administrator'
/** The viewer of payments; for an administrator with what only they see. */
export type PaymentViewer = 'owner' | { linkTo: Payments['linkTo']; refundable: ReadonlySet<string> }

/** A string is written unchanged. */
type Moment = Date | string | null
type Moments = 'periodEnd' | 'nextChargeAt' | 'lastPaidAt' | 'retryAt'
type ShownFacts = Omit<PaymentFacts, Moments> & Record<Moments, Moment>

/**
 * Returns the state of the payment of a subscription, for its owner or an administrator. `facts` are absent if none are
 * stored.
 */
export function viewPayment(
  subscription: Pick<Subscription, 'id' | 'status' | 'renewal'> & {
    startDate: Moment
    endDate: Moment
    onHoldSince: Moment
    plan: Pick<Subscription['plan'], 'type' | 'currency'>
  },
  facts: ShownFacts | undefined,
  viewer: PaymentViewer,
  now: Date,
): View {
  const state = stateOf(subscription, facts)
  const overdue = isOverdue({ state })
  const comes = facts !== undefined && (overdue || (renews(subscription) && state !== 'ended'))
  // Otherwise an open invoice is the next charge.
  const isSettled = state === 'paid' || state === 'none'
  const amount = (minor: number | null) => (comes && minor !== null ? majorUnits(minor, currency) : null)
  const { currency, endDate, plan } = { currency: facts?.currency ?? subscription.plan.currency, ...subscription }
  return {
    state,
    nextChargeAt: comes ? text(isSettled ? nextCharge(facts.nextChargeAt, endDate) : facts.nextChargeAt) : null,
    nextAmount: amount(facts?.nextAmount ?? null),
    nextDiscount: amount(facts?.nextDiscount ?? null),
    nextCredit: amount(facts?.nextCredit ?? null),
    currency: plan.type === 'trial' || !facts ? null : currency.toLowerCase(),
    lastPaidAt: text(facts?.lastPaidAt ?? null),
    graceUntil: overdue && subscription.status === 'active' ? text(endDate) : null,
    resumable: resumableAt(now, subscription, facts),
    retryAt: overdue ? text(facts?.retryAt ?? null) : null,
    ...(viewer === 'owner'
      ? { payUrl: overdue ? (facts?.payUrl ?? null) : null, ...(facts?.owed && { owed: viewOwed(facts.owed) }) }
      : {
          providerUrl: facts ? viewer.linkTo(facts.billingId) : null,
          refundable: viewer.refundable.has(subscription.id),
        }),
  }
}

/** Returns what a viewer sees of the payments of these subscriptions; for administrators in one statement. */
export async function paymentViewer(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  viewer: Viewer,
  linkTo: Payments['linkTo'],
  ids: readonly string[],
): Promise<PaymentViewer> {
  return viewer === 'owner' ? viewer : { linkTo, refundable: await refundableAmong(db, ids, now()) }
}

/** Reads the payment of one subscription and views it. */
export async function readPaymentView(
  context: Pick<AppContext, 'db' | 'now'>,
  subscription: Subscription,
  viewer: Viewer,
  linkTo: Payments['linkTo'],
) {
  const facts = (await paymentFactsOf(context.db, [subscription.id])).get(subscription.id)
  const viewedBy = await paymentViewer(context, viewer, linkTo, facts ? [subscription.id] : [])
  return viewPayment(subscription, facts, viewedBy, context.now())
}

function viewOwed(owed: OwedAmount): View['owed'] {
  return { ...owed, amount: majorUnits(owed.amount, owed.currency), currency: owed.currency.toLowerCase() }
}

/**
 * Returns when the next charge is made, given the time that the provider states. That can be before the end of the paid
 * time: the provider accepts two years at most, and a later charge moves once its day is nearer.
 */
function nextCharge(stated: Moment, endDate: Moment): Moment {
  if (stated === null || endDate === null) return stated
  return daysBetween(new Date(stated), new Date(endDate)) > 0 ? endDate : stated
}

function resumableAt(
  now: Date,
  { status, renewal, ...moments }: Parameters<typeof viewPayment>[0],
  facts: ShownFacts | undefined,
): boolean {
  const [startDate, endDate] = [date(moments.startDate), date(moments.endDate)]
  const state = { status, renewal, startDate, endDate, onHoldSince: date(moments.onHoldSince) }
  const periodEnd = date(facts?.periodEnd ?? null)
  return isResumable(state, facts && periodEnd ? { ...facts, periodEnd } : undefined, now)
}

const date = (moment: Moment) => (moment === null ? null : new Date(moment))
const text = (moment: Moment) => (typeof moment === 'object' ? (moment?.toISOString() ?? null) : moment)

function stateOf({ status }: Pick<Subscription, 'status'>, facts: ShownFacts | undefined): View['state'] {
  if (!facts) return 'none'
  if (facts.ended || status === 'cancelled') return 'ended'
  const state = facts.state ?? 'none'
  // Access that ended without an open payment is over, whatever the provider's period.
  const open = isOverdue({ state }) || state === 'disputed'
  return status === 'expired' && !open ? 'ended' : state
}
