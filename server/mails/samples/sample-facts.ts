import { addDays } from '../../../domain/calendar.ts'
import type { BillingInvoice } from '../../../domain/billing/billing-snapshot.ts'
import type { Plan } from '../../../domain/catalogue/plan.ts'
import type { Recipient } from '../../../domain/mail.ts'
import { termsOf, type Subscription } from '../../../domain/subscription/subscription.ts'
import type { MailFrame } from '../layout/layout.ts'

/** The parts of a sample email. `paid` is empty if the catalogue has only trials. */
export type SampleParts = {
  frame: MailFrame
  recipient: Recipient
  trial: Plan
  paid: readonly Plan[]
  /** An address at the identity provider, such as that of a link to a password. */
  identityAddress: string
  now: Date
}

/** Returns a fictional subscription that was paid today and runs for 30 days. */
export function sampleSubscription(plan: Plan, now: Date): Subscription {
  const endDate = addDays(now, 30)
  return {
    id: 'sample',
    plan: termsOf(plan),
    status: 'active',
    createdDate: now,
    startDate: now,
    endDate,
    onHoldSince: null,
    renewal: 'on',
    paidUntil: endDate,
    payment: 'paid',
    grantedUntil: null,
    extendedByOwner: false,
    latestComment: null,
  }
}

/** The paid invoice of its period, with a fifth of tax. */
export function sampleInvoice(plan: Plan, now: Date, url: string): BillingInvoice {
  const tax = Math.round(plan.priceMinor * 0.2)
  const total = plan.priceMinor + tax
  return {
    id: 'sample',
    number: 'SAMPLE-0001',
    status: 'paid',
    createdAt: now,
    period: { start: now, end: addDays(now, 30) },
    currency: plan.currency,
    total,
    tax,
    amountDue: total,
    amountPaid: total,
    attempts: 1,
    nextAttempt: null,
    dueDate: null,
    finalizationFailed: false,
    paidAt: now,
    payment: 'pi_sample',
    url,
  }
}
