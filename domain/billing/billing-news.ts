/**
 * Compares a fresh snapshot of the billing provider with a subscription. Returns the reports to decide and the requests
 * to send to the provider. Pure, so that every rule about charging can be tested with any sequence of messages.
 */
import { addDays, daysBetween, utcMidnight } from '../calendar.ts'
import {
  covers,
  disputesIn,
  hasEnded,
  type BillingInvoice,
  type BillingSnapshot,
  type Charging,
  type Standing,
} from './billing-snapshot.ts'
import { isReturned, periodsIn, type PaymentRecord } from './period-payments.ts'
import { isKept } from './refund-plan.ts'
import { endWithoutGrace } from '../subscription/billing-reports.ts'
import type { PaymentFailure, Report } from '../subscription/commands.ts'
import { charging, isLive, neverStarted, type PlanTerms, type Subscription } from '../subscription/subscription.ts'

const by = 'billing'

export type Look = {
  subscription: Subscription
  snapshot: BillingSnapshot
  standing: Standing
  /** The state last sent to the provider or last read from it; null while neither is known. */
  told: Charging | null
  /** True while a change of charging is being sent to the provider, whose response cannot show it yet. */
  changing: boolean
  /** True if a payment was disputed at the previous check. */
  disputed: boolean
  /** The end of the latest period that was owed when renewal was stopped. */
  owedUntil: Date | null
  /**
   * The ids of invoices that earlier checks found paid, because each payment is decided once. Null before the first
   * check.
   */
  known: ReadonlySet<string> | null
  /** What earlier checks have stored of its payments. */
  records?: readonly PaymentRecord[]
  /** Returns the current terms of a plan in the catalogue. */
  termsOf: (plan: string) => PlanTerms | undefined
  /** Whether the subscriber is notified of the failed payment; false if they were notified before. */
  notify: boolean
}

/** Returns what is new, in an order in which each report follows those on which it depends. */
export function billingNews(look: Look, now: Date): Report[] {
  const { subscription, snapshot, standing, told, changing } = look
  const wanted = charging(subscription, look.disputed)
  const plan = changedPlan(look) ?? (isShortened(look) ? subscription.plan : null)
  const reports: Report[] = []
  const ended = hasEnded(snapshot)
  const priced = isPriceOf(snapshot, subscription.plan) ? atThePriceOf(snapshot, subscription.plan) : subscription.plan
  if (!plan && isLive(subscription) && !ended && priced !== subscription.plan)
    reports.push({ kind: 'price-changed', plan: priced, by })
  // A resumption comes before the charge that follows from it. A subscription that ended is not resumed.
  if (!ended && !changing && snapshot.charging !== 'off' && told === 'off')
    reports.push({ kind: 'resumed-in-portal', by })
  // Periods of the previous plan were paid before the plan changed.
  const renewed = newPeriods(look, plan !== null)
  reports.push(...renewed)
  if (plan) {
    const ends = renewed.flatMap((report) => (report.kind === 'renewal-paid' ? report.periodEnd : []))
    reports.push(planChange(plan, look, ends.at(-1) ?? subscription.paidUntil))
  }
  reports.push(...paidTooLate(look, reports))
  if (standing.kind === 'failed') {
    reports.push({
      kind: 'renewal-failed',
      due: standing.due,
      notice: look.notify ? failureOf(standing) : null,
      ...(covers(standing.invoice, snapshot.period) ? { running: true } : {}),
      by,
    })
  }
  if (!plan && renewed.length === 0 && isSettled(look, now)) reports.push({ kind: 'failure-settled', by })
  // A stop comes after the period that was paid before it.
  if (!changing && snapshot.charging === 'off' && wanted !== null && wanted !== 'off') {
    reports.push({ kind: 'stopped-in-portal', by })
  }
  reports.push(...moneyBack(look, now))
  if (ended) {
    // If its last invoice was paid after the end, that period gives access and does not renew.
    const paidSince = paidAfterTheEnd(snapshot, standing)
    reports.push(
      paidSince ? { kind: 'stopped-in-portal', by } : { kind: 'ended-by-provider', on: snapshot.endedAt ?? now, by },
    )
  }
  return reports
}

function paidAfterTheEnd({ endedAt }: BillingSnapshot, standing: Standing): boolean {
  const paidAt = standing.kind === 'given' ? standing.invoice?.paidAt : null
  return Boolean(paidAt && endedAt && paidAt > endedAt)
}

/**
 * The content of a failure notice. An attempt after the end of its period does not count: the invoice is voided before it.
 */
export function failureOf({
  invoice,
  periodEnd,
  actionRequired,
}: Extract<Standing, { kind: 'failed' }>): PaymentFailure {
  const { nextAttempt, url } = invoice
  return { retryAt: nextAttempt && nextAttempt < periodEnd ? nextAttempt : null, actionRequired, payUrl: url }
}

/** Returns the terms of the plan that its item now has; null if it is the same plan, or none in the catalogue. */
function changedPlan({ subscription, snapshot, standing, known, termsOf }: Look): PlanTerms | null {
  if (snapshot.plan === null || snapshot.plan === subscription.plan.name || hasEnded(snapshot)) return null
  const live = isLive(subscription)
  // A refunded payment stays paid at the provider: it must not be refunded again.
  if (!live && standing.kind === 'given' && standing.invoice && known?.has(standing.invoice.id)) return null
  const terms = termsOf(snapshot.plan)
  return terms ? atThePriceOf(snapshot, terms) : null
}

/**
 * Whether the price of its item belongs to the plan: it has the plan's name, or no name and the plan's interval, as a
 * price that the vendor made for one customer has. Any other price is not adopted; administrators are notified.
 */
function isPriceOf({ plan: name, priced }: BillingSnapshot, plan: PlanTerms): boolean {
  if (name !== null) return name === plan.name
  const { recurringInterval, recurringIntervalCount } = plan
  return priced?.recurringInterval === recurringInterval && priced.recurringIntervalCount === recurringIntervalCount
}

/** Returns a plan at the price that the provider charges for it, or the same object if that is the plan's own price. */
function atThePriceOf({ priced }: BillingSnapshot, plan: PlanTerms): PlanTerms {
  if (!priced || plan.type === 'trial' || priced.currency !== plan.currency) return plan
  const { priceMinor, recurringInterval, recurringIntervalCount } = priced
  const isSame =
    priceMinor === plan.priceMinor &&
    recurringInterval === plan.recurringInterval &&
    recurringIntervalCount === plan.recurringIntervalCount
  return isSame ? plan : { ...plan, priceMinor, recurringInterval, recurringIntervalCount }
}

/**
 * Whether the current period ends before the paid one, for example after a plan change that was not paid immediately.
 */
function isShortened(look: Look): boolean {
  const { subscription, snapshot } = look
  const { paidUntil } = subscription
  if (!isLive(subscription) || neverStarted(subscription) || hasEnded(snapshot) || !isGiven(look)) return false
  return paidUntil !== null && utcMidnight(snapshot.period.end) < paidUntil
}

/**
 * Whether days of grace remain from a payment that failed within the paid period, although nothing is owed any longer.
 */
function isSettled({ subscription, snapshot, standing }: Look, now: Date): boolean {
  const { status, endDate, paidUntil } = subscription
  if (status !== 'active' || snapshot.status === 'trialing' || hasEnded(snapshot)) return false
  const end = endWithoutGrace(subscription)
  const hasGrace = endDate !== null && end !== null && endDate > end
  const periodEnd = snapshot.period.end
  const isPaidPeriod = periodEnd > now && utcMidnight(periodEnd).getTime() === paidUntil?.getTime()
  return hasGrace && isPaidPeriod && standing.kind === 'given'
}

/** A period that the vendor voided while it renews was given away; one voided because of a stop or a hold was not. */
function isGiven({ subscription, standing, disputed, changing }: Look): boolean {
  if (standing.kind !== 'void') return standing.kind === 'given'
  return !standing.withheld && charging(subscription, disputed) === 'on' && !changing
}

function planChange(plan: PlanTerms, look: Look, paidUntil: Date | null): Report {
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
export function invoiceOfChange({ snapshot, standing, known }: Pick<Look, 'snapshot' | 'standing' | 'known'>) {
  const isNew = ({ id }: BillingInvoice) => !known?.has(id)
  const own = 'invoice' in standing ? standing.invoice : null
  if (own && isNew(own)) return own
  const { invoices, period } = snapshot
  return invoices.find((one) => one.status === 'open' && covers(one, period) && isNew(one)) ?? null
}

/** Returns paid or free periods that the subscription does not have yet, oldest first. */
function newPeriods(look: Look, planChanged: boolean): Report[] {
  const { subscription, snapshot, standing, known, owedUntil } = look
  const { paidUntil, endDate, grantedUntil, renewal } = subscription
  const { period, invoices } = snapshot
  // A trial at the provider contains days that were granted or paid for here. Once the money was refunded, it gives no
  // access.
  const isTrialOver = renewal === 'ended' && (snapshot.status === 'trialing' || hasEnded(snapshot))
  const isNewAndFree = (end: Date) => !isTrialOver && (!grantedUntil || utcMidnight(end) > grantedUntil)
  // The report of a plan change contains its own invoice. A renewal that was paid before the change is a separate
  // period.
  const ofChange = standing.kind === 'given' ? standing.invoice : null
  const paid = invoices.filter(
    (invoice) =>
      invoice.status === 'paid' &&
      invoice.period !== null &&
      invoice.period.end <= period.end &&
      (!paidUntil || utcMidnight(invoice.period.end) > paidUntil) &&
      (paymentOf(invoice) !== null || isNewAndFree(invoice.period.end)) &&
      // A longer period of an earlier plan is not a future one.
      (covers(invoice, period) || !paidUntil || invoice.period.start >= addDays(paidUntil, -1)) &&
      !(planChanged && invoice === ofChange),
  )
  const reports = paid.toReversed().flatMap((invoice): Report[] => {
    const payment = paymentOf(invoice)
    if (payment !== null && known?.has(invoice.id)) return []
    const periodEnd = invoice.period?.end ?? period.end
    const owed = owedUntil !== null && periodEnd <= owedUntil
    return [{ kind: 'renewal-paid', payment, periodEnd, ...(owed ? { owed } : {}), by }]
  })
  if (planChanged || paid.some((invoice) => covers(invoice, period))) return reports
  const free = isGiven(look) && !(standing.kind === 'given' && standing.invoice) && !isTrialOver
  const reaches = snapshot.status === 'trialing' ? endDate : paidUntil
  if (free && reaches && utcMidnight(period.end) > reaches) {
    reports.push({ kind: 'renewal-paid', payment: null, periodEnd: period.end, by })
  }
  return reports
}

/** Returns paid invoices of periods that are over or replaced: the provider leaves them payable. */
function paidTooLate(look: Look, reports: readonly Report[]): Report[] {
  const { subscription, snapshot, known } = look
  if (known === null) return []
  const told = new Set(reports.map((report) => ('payment' in report ? report.payment : null)))
  return snapshot.invoices.flatMap((invoice): Report[] => {
    if (invoice.status !== 'paid' || !invoice.period || known.has(invoice.id)) return []
    const { payment } = invoice
    // The current period may be billed more than once, for example for a change within it.
    if (payment === null || (covers(invoice, snapshot.period) && !hasEnded(snapshot))) return []
    if (payment === subscription.payment || told.has(payment)) return []
    return [{ kind: 'past-period-paid', payment, by }]
  })
}

/**
 * Reports periods whose payments were all refunded, unless an administrator kept the access, and a dispute that was
 * opened or closed.
 */
function moneyBack({ snapshot, standing, disputed, records = [] }: Look, now: Date): Report[] {
  const reports: Report[] = []
  const open = snapshot.payments.find(({ disputes }) => disputes.some(({ status }) => status === 'open'))
  if (open && !disputed) reports.push({ kind: 'dispute-changed', disputed: true, payment: open.id, by })
  if (!open && disputed) {
    const closed = snapshot.payments.find(({ disputes }) => disputes.length > 0)
    reports.push({ kind: 'dispute-changed', disputed: false, payment: closed?.id ?? '', by })
  }
  for (const period of periodsIn(snapshot, records)) {
    if (!isReturned(period) || wasFollowedByFree(period.end, snapshot, standing, now)) continue
    const payments = period.payments.flatMap(({ payment }) => payment ?? [])
    if (
      isKept(
        records,
        snapshot.payments.filter(({ id }) => payments.includes(id)),
      )
    )
      continue
    const newest = payments.at(-1)
    if (newest) reports.push({ kind: 'payment-returned', payment: newest, payments, on: now, by })
  }
  return reports
}

/**
 * Whether a period is over and a free period runs now: a refund of the earlier period then does not end access. A trial does not
 * count as a free period, because it may contain days that were paid for.
 */
function wasFollowedByFree(
  end: Date | null,
  { period, status }: BillingSnapshot,
  standing: Standing,
  now: Date,
): boolean {
  if (status === 'trialing') return false
  if (!end || end > now || period.start < end || !givesAccess(standing)) return false
  return standing.kind !== 'given' || standing.invoice === null || paymentOf(standing.invoice) === null
}

/** Returns the id to which a refund refers: of the payment, or of the invoice if the customer's credit paid it. */
export function paymentOf(invoice: BillingInvoice): string | null {
  return invoice.payment ?? (invoice.total > 0 ? invoice.id : null)
}

export type FollowUp = 'move-next-charge' | 'end-charging' | 'set-charging'

/** The requests to send to the provider once the reports are decided; `subscription` is the state after them. */
export function followUps(
  subscription: Subscription,
  snapshot: BillingSnapshot,
  standing: Standing,
  now: Date,
): FollowUp[] {
  const followUp: FollowUp[] = []
  if (chargesOnAnotherDay(subscription, snapshot, standing, now)) followUp.push('move-next-charge')
  if (outlived(subscription, snapshot, standing, now)) followUp.push('end-charging')
  if (isPaidAgain(subscription, snapshot, standing)) followUp.push('set-charging')
  return followUp
}

/**
 * Whether the next charge must move to the end date. It is too early after granted days: the provider moves it by at most two
 * years at a time, and not while a payment is open. It is too late after a period that gives no access. An earlier charge for
 * any other reason was set at the provider and stays.
 */
function chargesOnAnotherDay(
  subscription: Subscription,
  snapshot: BillingSnapshot,
  standing: Standing,
  now: Date,
): boolean {
  const { status, endDate, grantedUntil } = subscription
  const disputed = disputesIn(snapshot).some((dispute) => dispute.status === 'open')
  if (status !== 'active' || !endDate || charging(subscription, disputed) !== 'on') return false
  if (snapshot.charging !== 'on' || hasEnded(snapshot)) return false
  const early = daysBetween(snapshot.period.end, endDate)
  const isGranted = endDate.getTime() === grantedUntil?.getTime()
  const isLater = isGranted && early > 0 && daysBetween(now, snapshot.period.end) < 365
  return isWithheld(standing) ? early < 0 || isLater : isLater && givesAccess(standing)
}

/**
 * Whether charging must stop for good: access and period both ended unpaid, access ended within a period that gives
 * none, or the provider's subscription has ended and still has unpaid invoices.
 */
function outlived(subscription: Subscription, snapshot: BillingSnapshot, standing: Standing, now: Date): boolean {
  if (hasEnded(snapshot)) return snapshot.invoices.some(({ status }) => status === 'open' || status === 'draft')
  if (subscription.status !== 'expired') return false
  return isWithheld(standing) || (standing.kind === 'failed' && standing.periodEnd <= now)
}

/**
 * Whether the provider still pauses a subscription after the payment that failed was made: it may leave resuming to the
 * shop.
 */
function isPaidAgain(subscription: Subscription, snapshot: BillingSnapshot, standing: Standing): boolean {
  const disputed = disputesIn(snapshot).some(({ status }) => status === 'open')
  return Boolean(snapshot.pausedByFailure) && givesAccess(standing) && charging(subscription, disputed) === 'on'
}

const isWithheld = (standing: Standing) => standing.kind === 'void' && standing.withheld
/** A period whose invoice the vendor voided was given away. */
const givesAccess = (standing: Standing) =>
  standing.kind === 'given' || (standing.kind === 'void' && !standing.withheld)

/**
 * Returns the end of the last period at the provider that gives access: the current one, or the previous one while it
 * is unpaid.
 */
export function entitledUntil({ period }: BillingSnapshot, standing: Standing): Date {
  return givesAccess(standing) ? period.end : period.start
}

export const paymentStates = [
  'ended',
  'disputed',
  'action_required',
  'past_due',
  'processing',
  'paused',
  'paid',
  'none',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** The state of the payment, by the first rule that matches. */
export function paymentStateOf(snapshot: BillingSnapshot, standing: Standing): PaymentState {
  if (hasEnded(snapshot)) return 'ended'
  if (disputesIn(snapshot).some(({ status }) => status === 'open')) return 'disputed'
  if (standing.kind === 'failed') return standing.actionRequired ? 'action_required' : 'past_due'
  if (standing.kind === 'awaited') return 'processing'
  if (snapshot.charging === 'paused') return 'paused'
  return standing.kind === 'given' ? 'paid' : 'none'
}
