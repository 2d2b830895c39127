import type { EventType, SubscriptionEvent } from '../subscription/events.ts'
import type { Subscription } from '../subscription/subscription.ts'
import type { ChangeMessage, NewMessage, SubscriptionData } from './message-types.ts'

/** A change of one subscription: all its events, and the states around them. */
type SubscriptionChange = { before: Subscription | null; after: Subscription; events: readonly SubscriptionEvent[] }

type EventOf<T extends EventType> = Extract<SubscriptionEvent, { type: T }>

/** The message that reports an event; null for one that another event of the same change reports. */
const messageOf: { [T in EventType]: (event: EventOf<T>, change: SubscriptionChange) => ChangeMessage | null } = {
  PENDING_SUBSCRIPTION_CREATED: () => 'subscription.created',
  SUBSCRIPTION_CREATED: () => 'subscription.created',
  INITIAL_END_DATE_SET: (_event, { after }) => (isTrial(after) ? 'trial.started' : 'subscription.activated'),
  // On the first activation, an event with its dates follows.
  SUBSCRIPTION_ACTIVATED: (_event, { before }) => (before?.startDate ? 'subscription.activated' : null),
  SUBSCRIPTION_MARKED_PENDING: () => 'subscription.held',
  END_DATE_CHANGED: (event, change) => endDateMessage(event, change),
  // One that becomes active again was renewed or extended.
  STATUS_CHANGED: ({ data }, { after }) =>
    data.status === 'active' ? null : isTrial(after) ? 'trial.ended' : 'subscription.expired',
  SUBSCRIPTION_CANCELLED: () => 'subscription.cancelled',
  SUBSCRIPTION_UNDO_CANCELLATION: () => 'subscription.cancellation_undone',
  RENEWAL_STOPPED: () => 'subscription.renewal_stopped',
  RENEWAL_RESUMED: () => 'subscription.renewal_resumed',
  PLAN_CHANGED: () => 'subscription.plan_changed',
  COMMENT_ADDED: () => null,
}

function endDateMessage(
  { addedBy, data }: EventOf<'END_DATE_CHANGED'>,
  { events, after }: SubscriptionChange,
): ChangeMessage | null {
  const has = (type: EventType) => events.some((event) => event.type === type)
  if (has('PLAN_CHANGED')) return null
  if (data.paidUntil !== undefined || data.payment !== undefined) return 'subscription.renewed'
  // Days of grace are reported by the failed payment, and an end by the billing provider separately.
  if (addedBy === 'billing' || after.status === 'expired') return null
  return 'subscription.extended'
}

const isTrial = ({ plan }: Subscription): boolean => plan.type === 'trial'

/** Returns the data that identifies a subscription in a message. `number` is that of the event. */
export function dataOfSubscription({ id, plan, status }: Subscription, number: number): SubscriptionData {
  return { subscription: id, product: plan.product, plan: plan.name, status, number }
}

/** The messages of a change. `first` is the number of its first event within the subscription. */
export function messagesOfChange(change: SubscriptionChange, first: number, subscriberId: string): NewMessage[] {
  return change.events.flatMap((event, index) => {
    const type = typeOf(event, change)
    if (type === null) return []
    const number = first + index
    const data = dataOfSubscription(change.after, number)
    const key = JSON.stringify([type, change.after.id, number, event.addedBy, event.data])
    return [{ key, type, subscriberId, at: event.at, data }]
  })
}

function typeOf<T extends EventType>(event: EventOf<T>, change: SubscriptionChange): ChangeMessage | null {
  const of: (event: EventOf<T>, change: SubscriptionChange) => ChangeMessage | null = messageOf[event.type]
  return of(event, change)
}

/**
 * Returns the person's trial if a change to `after` is the first payment for a subscription of its product that has
 * started. `all` has the person's subscriptions before the change.
 */
export function convertedTrial(after: Subscription, all: readonly Subscription[]): Subscription | undefined {
  return all.find((trial) => converts(after, trial) && !all.some((other) => converts(other, trial)))
}

/** The overview counts conversions by the same rule (server/store/figures/counts.ts). */
function converts(bought: Subscription, trial: Subscription): boolean {
  const isPaidAndStarted = !isTrial(bought) && bought.startDate !== null && bought.paidUntil !== null
  const isOfProduct = isTrial(trial) && trial.plan.product === bought.plan.product
  return isPaidAndStarted && isOfProduct && bought.createdDate >= trial.createdDate
}
