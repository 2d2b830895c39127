/**
 * The history of a subscription. Events are the source of truth: `apply` folds them into the state, and nothing else
 * changes it. Creation events therefore contain the terms; the API shows only `shownData` of an event.
 */
import { z } from 'zod'
import { addDays, daysBetween, earlier } from '../calendar.ts'
import { intervals } from '../catalogue/interval.ts'
import { endWithoutGrace } from './payments/grace.ts'
import { renewals, type PlanTerms, type Subscription } from './subscription.ts'

const date = z.union([z.date(), z.iso.datetime().transform((text) => new Date(text))])
const terms = {
  product: z.string(),
  name: z.string(),
  title: z.string(),
  priceMinor: z.int(),
  currency: z.string(),
  conditions: z.string(),
  features: z.array(z.string()).exactOptional(),
}
const plan: z.ZodType<PlanTerms> = z.discriminatedUnion('type', [
  z.object({
    ...terms,
    type: z.literal('trial'),
    durationInDays: z.int(),
    recurringInterval: z.null(),
    recurringIntervalCount: z.null(),
  }),
  z.object({
    ...terms,
    type: z.literal('subscription'),
    durationInDays: z.int().nullable(),
    recurringInterval: z.enum(intervals),
    recurringIntervalCount: z.int(),
  }),
])

/** What was paid, and until which day; part of every event that a payment causes. */
const paid = { payment: z.string().exactOptional(), paidUntil: date.exactOptional() }
const comment = z.string()
/** `complimentary`: an administrator granted it, and nothing is charged. */
const created = z.object({ id: z.string(), plan, complimentary: z.literal(true).exactOptional(), ...paid })
const nothing = z.object({})

/** Why the server itself cancelled a subscription. */
const cancellationReason = z.literal('second-trial')
export type CancellationReason = z.output<typeof cancellationReason>

function event<T extends string, D extends z.ZodType>(type: T, data: D) {
  return z.object({ type: z.literal(type), at: date, addedBy: z.string(), data })
}

/** Reads an event stored as JSON: dates become `Date` again, and anything malformed throws. */
export const subscriptionEvent = z.discriminatedUnion('type', [
  event('PENDING_SUBSCRIPTION_CREATED', created),
  event('SUBSCRIPTION_CREATED', created),
  event('INITIAL_END_DATE_SET', z.object({ startDate: date, endDate: date, comment: comment.exactOptional() })),
  event('SUBSCRIPTION_ACTIVATED', nothing),
  event('SUBSCRIPTION_MARKED_PENDING', nothing),
  event(
    'END_DATE_CHANGED',
    z.object({ endDate: date, comment: comment.exactOptional(), byOwner: z.literal(true).exactOptional(), ...paid }),
  ),
  event(
    'STATUS_CHANGED',
    z.object({ status: z.enum(['active', 'expired']), renewal: z.literal('ended').exactOptional() }),
  ),
  event(
    'SUBSCRIPTION_CANCELLED',
    z.object({ comment: comment.exactOptional(), reason: cancellationReason.exactOptional() }),
  ),
  event(
    'SUBSCRIPTION_UNDO_CANCELLATION',
    z.object({
      status: z.enum(['active', 'expired']),
      renewal: z.enum(renewals),
      comment,
    }),
  ),
  event('RENEWAL_STOPPED', nothing),
  event('RENEWAL_RESUMED', nothing),
  event('PLAN_CHANGED', z.object({ plan, comment, ...paid })),
  event('COMMENT_ADDED', z.object({ comment })),
])

export type SubscriptionEvent = z.output<typeof subscriptionEvent>
export type EventType = SubscriptionEvent['type']
/** The public part of an event of any type, including types written by a later version. */
export const shownEvent = z.object({
  type: z.string(),
  at: date,
  addedBy: z.string(),
  data: z.object({
    endDate: date.optional(),
    comment: comment.optional(),
    reason: cancellationReason.optional().catch(undefined),
    byOwner: z.literal(true).optional().catch(undefined),
  }),
})
export type ShownEvent = z.output<typeof shownEvent>

/** An event before `decide` signs and dates it. */
export type EventBody = { [T in EventType]: Pick<Extract<SubscriptionEvent, { type: T }>, 'type' | 'data'> }[EventType]

/** Returns the state after one more event. Throws only for a history that does not begin with a creation. */
export function apply(state: Subscription | null, event: SubscriptionEvent): Subscription {
  if (event.type === 'SUBSCRIPTION_CREATED' || event.type === 'PENDING_SUBSCRIPTION_CREATED') return create(event)
  if (!state) throw new Error(`A history cannot begin with ${event.type}`)
  return { ...state, ...change(event, state), latestComment: shownData(event).comment || state.latestComment }
}

/** Returns the data of an event that people are shown. */
export function shownData(event: Pick<SubscriptionEvent, 'data'>): { endDate?: Date; comment?: string } {
  const { data } = event
  return {
    ...('endDate' in data && { endDate: data.endDate }),
    ...('comment' in data && { comment: data.comment }),
  }
}

type Creation = Extract<SubscriptionEvent, { type: 'SUBSCRIPTION_CREATED' | 'PENDING_SUBSCRIPTION_CREATED' }>

function create({ type, at, data }: Creation): Subscription {
  return {
    id: data.id,
    plan: data.plan,
    status: type === 'SUBSCRIPTION_CREATED' ? 'active' : 'pending',
    createdDate: at,
    startDate: null,
    endDate: null,
    onHoldSince: null,
    renewal: data.plan.type === 'trial' || data.complimentary ? 'none' : 'on',
    paidUntil: data.paidUntil ?? null,
    payment: data.payment ?? null,
    grantedUntil: null,
    extendedByOwner: false,
    latestComment: null,
  }
}

function change(event: Exclude<SubscriptionEvent, Creation>, state: Subscription): Partial<Subscription> {
  switch (event.type) {
    case 'INITIAL_END_DATE_SET': {
      const { comment: _shownOnly, ...dates } = event.data
      const { endDate } = dates
      // Days that passed before the approval are added to the provider's period.
      return { ...dates, grantedUntil: state.paidUntil && endDate > state.paidUntil ? endDate : null }
    }
    case 'SUBSCRIPTION_ACTIVATED':
      return { status: 'active', onHoldSince: null }
    case 'SUBSCRIPTION_MARKED_PENDING':
      return { status: 'pending', onHoldSince: event.at }
    case 'END_DATE_CHANGED': {
      const { comment: _shownOnly, byOwner, ...dates } = event.data
      return { ...dates, grantedUntil: grantedUntil(event, state), ...(byOwner && { extendedByOwner: true }) }
    }
    case 'STATUS_CHANGED':
      return { ...event.data, onHoldSince: null }
    case 'SUBSCRIPTION_CANCELLED':
      return { status: 'cancelled', onHoldSince: null }
    case 'SUBSCRIPTION_UNDO_CANCELLATION':
      return { status: event.data.status, renewal: event.data.renewal }
    case 'RENEWAL_STOPPED':
      return { renewal: 'stopped' }
    case 'RENEWAL_RESUMED':
      return { renewal: 'on' }
    case 'PLAN_CHANGED': {
      const { comment: _shownOnly, ...terms } = event.data
      return terms
    }
    case 'COMMENT_ADDED':
      return {}
  }
}

/**
 * Reports of the billing provider grant nothing: they bill a period, give days of grace, or end one. The days of a hold
 * move the end of what was paid or granted; days of grace, which they move too, are granted by no one.
 */
function grantedUntil(
  { addedBy, data }: Extract<SubscriptionEvent, { type: 'END_DATE_CHANGED' }>,
  state: Subscription,
): Date | null {
  const { endDate, paidUntil } = data
  if (addedBy === 'system' && state.endDate)
    return earlier(endDate, addDays(endWithoutGrace(state) ?? state.endDate, daysBetween(state.endDate, endDate)))
  if (addedBy !== 'billing' && paidUntil === undefined) return endDate
  // If it was bought again, the remaining days are added to the paid ones.
  if (paidUntil && endDate > paidUntil && endDate.getTime() !== state.endDate?.getTime()) return endDate
  return state.grantedUntil && state.grantedUntil <= data.endDate ? state.grantedUntil : null
}
