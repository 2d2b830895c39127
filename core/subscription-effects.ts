/** What follows from a change, whichever row made it: what the provider should do from now on, and which mails go. */
import { daysBetween } from './calendar.ts'
import type { Command, Effect, Facts, SubscriptionMail } from './subscription-commands.ts'
import type { SubscriptionEvent } from './subscription-events.ts'
import { charging } from './subscription.ts'
import type { Subscription } from './subscription.ts'

export function effectsOf(
  facts: Facts,
  command: Command,
  events: readonly SubscriptionEvent[],
  after: Subscription | null,
): Effect[] {
  if (!after || events.length === 0) return []
  const mails = mailsAbout(command, events, after).map((mail): Effect => ({ kind: 'mail', mail }))
  return [...chargingEffects(facts, command, after), ...mails]
}

/** Commands after which our end date, not the provider's period, says when to charge next. */
const movers: ReadonlySet<string> = new Set<Command['kind']>([
  'extend',
  'clearance-changed',
  'undo',
  'resume-renewal',
  'resumed-in-portal',
])

function chargingEffects({ subscription, billing }: Facts, command: Command, after: Subscription): Effect[] {
  const effects: Effect[] = []
  const to = charging(after)
  if (to && to !== providerDoes(command, subscription)) effects.push({ kind: 'set-charging', to })
  const { status, endDate } = after
  if (status === 'active' && to === 'on' && endDate && movers.has(command.kind)) {
    const fits = billing && daysBetween(billing.periodEnd, endDate) === 0
    if (!fits) effects.push({ kind: 'move-next-charge', to: endDate })
  }
  return effects
}

/** What the provider does before it is told anything: it charges from the first payment on. */
function providerDoes({ kind }: Command, before: Subscription | null): ReturnType<typeof charging> {
  // By these it tells what it already does: telling it back would be an echo.
  if (kind === 'stopped-in-portal' || kind === 'ended-by-provider') return 'off'
  return before ? charging(before) : 'on'
}

function mailsAbout(command: Command, events: readonly SubscriptionEvent[], after: Subscription): SubscriptionMail[] {
  const paid = after.plan.type === 'subscription'
  const mails: SubscriptionMail[] = []
  if ('payment' in command && command.kind !== 'payment-returned') mails.push('receipt')
  if (command.kind === 'cancel' && paid) mails.push('subscription-ended')
  for (const { type } of events) {
    if (type === 'INITIAL_END_DATE_SET' && !paid) mails.push('trial-started')
    if (type === 'RENEWAL_STOPPED') mails.push('renewal-stopped')
    if (type === 'RENEWAL_RESUMED') mails.push('renewal-resumed')
    if (type === 'STATUS_CHANGED' && after.status === 'expired' && paid) mails.push('subscription-ended')
  }
  return mails
}
