import { utcMidnight } from '../../calendar.ts'
import { covers, hasEnded, paymentOf, type BillingInvoice, type BillingSnapshot } from '../billing-snapshot.ts'
import type { Report } from '../../subscription/commands.ts'
import { isLive, type PlanTerms } from '../../subscription/subscription.ts'
import { isGiven, by, type BillingFacts } from './billing-facts.ts'

/** Returns the terms of the plan that its item now has; null if it is the same plan, or none in the catalogue. */
export function changedPlan({ subscription, snapshot, standing, known, termsOf }: BillingFacts): PlanTerms | null {
  if (snapshot.plan === null || snapshot.plan === subscription.plan.name || hasEnded(snapshot)) return null
  const live = isLive(subscription)
  // A refunded payment stays paid at the provider: it must not be refunded again.
  if (!live && standing.kind === 'given' && standing.invoice && known.has(standing.invoice.id)) return null
  const terms = termsOf(snapshot.plan)
  return terms ? atThePriceOf(snapshot, terms) : null
}

/**
 * Whether the price of its item belongs to the plan: it has the plan's name, or no name and the plan's interval, as a
 * price that the vendor made for one customer has. Any other price is not adopted; administrators are notified.
 */
export function isPriceOf({ plan: name, priced }: BillingSnapshot, plan: PlanTerms): boolean {
  if (name !== null) return name === plan.name
  const { recurringInterval, recurringIntervalCount } = plan
  return priced?.recurringInterval === recurringInterval && priced.recurringIntervalCount === recurringIntervalCount
}

/** Returns a plan at the price that the provider charges for it, or the same object if that is the plan's own price. */
export function atThePriceOf({ priced }: BillingSnapshot, plan: PlanTerms): PlanTerms {
  if (!priced || plan.type === 'trial' || priced.currency !== plan.currency) return plan
  const { priceMinor, recurringInterval, recurringIntervalCount } = priced
  const isSame =
    priceMinor === plan.priceMinor &&
    recurringInterval === plan.recurringInterval &&
    recurringIntervalCount === plan.recurringIntervalCount
  return isSame ? plan : { ...plan, priceMinor, recurringInterval, recurringIntervalCount }
}

export function planChange(plan: PlanTerms, look: BillingFacts, paidUntil: Date | null): Report {
  const { subscription, snapshot, standing, owedUntil } = look
  const { period } = snapshot
  const paid = standing.kind === 'given' ? standing.invoice : null
  const follows = paidUntil !== null && period.start >= utcMidnight(paidUntil)
  // If the change lies within a period that was paid before, that payment does not belong to the change.
  const isOwn = paid !== null && isLive(subscription) && !follows && paymentOf(paid) === subscription.payment
  const invoice = isOwn ? null : paid
  const owed = owedUntil !== null && period.end <= owedUntil
  return {
    kind: 'plan-changed',
    plan,
    payment: invoice ? paymentOf(invoice) : null,
    periodEnd: isGiven(look) ? period.end : null,
    ...(follows && !owed ? { renews: true } : {}),
    by,
  }
}

/** Returns the invoice of a plan change, paid or not; null if there is none. */
export function invoiceOfChange({ snapshot, standing, known }: Pick<BillingFacts, 'snapshot' | 'standing' | 'known'>) {
  const isNew = ({ id }: BillingInvoice) => !known.has(id)
  const own = 'invoice' in standing ? standing.invoice : null
  if (own && isNew(own)) return own
  const { invoices, period } = snapshot
  return invoices.find((one) => one.status === 'open' && covers(one, period) && isNew(one)) ?? null
}
