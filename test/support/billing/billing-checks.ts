/**
 * Rules that must hold whenever everything has come to rest, judged by the model of Stripe and not by the shop’s own
 * data.
 */
import assert from 'node:assert/strict'
import { addDays, daysBetween, isOver, utcMidnight } from '../../../domain/calendar.ts'
import type { Command } from '../../../domain/subscription/commands.ts'
import type { SubscriptionEvent } from '../../../domain/subscription/events.ts'
import { charging, cleared, isLive, type Subscription } from '../../../domain/subscription/subscription.ts'
import { isPaidBack } from '../../../domain/billing/billing-side.ts'
import type { PaymentIssueKind } from '../../../domain/billing/payments/payment-issues.ts'
import { checkAwaited, checkNeverStarted, checkRefunds, checkReplaced, checkStored } from './money-checks.ts'
import { nowOf, type Row, type Shop } from './lives-store.ts'
import {
  chargingOf,
  dateOf,
  hourOf,
  invoiceOf,
  invoicesOf,
  refundedOf,
  type StripeInvoice,
  type StripePayment,
  type StripeSubscription,
} from './stripe-model.ts'

/** What the checks remember of a life. Moments are the hours of the model. */
export type Journal = {
  /** Days that the vendor granted, here or in the dashboard. */
  grants: number[]
  /** The last day that an administrator set for each row, unless something else has decided since. */
  extended: Map<string, Date>
  /** When each row’s owner was first told that nothing more will be charged. */
  silence: Map<string, number>
  mails: number
  /** The end of days on hold or in waiting, and of days that a purchase added, beyond what was paid for. */
  heldDays: number
  carriedDays: number
  /** When each row was first paid for, which may be long before the shop received the report. */
  paidAt: Map<string, Date>
  /** Every subscription at the provider that has belonged to a row. */
  providers: Map<string, Set<string>>
  /** Payments that gave access. */
  used: Set<string>
  /** The hour in which the vendor ended a subscription in the dashboard. */
  endedByVendor: Map<string, number>
}

export function newJournal(): Journal {
  return {
    grants: [],
    extended: new Map(),
    silence: new Map(),
    mails: 0,
    heldDays: 0,
    carriedDays: 0,
    paidAt: new Map(),
    providers: new Map(),
    used: new Set(),
    endedByVendor: new Map(),
  }
}

export function noteStep({ providers }: Journal, { rows }: Shop): void {
  for (const { subscription, side } of rows) {
    const known = providers.get(subscription.id) ?? new Set()
    if (side) providers.set(subscription.id, known.add(side.billingId))
  }
}

export function noteDecision(
  journal: Journal,
  shop: Shop,
  command: Command,
  before: Subscription | null,
  after: Subscription | null,
  events: readonly SubscriptionEvent[],
): void {
  noteStep(journal, shop)
  readMails(journal, shop)
  // Administrators see what the provider refuses to stop.
  for (const { kind, subscriptionId: row } of shop.issues)
    if (kind === 'task-refused' && row !== null) journal.silence.delete(row)
  const now = nowOf(shop)
  for (const { type } of events) {
    if (type === 'RENEWAL_RESUMED' || type === 'SUBSCRIPTION_UNDO_CANCELLATION') journal.silence.delete(after?.id ?? '')
    // A month that begins on another day may be up to three days longer.
    if (type === 'SUBSCRIPTION_ACTIVATED' && before) {
      journal.heldDays += before.onHoldSince
        ? daysBetween(before.onHoldSince, now)
        : daysBetween(journal.paidAt.get(before.id) ?? now, now) + 3
    }
  }
  // An administrator restores the earlier state, regardless of changes at the provider meanwhile.
  if (command.kind === 'undo' && events.length > 0 && after?.endDate) journal.grants.push(hourOf(after.endDate))
  if (command.kind === 'payment-confirmed' && before === null) journal.paidAt.set(command.id, command.paidAt)
  if (command.kind === 'payment-returned' && events.length > 0) checkNothingKept(shop, command.payment)
  // A refund, another plan and another purchase count from their own day.
  const decides = ['payment-returned', 'plan-changed', 'payment-confirmed', 'undo'].includes(command.kind)
  if (decides && events.length > 0) journal.extended.delete(after?.id ?? '')
  if (command.kind === 'extend' && events.length > 0) {
    journal.extended.set(after?.id ?? '', utcMidnight(command.endDate))
    journal.grants.push(hourOf(utcMidnight(command.endDate)))
    // After an extension, an expired subscription that was never stopped renews again.
    journal.silence.delete(after?.id ?? '')
  }
  if (command.kind === 'payment-confirmed' && before?.endDate && before.status !== 'expired' && events.length > 0) {
    // Days of grace are not added: nobody paid for them.
    const { endDate, paidUntil, grantedUntil } = before
    const bought = Math.max(paidUntil?.getTime() ?? 0, grantedUntil?.getTime() ?? 0)
    const until = new Date(Math.min(endDate.getTime(), bought))
    journal.carriedDays += Math.max(0, daysBetween(command.paidAt, until))
  }
}

/** The next charge is made on the card that the customer stored last, unless the provider refused to set it. */
function checkCard({ issues, line: { stripe } }: Shop, { subscription, side }: Row): void {
  const over = side && stripe.subscriptions.get(side.billingId)
  if (!over || over.endedAt !== null) return
  if (
    issues.some(({ subscriptionId, task }) => subscriptionId === subscription.id && task?.task === 'set-default-method')
  )
    return
  assert.deepEqual([over.ownCard, stripe.defaultCard], [null, stripe.cards.length - 1])
}

export function check(shop: Shop, journal: Journal): void {
  noteStep(journal, shop)
  readMails(journal, shop)
  const live = shop.rows.filter(({ subscription }) => isLive(subscription))
  assert.ok(live.length <= 1, `${live.length} live ones`)
  for (const payment of shop.line.stripe.payments.values()) checkPayment(shop, journal, payment)
  for (const row of shop.rows) checkCard(shop, row)
  for (const row of shop.rows) {
    checkAccess(shop, journal, row)
    checkPaidBack(shop, journal, row)
    const providers = journal.providers.get(row.subscription.id) ?? []
    checkStored(shop, providers, row)
    checkReplaced(shop, providers, row)
    checkNeverStarted(shop, providers, row)
    checkRefunds(shop, row)
    checkAwaited(shop, row)
    if (!hasIssue(shop, row)) checkAccount(shop, journal, row)
  }
}

/** Notes since when owners have known that nothing more will be charged. */
function readMails(journal: Journal, { mails }: Shop): void {
  for (const { mail, row, at, failure } of mails.slice(journal.mails)) {
    const says = mail === 'renewal-stopped' || (mail === 'subscription-ended' && !failure)
    if (says && !journal.silence.has(row)) journal.silence.set(row, at)
    if (mail === 'renewal-not-stopped') journal.silence.delete(row)
  }
  journal.mails = mails.length
}

/** Kinds after which an administrator decides about the access; the others are for their information. */
const deciding: readonly PaymentIssueKind[] = [
  'refund-forbidden',
  'payment-without-use',
  'ended-before-start',
  'payment-disputed',
  'task-refused',
]

const hasIssue = (shop: Shop, { subscription: { id } }: Row) =>
  shop.issues.some(({ subscriptionId, kind }) => subscriptionId === id && deciding.includes(kind))

/** Whether a payment went back, by an hour; without one: at all. */
function wentBack(payment: StripePayment, by = Infinity): boolean {
  const refunds = payment.refunds.filter(({ at }) => at <= by)
  return payment.dispute === 'lost' || refundedOf({ refunds }) >= payment.received
}

/** Asserts that a refund ends access only if no other payment for the same period remains. */
function checkNothingKept({ line: { stripe } }: Shop, id: string): void {
  const payment = stripe.payments.get(id)
  assert.ok(payment)
  const { subscription, end } = invoiceOf(stripe, payment.invoice)
  const invoices = invoicesOf(stripe, subscription).filter(({ status }) => status === 'paid')
  const paid = invoices.filter((one) => one.end === end && one.credited === null && one.total > 0)
  const kept = paid.map((one) => {
    const by = one.payment === null ? undefined : stripe.payments.get(one.payment)
    if (!by) return one.fromBalance
    return wentBack(by) ? 0 : by.received - refundedOf(by)
  })
  const credits = invoices.filter(({ total, credit }) => total < 0 && credit?.end === end)
  const left = kept.reduce((sum, amount) => sum + amount, 0) + credits.reduce((sum, { total }) => sum + total, 0)
  assert.ok(left <= 0, `ended while ${left} of ${id}’s period is kept`)
}

const cancellations = ['SUBSCRIPTION_CANCELLED', 'SUBSCRIPTION_UNDO_CANCELLATION'] as const

/** Asserts that every charged period gives access, was refunded, or is a payment issue. */
function checkPayment(shop: Shop, { used: seen, endedByVendor }: Journal, payment: StripePayment): void {
  if (seen.has(payment.id) || wentBack(payment) || shop.issues.some((issue) => issue.payment === payment.id)) return
  const invoice = invoiceOf(shop.line.stripe, payment.invoice)
  // Administrators see that Stripe refuses to end it.
  const refused = shop.issues.filter(({ task }) => task?.task === 'end-charging')
  if (refused.some(({ providerObject }) => providerObject === invoice.subscription)) return
  // Its credit paid for another plan.
  if (invoice.credited !== null) return
  // The vendor ended it in the dashboard, and decided there about what had been paid.
  if (payment.at <= (endedByVendor.get(invoice.subscription) ?? -Infinity)) return
  const end = utcMidnight(dateOf(invoice.end))
  const used = shop.rows.some(({ history, subscription, side }) => {
    const took = history.some(({ data }) => {
      if (!('payment' in data) || data.payment !== payment.id) return false
      return !('endDate' in data) || !subscription.startDate || data.endDate >= end
    })
    // A period may be billed more than once. If it is over, access lasted until its end; on hold, its days are kept. An
    // administrator who cancels decides about what was paid before.
    const { endDate } = subscription
    const before = history.filter(({ at }) => at < dateOf(payment.at))
    const decided = before.findLast(({ type }) => cancellations.some((one) => one === type))
    const isLate = decided?.type === 'SUBSCRIPTION_CANCELLED'
    const lasted = !isLate && endDate !== null && endDate >= end
    return took || (side?.billingId === invoice.subscription && lasted)
  })
  if (used) seen.add(payment.id)
  assert.ok(used, `${payment.id} for ${invoice.id} gave no access and did not go back`)
}

function checkAccess(shop: Shop, journal: Journal, row: Row): void {
  const { subscription } = row
  const { stripe } = shop.line
  const provider = row.side?.billingId ?? ''
  const { status, endDate } = subscription
  const over = stripe.subscriptions.get(provider)
  assert.ok(over, 'it has a side at Stripe')
  const given = givenUntil(stripe.invoices, over, (id) => stripe.payments.get(id))
  const paidNow = given !== null && given > stripe.now && over.endedAt === null
  // A subscription that could not be ended at Stripe no longer gives access.
  if (paidNow && isLive(subscription) && endDate && !hasIssue(shop, row)) {
    const until = utcMidnight(dateOf(given))
    assert.ok(endDate >= until, `paid until ${until.toISOString()}, access until ${endDate.toISOString()}`)
  }
  const extended = journal.extended.get(subscription.id)
  if (extended && !isOver(extended, nowOf(shop)))
    assert.notEqual(status, 'expired', 'expired in days that were granted')
  if (paidNow && !hasIssue(shop, row)) assert.notEqual(status, 'expired', 'expired while it is paid for')
  if (status !== 'active') return
  assert.ok(cleared(shop.person), 'active implies cleared')
  assert.ok(endDate, 'what is active has an end')
  // It ended before it started: an administrator decides.
  if (
    shop.issues.some(({ kind, subscriptionId }) => subscriptionId === subscription.id && kind === 'ended-before-start')
  )
    return
  const allowed = allowance(shop, journal, subscription)
  assert.ok(endDate <= allowed, `access until ${endDate.toISOString()}, given until ${allowed.toISOString()}`)
  const awaited = invoicesOf(stripe, provider).some(
    (one) => one.status === 'draft' || (one.status === 'open' && one.attempts === 0),
  )
  if (isOver(endDate, nowOf(shop))) assert.ok(awaited, 'active after its last day, with nothing awaited')
}

/** Returns the end of the current period if it is paid, free, or a trial; null otherwise. */
function givenUntil(
  invoices: readonly StripeInvoice[],
  { id, end, status }: StripeSubscription,
  paymentOf: (id: string) => StripePayment | undefined,
): number | null {
  if (status === 'trialing') return end
  const paid = invoices.find((one) => {
    if (one.subscription !== id || one.status !== 'paid' || one.end !== end || one.credited !== null) return false
    const payment = one.payment === null ? undefined : paymentOf(one.payment)
    return payment === undefined || !wentBack(payment)
  })
  return paid ? end : null
}

/** Returns the last day until which anything gives access: a period, days of grace, and days granted, held or added. */
function allowance({ line }: Shop, journal: Journal, { id }: Subscription): Date {
  const ends: number[] = [...journal.grants]
  for (const provider of journal.providers.get(id) ?? []) {
    const invoices = invoicesOf(line.stripe, provider)
    for (const [index, invoice] of invoices.entries()) {
      const { status, attempts, start, end, credited, reason, plan } = invoice
      const payment = invoice.payment === null ? undefined : line.stripe.payments.get(invoice.payment)
      // A card that was declined once; the amount may have been refunded since.
      if (attempts > (payment && !payment.byHand ? 1 : 0)) {
        ends.push(start + (plan === 'weekly' ? 3 : 14) * 24)
      }
      // What went back after its period takes nothing: its last day is still today.
      if (reason === 'trial' || (payment && wentBack(payment, end))) continue
      // The rest of it paid for another plan, once that was paid.
      const next = invoices.slice(0, index).findLast((one) => one.reason === 'update' && one.created === credited)
      // If it ended in the hour of a change, it may have ended before the shop could read the change. A change that was
      // paid only after the period that it began ends nothing: it is no longer the current one.
      const paidAt = line.stripe.payments.get(next?.payment ?? '')?.at ?? -Infinity
      const inTime = next?.status === 'paid' && paidAt < next.end
      const spent = inTime && line.stripe.subscriptions.get(provider)?.endedAt !== credited
      if (status === 'paid' || status === 'void') ends.push(spent && credited !== null ? credited : end)
    }
  }
  return addDays(dateOf(Math.max(...ends)), journal.heldDays + journal.carriedDays)
}

/**
 * Asserts that only a refund of what a subscription was bought with counts, and that of a longer period not once a
 * shorter one is paid for, and kept.
 */
function checkPaidBack({ line: { stripe } }: Shop, journal: Journal, { subscription, side }: Row): void {
  if (!side) return
  const bought = [...(journal.providers.get(subscription.id) ?? [])].flatMap((id) => invoicesOf(stripe, id))
  const isBack = bought.some(({ payment: id, creditNoted }) => {
    const payment = stripe.payments.get(id ?? '')
    return creditNoted > 0 || (payment && (payment.dispute === 'lost' || refundedOf(payment) > 0))
  })
  assert.ok(isBack || !isPaidBack(side.paidBackUntil, side.periodEnd), 'nothing of it was refunded')
  // What is left of an earlier purchase was added to this one, and so is its refund.
  if ((journal.providers.get(subscription.id)?.size ?? 0) > 1) return
  const end = stripe.subscriptions.get(side.billingId)?.end
  const running = invoicesOf(stripe, side.billingId).filter((one) => one.status === 'paid' && one.end === end)
  const payments = running.flatMap(({ payment }) => stripe.payments.get(payment ?? '') ?? [])
  const isKept = payments.length > 0 && payments.every((one) => one.dispute !== 'lost' && refundedOf(one) === 0)
  const { paidBackUntil: until, periodEnd } = side
  if (isKept) assert.ok(until === null || until <= periodEnd, 'only an earlier period was refunded')
}

/** Asserts that the account page announces what Stripe does next. */
function checkAccount({ line }: Shop, journal: Journal, { subscription, side }: Row): void {
  const { stripe } = line
  const provider = side?.billingId ?? ''
  const over = stripe.subscriptions.get(provider)
  if (!over) return
  const { status, renewal, endDate, plan } = subscription
  const payments = invoicesOf(stripe, provider).map(({ payment }) => stripe.payments.get(payment ?? ''))
  const disputed = payments.some((payment) => payment?.dispute === 'open')
  const does = over.endedAt !== null ? 'ended' : chargingOf(over)
  const wanted = charging(subscription, disputed)
  const unpaid = invoicesOf(stripe, provider).filter(
    (one) => one.status === 'draft' || one.status === 'open' || one.status === 'uncollectible',
  )
  if (isLive(subscription)) {
    if (does !== 'ended') assert.equal(plan.name, `analytics-${over.plan}`, 'the plan of the item')
    if (wanted === 'off') assert.ok(does === 'off' || does === 'ended', `not to be charged again, but is ${does}`)
    else assert.equal(does, wanted, `renewal is ${renewal}`)
  }
  if (status === 'cancelled') assert.ok(does === 'off' || does === 'ended', `cancelled, but charging is ${does}`)
  if (status === 'expired' && does !== 'ended' && does !== 'off') {
    assert.ok(unpaid.length > 0, `expired, but charged again on ${dateOf(over.end).toISOString()}`)
  }
  if (wanted === 'off') {
    const collected = unpaid.filter((one) => one.finalizeAt !== null || one.nextAttempt !== null)
    assert.deepEqual(collected, [], 'nothing more will be charged')
  }
  const far = over.end - stripe.now > 364 * 24
  if (status === 'active' && wanted === 'on' && endDate && unpaid.length === 0 && !far) {
    assert.deepEqual(endDate, utcMidnight(dateOf(over.end)), 'it renews on the day of the next charge')
  }
  const since = journal.silence.get(subscription.id)
  if (since === undefined) return
  for (const payment of payments) {
    if (payment && payment.at > since && !payment.byHand)
      assert.ok(wentBack(payment), `${payment.id} was charged after “nothing more”`)
  }
}
