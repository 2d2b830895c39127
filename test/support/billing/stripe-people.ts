/** Acts of the customer in the checkout and in the portal, of the vendor in the dashboard, and of the bank. */
import { payInvoice, refundPayment, setTrialEnd, twoYears, voidInvoice } from './stripe-calls.ts'
import {
  bill,
  cardPays,
  cycleEnd,
  end,
  finalize,
  attempt,
  invoicesOf,
  nextPrice,
  prices,
  report,
  settle,
  type PlanName,
  type Stripe,
  type StripeInvoice,
  type StripeSession,
  type StripeSubscription,
} from './stripe-model.ts'

/** The customer pays on the page of an order: the subscription begins with a paid invoice, of zero with a coupon. */
export function checkOut(stripe: Stripe, session: StripeSession, freeInvoices: number): void {
  if (!cardPays(stripe) && freeInvoices === 0) return
  const { order, plan } = session
  const id = `sub_${stripe.subscriptions.size + 1}`
  const subscription: StripeSubscription = {
    id,
    order,
    plan,
    status: 'active',
    start: stripe.now,
    end: cycleEnd(plan, stripe.now, 1),
    anchor: stripe.now,
    cycles: 1,
    cancelAtPeriodEnd: false,
    cancelAt: null,
    paused: false,
    schedule: null,
    freeInvoices,
    retriesOver: false,
    endedAt: null,
    created: stripe.now,
    boughtWith: stripe.cards.length - 1,
    ownCard: stripe.cards.length - 1,
  }
  stripe.subscriptions.set(id, subscription)
  const price = nextPrice(subscription)
  if (freeInvoices > 0) subscription.freeInvoices -= 1
  const invoice = bill(stripe, subscription, { reason: 'create', price, total: price })
  finalize(stripe, invoice)
  if (invoice.status === 'open') settle(stripe, invoice)
  Object.assign(session, { state: 'complete', subscription: id })
  report(stripe, { checkout: session.id })
}

const running = ({ endedAt }: StripeSubscription) => endedAt === null
const cancels = ({ cancelAt, cancelAtPeriodEnd }: StripeSubscription) => cancelAt !== null || cancelAtPeriodEnd

/** In flexible billing mode by `cancel_at`: docs.stripe.com/billing/subscriptions/billing-mode/compare. */
export function cancelInPortal(stripe: Stripe, subscription: StripeSubscription): void {
  if (!running(subscription) || cancels(subscription)) return
  subscription.schedule = null
  subscription.cancelAt = subscription.end
  report(stripe, { subscription: subscription.id })
}

export function resumeInPortal(stripe: Stripe, subscription: StripeSubscription): void {
  if (!running(subscription) || !cancels(subscription)) return
  Object.assign(subscription, { cancelAt: null, cancelAtPeriodEnd: false })
  report(stripe, { subscription: subscription.id })
}

/** Returns whether the portal offers another plan: not while something is unpaid, scheduled, cancelled or paused. */
function maySwitch(stripe: Stripe, subscription: StripeSubscription, plan: PlanName): boolean {
  const { status, schedule, paused } = subscription
  if (!running(subscription) || cancels(subscription) || schedule !== null || paused) return false
  if (plan === subscription.plan) return false
  if (status !== 'active' && status !== 'trialing') return false
  return !invoicesOf(stripe, subscription.id).some((one) => one.status === 'open' || one.status === 'uncollectible')
}

/**
 * “At the end of the period” puts the subscription under a schedule:
 * docs.stripe.com/customer-management/configure-portal.
 */
export function scheduleInPortal(stripe: Stripe, subscription: StripeSubscription, plan: PlanName): void {
  if (!maySwitch(stripe, subscription, plan)) return
  subscription.schedule = plan
  report(stripe, { subscription: subscription.id })
}

/**
 * At once: the rest of the period is invoiced, less the rest of what was paid; additional credit goes to the customer’s
 * balance (docs.stripe.com/billing/subscriptions/prorations). Another interval keeps the anniversary, in flexible billing
 * mode and by the portal’s default: docs.stripe.com/billing/subscriptions/billing-mode/compare.
 */
export function switchInPortal(stripe: Stripe, subscription: StripeSubscription, plan: PlanName): void {
  // Two periods that begin in the same hour would begin at the same moment in the model, which never happens at Stripe.
  if (!maySwitch(stripe, subscription, plan) || subscription.start === stripe.now) return
  const sameInterval = cycleEnd(plan, 0, 1) === cycleEnd(subscription.plan, 0, 1)
  subscription.plan = plan
  report(stripe, { subscription: subscription.id })
  // A trial stays as it is: nothing was billed for it.
  if (subscription.status === 'trialing') return
  let credit = 0
  for (const invoice of invoicesOf(stripe, subscription.id)) {
    if (invoice.end !== subscription.end || invoice.status === 'void' || invoice.credited !== null) continue
    if (!invoice.superseded)
      credit += Math.round((invoice.price * (invoice.end - stripe.now)) / (invoice.end - invoice.start))
    if (sameInterval) invoice.superseded = true
    else invoice.credited = stripe.now
  }
  const credited = { credit: credit > 0 ? { amount: credit, end: subscription.end } : null }
  if (!sameInterval) Object.assign(subscription, periodAround(plan, subscription.anchor, stripe.now))
  const { start, end } = subscription
  const rest = Math.round((prices[plan] * (end - stripe.now)) / (end - start))
  const invoice = bill(stripe, subscription, {
    reason: 'update',
    price: rest,
    total: rest - credit,
    start: stripe.now,
    ...credited,
  })
  if (invoice.status !== 'draft') return
  finalize(stripe, invoice)
  attempt(stripe, invoice)
}

/** Returns the period of a plan in which an hour lies, counted from the anchor. */
function periodAround(plan: PlanName, anchor: number, hour: number) {
  let cycles = 1
  while (cycleEnd(plan, anchor, cycles) <= hour) cycles += 1
  return { start: cycleEnd(plan, anchor, cycles - 1), end: cycleEnd(plan, anchor, cycles), cycles }
}

/** The bank declines every card that is stored. */
export function declineCards(stripe: Stripe): void {
  stripe.declined = stripe.cards.length - 1
}

/**
 * A new card in the portal is the customer’s default, and changes nothing else:
 * docs.stripe.com/customer-management/portal-deep-links.
 */
export function addCard(stripe: Stripe): void {
  stripe.defaultCard = stripe.cards.push(stripe.now) - 1
}

const unpaid = (stripe: Stripe): StripeInvoice[] =>
  stripe.invoices.filter(({ status }) => status === 'open' || status === 'uncollectible')

/** The customer pays an open invoice on its own page, whatever the state of its subscription. */
export function payLate(stripe: Stripe, which: number): void {
  const invoices = unpaid(stripe)
  const invoice = invoices[which % Math.max(1, invoices.length)]
  if (invoice) payInvoice(stripe, invoice.id)
}

/** The vendor grants days by moving the end of a trial in the dashboard. */
export function giveDays(stripe: Stripe, subscription: StripeSubscription, days: number): number | null {
  const waits = invoicesOf(stripe, subscription.id).some(({ status }) => status === 'draft' || status === 'open')
  if (!running(subscription) || cancels(subscription) || subscription.schedule !== null || waits) return null
  const to = subscription.end + days * 24
  if (to > stripe.now + twoYears) return null
  setTrialEnd(stripe, subscription.id, to)
  report(stripe, { subscription: subscription.id })
  return to
}

export function giveCoupon(stripe: Stripe, subscription: StripeSubscription, freeInvoices: number): void {
  if (!running(subscription)) return
  subscription.freeInvoices = freeInvoices
  report(stripe, { subscription: subscription.id })
}

/** The vendor waives an open invoice, or writes it off. */
export function waive(stripe: Stripe, writesOff: boolean): void {
  const invoice = unpaid(stripe)[0]
  if (!invoice) return
  if (!writesOff) return voidInvoice(stripe, invoice.id)
  Object.assign(invoice, { status: 'uncollectible', nextAttempt: null })
  report(stripe, { subscription: invoice.subscription })
}

/** The vendor ends it in the dashboard. */
export function endInDashboard(stripe: Stripe, subscription: StripeSubscription): void {
  if (running(subscription)) end(stripe, subscription)
}

export function refundInDashboard(stripe: Stripe, id: string, part: boolean): void {
  const payment = stripe.payments.get(id)
  if (!payment || payment.dispute === 'open' || payment.dispute === 'lost') return
  const left = payment.refunds.reduce((sum, { amount }) => sum - amount, payment.received)
  const amount = part ? Math.ceil(left / 3) : left
  if (amount > 0) refundPayment(stripe, id, amount, null)
}

/** docs.stripe.com/disputes/how-disputes-work: a dispute takes the part that was not refunded. */
export function dispute(stripe: Stripe, id: string, to: 'open' | 'won' | 'lost'): void {
  const payment = stripe.payments.get(id)
  if (!payment) return
  const fits = to === 'open' ? payment.dispute === 'none' : payment.dispute === 'open'
  if (!fits || payment.refunds.reduce((sum, { amount }) => sum - amount, payment.received) === 0) return
  payment.dispute = to
  report(stripe, { payment: id })
}
