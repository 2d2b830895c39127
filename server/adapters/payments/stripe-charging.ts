import { Stripe } from 'stripe'
import type { Charging } from '../../../core/billing-snapshot.ts'
import { isScheduled, unlessMissing } from './stripe-faults.ts'
import { idOf } from './stripe-objects.ts'

/** How far ahead the next charge may be set, in milliseconds: Stripe takes two years at the most. */
const furthest = 700 * 86_400_000

/** Makes Stripe charge again, bill nothing for now, or let the subscription end; answers the end of a period it voided. */
export async function setCharging(stripe: Stripe, id: string, to: Charging): Promise<{ voided: Date | null }> {
  const before = await found(stripe, id)
  if (!before || before.ended_at) return { voided: null }
  const changes = changesTo(to, before)
  if (Object.keys(changes).length > 0) {
    // A portal downgrade "at the end of the period" puts the subscription under a schedule, which refuses a cancellation:
    // docs.stripe.com/billing/subscriptions/subscription-schedules.
    if (before.schedule && cancels(changes)) await release(stripe, before)
    const after = await update(stripe, id, changes).catch(unlessEnded(stripe, id))
    if (after && to !== 'off' && after.cancel_at && !after.cancel_at_period_end) {
      await update(stripe, id, { cancel_at: '' })
    }
  }
  // A subscription that its owner paused in the portal starts again by a call of its own.
  if (to === 'on' && before.status === 'paused') {
    await stripe.subscriptions.resume(id, { proration_behavior: 'none' })
  }
  // A pause and a cancellation are for invoices to come: what exists already would still be collected
  // (docs.stripe.com/billing/subscriptions/pause-payment).
  return { voided: to === 'on' ? null : await voidUnpaid(stripe, id) }
}

/**
 * Only what differs. Clearing the flag does not clear a `cancel_at` that the portal set, and both at once is refused
 * (docs.stripe.com/api/subscriptions/update).
 */
function changesTo(to: Charging, subscription: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  const { cancel_at_period_end: flag, cancel_at: cancelAt, pause_collection: pause } = subscription
  const changes: Stripe.SubscriptionUpdateParams = {}
  if (to === 'off' && !flag && !cancelAt) changes.cancel_at_period_end = true
  if (to !== 'off' && flag) changes.cancel_at_period_end = false
  if (to !== 'off' && !flag && cancelAt) changes.cancel_at = ''
  if (to === 'paused' && pause?.behavior !== 'void') changes.pause_collection = { behavior: 'void' }
  if (to !== 'paused' && pause) changes.pause_collection = ''
  return changes
}

const cancels = (changes: Stripe.SubscriptionUpdateParams) =>
  'cancel_at_period_end' in changes || 'cancel_at' in changes

/** The next charge falls on that day, and later ones are counted from it. */
export async function moveTrialEnd(stripe: Stripe, id: string, to: Date, now: Date): Promise<void> {
  // What lies beyond is moved on by the daily look, when the day comes nearer.
  const trialEnd = Math.floor(Math.min(to.getTime(), now.getTime() + furthest) / 1000)
  await update(stripe, id, { trial_end: trialEnd, proration_behavior: 'none' }).catch(unlessEnded(stripe, id))
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
  await voidUnpaid(stripe, id)
}

/** Stripe refuses some changes while a schedule manages the subscription; released, it goes on as it is. */
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

async function found(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  return stripe.subscriptions.retrieve(id).catch((error: unknown) => {
    unlessMissing(error)
    return undefined
  })
}

/** What has ended needs no change any more; whether it has, its own state tells. */
function unlessEnded(stripe: Stripe, id: string) {
  return async (error: unknown): Promise<undefined> => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const subscription = await found(stripe, id)
    if (subscription && !subscription.ended_at) throw error
  }
}

/**
 * Voids the drafts and open invoices of a subscription's periods. Stripe does not delete a draft that a subscription made,
 * so it is finalised without being collected first. Answers the latest end of a period it voided.
 */
async function voidUnpaid(stripe: Stripe, subscription: string): Promise<Date | null> {
  let latest = 0
  for (const status of ['draft', 'open'] as const) {
    const { data } = await stripe.invoices.list({ subscription, status, limit: 100 })
    for (const invoice of data) {
      if (!(invoice.billing_reason ?? 'subscription').startsWith('subscription')) continue
      if (!(await voidOne(stripe, invoice))) continue
      latest = Math.max(latest, ...invoice.lines.data.map(({ period }) => period.end))
    }
  }
  return latest === 0 ? null : new Date(latest * 1000)
}

/** False where it was paid before it could be voided, or is being paid: the payment is refunded when it arrives. */
async function voidOne(stripe: Stripe, invoice: Stripe.Invoice): Promise<boolean> {
  try {
    const open = invoice.status === 'draft' ? await finalise(stripe, invoice.id) : invoice
    if (open.status !== 'open') return false
    await stripe.invoices.voidInvoice(invoice.id)
    return true
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const now = await stripe.invoices.retrieve(invoice.id, { expand: ['payments.data.payment.payment_intent'] })
    if (now.status === 'void') return true
    const processing = now.payments?.data.some(({ payment: { payment_intent: intent } }) =>
      intent && typeof intent !== 'string' ? intent.status === 'processing' : false,
    )
    if (now.status === 'paid' || processing) return false
    throw error
  }
}

async function finalise(stripe: Stripe, id: string): Promise<Stripe.Invoice> {
  return stripe.invoices.finalizeInvoice(id, { auto_advance: false })
}
