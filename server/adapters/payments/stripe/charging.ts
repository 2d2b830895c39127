import { Stripe } from 'stripe'
import type { Charging } from '../../../../domain/billing/billing-snapshot.ts'
import { isScheduled, unlessMissing } from './faults.ts'
import { defaultMethodOf } from './payments.ts'
import { endsWithPeriod } from './snapshot.ts'
import { idOf } from './values.ts'
import { dayMs } from '../../../../domain/calendar.ts'

/** How far ahead the next charge can be set, in milliseconds: Stripe accepts at most two years. */
const furthest = 700 * dayMs

/** The result for a subscription's unpaid periods: the latest end of those voided, and of those still owed. */
export type Unpaid = { voided: Date | null; owed: Date | null }

/**
 * Makes Stripe charge again, bill nothing for now, or let the subscription end. `owedAt`: an invoice that is not due
 * then, or is being paid, remains payable; null voids whatever can be.
 */
export async function setCharging(stripe: Stripe, id: string, to: Charging, owedAt: Date | null): Promise<Unpaid> {
  const before = await found(stripe, id)
  if (!before || before.ended_at) return { voided: null, owed: null }
  const [first, ...more] = changesTo(to, before)
  if (first) {
    // A portal downgrade "at the end of the period" puts the subscription under a schedule, which refuses a cancellation:
    // docs.stripe.com/billing/subscriptions/subscription-schedules.
    if (before.schedule && cancels(first)) await release(stripe, before)
    const after = await update(stripe, id, first).catch(unlessEnded(stripe, id))
    for (const changes of after ? more : []) await update(stripe, id, changes)
    if (after && to !== 'off' && endsWithPeriod(after)) await update(stripe, id, { cancel_at: '' })
  }
  // A subscription that its owner paused in the portal is resumed by a separate call. Its anchor stays, otherwise the
  // paid days would be charged again: docs.stripe.com/api/subscriptions/resume.
  if (to === 'on' && before.status === 'paused') {
    await stripe.subscriptions.resume(id, { billing_cycle_anchor: { type: 'unchanged' }, proration_behavior: 'none' })
  }
  // A pause and a cancellation apply to future invoices: existing ones would still be collected
  // (docs.stripe.com/billing/subscriptions/pause-payment).
  return to === 'on' ? { voided: null, owed: null } : voidUnpaid(stripe, id, owedAt)
}

/**
 * Returns only the differences, one request after the other. Clearing the flag does not clear a `cancel_at` that the
 * portal set, and both at once is refused (docs.stripe.com/api/subscriptions/update). A later date that the vendor set
 * stays while it renews. So does a pause that voids nothing: the vendor set it in Stripe's dashboard.
 */
function changesTo(to: Charging, subscription: Stripe.Subscription): Stripe.SubscriptionUpdateParams[] {
  const { cancel_at_period_end: flag, cancel_at: cancelAt, pause_collection: pause } = subscription
  const ends = endsWithPeriod(subscription)
  const changes: Stripe.SubscriptionUpdateParams = {}
  if (to !== 'off' && flag) changes.cancel_at_period_end = false
  if (to !== 'off' && !flag && ends) changes.cancel_at = ''
  if (to === 'paused' && !pause) changes.pause_collection = { behavior: 'void' }
  if (to !== 'paused' && pause?.behavior === 'void') changes.pause_collection = ''
  if (to !== 'off' || ends) return Object.keys(changes).length > 0 ? [changes] : []
  return [...(cancelAt ? [{ cancel_at: '' as const }] : []), { ...changes, cancel_at_period_end: true }]
}

const cancels = (changes: Stripe.SubscriptionUpdateParams) =>
  'cancel_at_period_end' in changes || 'cancel_at' in changes

/** Moves the next charge to that day, from which later ones are counted. */
export async function moveTrialEnd(stripe: Stripe, id: string, to: Date, now: Date): Promise<void> {
  // The daily check moves a day beyond that limit, when it comes nearer.
  const trialEnd = Math.floor(Math.min(to.getTime(), now.getTime() + furthest) / 1000)
  await update(stripe, id, { trial_end: trialEnd, proration_behavior: 'none' }).catch(unlessEnded(stripe, id))
}

/**
 * Checkout stores the payment method on the subscription, where it has precedence over the customer's default
 * (docs.stripe.com/api/subscriptions/object, `default_payment_method`). The portal changes only the default
 * (docs.stripe.com/customer-management/portal-deep-links), so the default must be what is charged. It is set first:
 * between the two requests both are the same. A default that the customer added after the purchase stays.
 */
export async function setDefaultMethod(stripe: Stripe, id: string): Promise<void> {
  const subscription = await found(stripe, id, 'customer.invoice_settings.default_payment_method')
  if (!subscription?.default_payment_method || subscription.ended_at) return
  const { customer, default_payment_method: own, created } = subscription
  const present = defaultMethodOf(subscription)
  if (!present || present.created <= created)
    await stripe.customers.update(idOf(customer), { invoice_settings: { default_payment_method: idOf(own) } })
  await stripe.subscriptions.update(id, { default_payment_method: '' }).catch(unlessEnded(stripe, id))
}

/** Ends it now. Cancelling leaves its open invoices payable, so they are voided: docs.stripe.com/api/subscriptions/cancel. */
export async function endSubscription(stripe: Stripe, id: string): Promise<void> {
  const cancel = () => stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false })
  await cancel()
    .catch(async (error: unknown) => {
      if (!isScheduled(error)) throw error
      const subscription = await found(stripe, id)
      if (subscription) await release(stripe, subscription)
      return cancel()
    })
    .catch(unlessEnded(stripe, id))
  await voidUnpaid(stripe, id, null)
}

/**
 * Stripe refuses some changes while a schedule manages the subscription; released, the subscription continues unchanged.
 */
async function update(
  stripe: Stripe,
  id: string,
  changes: Stripe.SubscriptionUpdateParams,
): Promise<Stripe.Subscription> {
  try {
    return await stripe.subscriptions.update(id, changes)
  } catch (error) {
    const subscription = isScheduled(error) ? await found(stripe, id) : undefined
    if (!subscription?.schedule) throw error
    await release(stripe, subscription)
    return stripe.subscriptions.update(id, changes)
  }
}

async function release(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  if (schedule) await stripe.subscriptionSchedules.release(idOf(schedule))
}

async function found(stripe: Stripe, id: string, expand?: string): Promise<Stripe.Subscription | undefined> {
  return stripe.subscriptions.retrieve(id, expand === undefined ? {} : { expand: [expand] }).catch((error: unknown) => {
    unlessMissing(error)
    return undefined
  })
}

/** Ignores an error if the subscription has ended, according to its own state, because then it needs no change. */
function unlessEnded(stripe: Stripe, id: string) {
  return async (error: unknown): Promise<undefined> => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const subscription = await found(stripe, id)
    // For a first payment that was never made, Stripe documents only the status.
    if (subscription && !subscription.ended_at && subscription.status !== 'incomplete_expired') throw error
  }
}

/**
 * Voids the drafts and open invoices of a subscription's periods. Stripe does not delete a draft that a subscription made,
 * so it is finalised without being collected first.
 */
export async function voidUnpaid(stripe: Stripe, subscription: string, owedAt: Date | null): Promise<Unpaid> {
  const ends = { voided: 0, owed: 0 }
  for (const status of ['draft', 'open'] as const) {
    const { data } = await stripe.invoices.list({ subscription, status, limit: 100 })
    for (const invoice of data) {
      if (!(invoice.billing_reason ?? 'subscription').startsWith('subscription')) continue
      const notDue = owedAt !== null && status === 'open' && (invoice.due_date ?? 0) * 1000 > owedAt.getTime()
      const outcome = notDue ? 'owed' : await voidOne(stripe, invoice)
      if (outcome !== 'paid')
        ends[outcome] = Math.max(ends[outcome], ...invoice.lines.data.map(({ period }) => period.end))
    }
  }
  const moment = (seconds: number) => (seconds === 0 ? null : new Date(seconds * 1000))
  return { voided: moment(ends.voided), owed: moment(ends.owed) }
}

/** An invoice that is being paid cannot be voided: it is owed. */
async function voidOne(stripe: Stripe, invoice: Stripe.Invoice): Promise<'voided' | 'owed' | 'paid'> {
  try {
    const open =
      invoice.status === 'draft' ? await stripe.invoices.finalizeInvoice(invoice.id, { auto_advance: false }) : invoice
    if (open.status !== 'open') return 'paid'
    await stripe.invoices.voidInvoice(invoice.id)
    return 'voided'
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const now = await stripe.invoices.retrieve(invoice.id, { expand: ['payments.data.payment.payment_intent'] })
    if (now.status === 'void') return 'voided'
    const processing = now.payments?.data.some(({ payment: { payment_intent: intent } }) =>
      intent && typeof intent !== 'string' ? intent.status === 'processing' : false,
    )
    if (now.status === 'paid') return 'paid'
    if (processing) return 'owed'
    throw error
  }
}
