import { addDays } from '../../../domain/calendar.ts'
import type { Plan } from '../../../domain/catalogue/plan.ts'
import type { Mail } from '../../../domain/mail.ts'
import type { FailureNotice, SubscriptionMail } from '../../../domain/subscription/commands.ts'
import { termsOf } from '../../../domain/subscription/subscription.ts'
import type { PlanChangeFacts } from '../subscriptions/plan-changed.ts'
import { purchaseFailedMail, purchaseProcessingMail } from '../subscriptions/purchase-mails.ts'
import { paymentRefundedMail, refundFailedMail } from '../subscriptions/refund.ts'
import { cardExpiringMail, renewalComingMail } from '../subscriptions/charge-reminders.ts'
import { subscriptionMail } from '../subscriptions/subscription-mails.ts'
import { sampleInvoice, sampleSubscription, type SampleParts } from './sample-facts.ts'

const card = { brand: 'visa', lastDigits: '4242' }

/** The emails about payments and paid subscriptions, in each version; none without a paid plan. */
export function subscriptionSamples({ frame, recipient, trial, paid: sold, now }: SampleParts): Mail[] {
  const [plan] = sold
  if (!plan) return []
  const payUrl = `${frame.publicUrl}/account`
  const subscription = sampleSubscription(plan, now)
  const held = { ...subscription, status: 'pending', onHoldSince: now } as const
  const money = { amount: plan.priceMinor, currency: plan.currency }
  const paid = { ...recipient, subscription }
  const mail = (kind: SubscriptionMail, facts: object = {}) => subscriptionMail(frame, kind, { ...paid, ...facts })
  const invoice = sampleInvoice(plan, now, payUrl)
  const failures = failuresAt(now, payUrl)
  const [change, ...otherChanges] = changesOf(plan, sold.at(-1) ?? plan, now, payUrl)
  const mails: (Mail | null)[] = [
    subscriptionMail(frame, 'trial-extended', { ...recipient, subscription: sampleSubscription(trial, now) }),
    mail('receipt', { invoice, card }),
    mail('receipt', { invoice, change }),
    mail('receipt'),
    mail('receipt', { subscription: { ...subscription, payment: null } }),
    ...[false, true].map((deniedCountry) =>
      mail('receipt', { deniedCountry, subscription: { ...subscription, startDate: null } }),
    ),
    ...[purchaseProcessingMail, purchaseFailedMail].map((make) => make(frame, { ...recipient, plan, order: 'sample' })),
    ...failures.map((failure) => mail('payment-failed', { failure })),
    mail('payment-failed'),
    paymentRefundedMail(frame, { ...recipient, plan: plan.title, unused: true }),
    ...([{ kind: 'goes-on' }, { kind: 'ended' }, { kind: 'until', endDate: addDays(now, 30) }] as const).map((access) =>
      paymentRefundedMail(frame, { ...recipient, plan: plan.title, money, card, unused: false, access }),
    ),
    refundFailedMail(frame, { ...recipient, plan: plan.title, money }),
    ...[change, ...otherChanges].map((one) => mail('plan-changed', { change: one })),
    mail('price-changed', { change: { ...change, from: cheaper(plan) } }),
    ...[true, false].flatMap((resumable) => [
      mail('renewal-stopped', { resumable }),
      ...[false, true].map((deniedCountry) =>
        mail('renewal-stopped', { resumable, deniedCountry, subscription: held }),
      ),
    ]),
    mail('renewal-not-stopped'),
    mail('renewal-resumed'),
    ...[false, true].map((deniedCountry) => mail('renewal-resumed', { deniedCountry, subscription: held })),
    renewalComingMail(frame, { ...paid, next: money }),
    renewalComingMail(frame, paid),
    renewalComingMail(frame, { ...paid, next: money, otherPlan: plan.title }),
    renewalComingMail(frame, { ...paid, otherPlan: null }),
    cardExpiringMail(frame, { ...paid, lastDigits: card.lastDigits, lastDay: addDays(now, 10) }),
    mail('subscription-ended'),
    ...[...failures, 'unknown' as const].map((failure) => mail('subscription-ended', { failure })),
  ]
  return mails.filter((one) => one !== null)
}

/** Returns failed payments: retried before or after access ends, not retried, or awaiting the bank's page. */
function failuresAt(now: Date, payUrl: string): FailureNotice[] {
  return [
    { retryAt: addDays(now, 3), actionRequired: false, payUrl },
    { retryAt: addDays(now, 60), actionRequired: false, payUrl: null },
    { retryAt: null, actionRequired: false, payUrl },
    { retryAt: null, actionRequired: true, payUrl },
  ]
}

/** The plan at four fifths of its price. */
const cheaper = (plan: Plan) => termsOf({ ...plan, priceMinor: Math.round(plan.priceMinor * 0.8) })

/** A change with the next charge, with a credit, and with an amount that is still open. */
function changesOf(plan: Plan, earlier: Plan, at: Date, url: string): [PlanChangeFacts, ...PlanChangeFacts[]] {
  const from = termsOf(earlier)
  const next = { at: addDays(at, 30), amount: plan.priceMinor, discount: null, credit: null, currency: plan.currency }
  const invoice = sampleInvoice(plan, at, url)
  const change = { from, at, byAdministrator: true, invoice: null, next }
  return [
    change,
    { ...change, byAdministrator: false, next: null, invoice: { ...invoice, status: 'paid', total: -invoice.total } },
    { ...change, next: { ...next, amount: null }, invoice: { ...invoice, status: 'open', amountDue: 500, total: 500 } },
  ]
}
