/**
 * The messages to other systems. A message is thin: it states what changed and names it, and contains no personal data.
 */
import type { KeyScope } from '../api-key.ts'
import type { SubscriptionStatus } from '../subscription/subscription.ts'

const subscriptionMessages = [
  'subscription.created',
  'subscription.activated',
  'subscription.held',
  'subscription.renewed',
  'subscription.extended',
  'subscription.renewal_stopped',
  'subscription.renewal_resumed',
  'subscription.payment_failed',
  'subscription.plan_changed',
  'subscription.cancelled',
  'subscription.cancellation_undone',
  'subscription.expired',
] as const
const trialMessages = ['trial.started', 'trial.ending', 'trial.ended', 'trial.converted'] as const
const moneyMessages = [
  'payment.paid',
  'payment.refunded',
  'payment.disputed',
  'invoice.finalized',
  'invoice.paid',
  'invoice.overdue',
] as const
const subscriberMessages = [
  'subscriber.registered',
  'subscriber.verified',
  'subscriber.cleared',
  'subscriber.held',
  'subscriber.refused',
  'subscriber.erased',
] as const
const deviceMessages = ['device.approved', 'device.released'] as const

/** Every type that a webhook endpoint can choose, and that the event feed contains. */
export const messageTypes = [
  ...subscriptionMessages,
  ...trialMessages,
  ...moneyMessages,
  ...subscriberMessages,
  ...deviceMessages,
] as const
export type MessageType = (typeof messageTypes)[number]

/** Sent to one endpoint as a test. The feed does not contain it. */
export const testMessage = 'endpoint.test'

export type BillingMessage = 'subscription.payment_failed' | (typeof moneyMessages)[number]
/** The types that report an event of a subscription. */
export type ChangeMessage = Exclude<
  (typeof subscriptionMessages | typeof trialMessages)[number],
  BillingMessage | 'trial.ending' | 'trial.converted'
>
export type SubscriberMessage = (typeof subscriberMessages)[number]

/**
 * What identifies a subscription, with its state. `number` counts its changes: the state is older than that of a message
 * with a higher number.
 */
export type SubscriptionData = {
  subscription: string
  product: string
  plan: string
  status: SubscriptionStatus
  number: number
}
/** The id of the payment at the billing provider and the number of its invoice, if it states them. */
type BillingData = SubscriptionData & { payment?: string; invoice?: string }
/** `convertedTo` is the subscription that was bought. */
type ConversionData = SubscriptionData & { convertedTo: string }
type DeviceData = { product: string; device: string }

/**
 * The data of each type. `subscriber` is not part of the data: it is stored beside it, and null once the person is
 * erased.
 */
export type DataOfMessage = Record<ChangeMessage | 'trial.ending', SubscriptionData> &
  Record<BillingMessage, BillingData> &
  Record<'trial.converted', ConversionData> &
  Record<SubscriberMessage, Record<string, never>> &
  Record<(typeof deviceMessages)[number], DeviceData>

/** The data of any message. */
export type MessageData = Partial<BillingData & ConversionData & DeviceData>

/** A message in the feed and in webhooks. `subscriber` is null once the person is erased. */
export type ShownMessage<Type extends string = MessageType> = {
  id: string
  type: Type
  timestamp: string
  data: MessageData & { subscriber: string | null }
}

/** `next` is the cursor to continue from, null while there are no messages at all. */
export type FeedPage = { events: ShownMessage[]; next: string | null }

export type EventFeed = {
  /** Returns up to `limit` messages after another one; `gone` if that one was removed. */
  readFeed(after: string | null, types: readonly MessageType[], limit: number): Promise<FeedPage | 'gone'>
}

/**
 * A message to be written in the transaction of the change. `key` identifies what happened: the same change gets the
 * same id, even if it is read again from the billing provider after a backup was restored.
 */
export type NewMessage = {
  [Type in MessageType]: { key: string; type: Type; subscriberId: string | null; at: Date; data: DataOfMessage[Type] }
}[MessageType]

const scopeOfFamily: Record<MessageFamily, KeyScope> = {
  subscription: 'subscriptions:read',
  trial: 'subscriptions:read',
  payment: 'invoices:read',
  invoice: 'invoices:read',
  subscriber: 'subscribers:read',
  device: 'subscribers:read',
}
type MessageFamily = MessageType extends infer T ? (T extends `${infer Family}.${string}` ? Family : never) : never

/** The scope with which an API key can read messages of a type in the event feed. */
export const scopeOfMessage = (type: MessageType): KeyScope =>
  scopeOfFamily[type.slice(0, type.indexOf('.')) as MessageFamily]

/** The scopes with which a key can read the event feed at all. */
export const feedScopes = ['subscriptions:read', 'subscribers:read', 'invoices:read'] as const satisfies KeyScope[]
