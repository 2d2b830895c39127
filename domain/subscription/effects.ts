/** The general effects of a change, whichever row made it: what the provider should do from now on, and the emails. */
import { daysBetween } from '../calendar.ts'
import type { Billing, Command, Effect, Facts, OpenPayment, SubscriptionMail } from './commands.ts'
import type { SubscriptionEvent } from './events.ts'
import { charging, isLive } from './subscription.ts'
import type { Subscription } from './subscription.ts'

export function effectsOf(
  facts: Facts,
  command: Command,
  events: readonly SubscriptionEvent[],
  after: Subscription | null,
): Effect[] {
  if (!after || events.length === 0) return []
  const failure = command.kind === 'end-date-over' ? openPayment(command) : {}
  const mails = mailsAbout(command, events, after, facts.billing).map((mail): Effect => ({
    kind: 'mail',
    mail,
    ...(mail === 'subscription-ended' ? failure : {}),
  }))
  return [...chargingEffects(facts, command, after), ...mails]
}

function openPayment({ provider, failure }: Extract<Command, { kind: 'end-date-over' }>): { failure?: OpenPayment } {
  if (provider === 'no-answer') return { failure: 'unknown' }
  return failure ? { failure } : {}
}

/** Commands after which the shop's end date, not the provider's period, determines the next charge. */
const chargeMovingCommands: ReadonlySet<string> = new Set<Command['kind']>([
  'extend',
  'clearance-changed',
  'undo',
  'resume-renewal',
  'resumed-in-portal',
  'payment-confirmed',
])

function chargingEffects({ subscription, billing }: Facts, command: Command, after: Subscription): Effect[] {
  const effects: Effect[] = []
  // A repurchase has its own payment, which is not disputed.
  const to = charging(after, command.kind !== 'payment-confirmed' && billing?.disputed)
  if (to && to !== paymentProviderDoes(command, subscription, billing)) effects.push({ kind: 'set-charging', to })
  const { status, endDate } = after
  if (status === 'active' && to === 'on' && endDate && chargeMovingCommands.has(command.kind)) {
    const periodEnd = command.kind === 'payment-confirmed' ? command.periodEnd : billing?.periodEnd
    if (!periodEnd || daysBetween(periodEnd, endDate) !== 0) effects.push({ kind: 'move-next-charge', to: endDate })
  }
  return effects
}

/** The payment provider's default: it charges from the first payment on. */
function paymentProviderDoes(
  { kind }: Command,
  before: Subscription | null,
  billing: Billing | undefined,
): ReturnType<typeof charging> {
  // These two end the provider's side permanently.
  if (kind === 'ended-by-provider' || kind === 'payment-returned') return 'off'
  if (kind === 'payment-confirmed') return 'on'
  return before ? charging(before, billing?.disputed) : 'on'
}

function mailsAbout(
  command: Command,
  events: readonly SubscriptionEvent[],
  after: Subscription,
  billing: Billing | undefined,
): SubscriptionMail[] {
  const paid = after.plan.type === 'subscription'
  // The provider may end a disputed subscription automatically, without a request of its owner.
  const isRequested = command.kind === 'stop-renewal' || !billing?.disputed
  const mails: SubscriptionMail[] = []
  // A receipt states when the plan starts; what a refused person paid starts nothing, and its refund is emailed.
  const isPurchase = command.kind === 'payment-confirmed'
  if ((isPurchase || isPaid(command)) && after.status !== 'cancelled') mails.push('receipt')
  // A person is emailed once about a hold, whichever of their subscriptions it stops first.
  if (events.some(({ type }) => type === 'SUBSCRIPTION_MARKED_PENDING')) mails.push('on-hold')
  if (isPurchase) return mails
  // The receipt of a paid change also reports the change.
  if (!isPaid(command) && events.some(({ type }) => type === 'PLAN_CHANGED'))
    mails.push(command.kind === 'price-changed' ? 'price-changed' : 'plan-changed')
  if (command.kind === 'extend-trial') mails.push('trial-extended')
  // A purchase whose payment went back before its start is cancelled: a lost dispute has no other email.
  const isOver = command.kind === 'cancel' || command.kind === 'payment-returned'
  if (isOver && after.status === 'cancelled' && paid) mails.push('subscription-ended')
  for (const { type } of events) {
    if (type === 'INITIAL_END_DATE_SET' && !paid) mails.push('trial-started')
    if (type === 'RENEWAL_STOPPED' && isRequested) mails.push('renewal-stopped')
    // The receipt for the new period replaces the email about a resumption.
    if (type === 'RENEWAL_RESUMED' && isLive(after)) mails.push('renewal-resumed')
    // The email about the cancellation said that they will not be charged again.
    if (type === 'SUBSCRIPTION_UNDO_CANCELLATION' && isLive(after) && charging(after, billing?.disputed) === 'on')
      mails.push('renewal-resumed')
    if (type === 'STATUS_CHANGED' && after.status === 'expired' && paid) mails.push('subscription-ended')
  }
  return mails
}

function isPaid(command: Command): boolean {
  const pays =
    command.kind === 'payment-confirmed' || command.kind === 'renewal-paid' || command.kind === 'plan-changed'
  return pays && command.payment !== null
}
