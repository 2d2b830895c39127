/**
 * What administrators do to a subscription: one row per act, in the order of the menus. Every list of acts derives from
 * it.
 */
import type { SubscriptionType } from '../catalogue/plan.ts'
import { administratorRole, type AdminAreaRole } from '../account/role.ts'
import type { SubscriptionEvent } from './events.ts'
import { subscriptionStatuses, type RefusalCode, type SubscriptionStatus } from './subscription.ts'

type EventType = SubscriptionEvent['type']

/** A subscription as lists show it. */
type ShownSubscription = {
  status: SubscriptionStatus
  startDate: unknown
  renews: boolean
  plan: { type: SubscriptionType }
  payment: { state: string; resumable: boolean; refundable?: boolean | undefined }
}

type ActRow = {
  /** Its name in the API: `POST /api/v1/subscriptions/{wire}/{id}`, and the `action` of the bulk call. */
  wire: string
  /** `owner`: the subscriber as well. `support`: everyone in the admin area. */
  who: 'owner' | 'support' | 'administrator'
  /** Requires a recent sign-in. */
  confirmed: boolean
  /** The statuses in which it is offered; the server refuses it in others. */
  statuses: readonly SubscriptionStatus[]
  /** What else it depends on that lists show. Only the server knows the rest, such as whether a period still runs. */
  when?: (shown: ShownSubscription) => boolean
  /** Its input. `comment` is the reason, which is stored in the history. */
  asks: readonly ('endDate' | 'plan' | 'amount' | 'outcome' | 'comment')[]
  /** Its input for several subscriptions; absent if it cannot be done in bulk. */
  bulk?: readonly ('days' | 'comment')[]
  /** Takes access or money away; shown in red. */
  dangerous: boolean
  /** The refusals of an act that came after another act, and the events of that act. */
  late?: { [Code in RefusalCode | 'END_DATE_MEANWHILE']?: readonly EventType[] }
}

const states = [
  'SUBSCRIPTION_CANCELLED',
  'SUBSCRIPTION_UNDO_CANCELLATION',
  'SUBSCRIPTION_ACTIVATED',
  'SUBSCRIPTION_MARKED_PENDING',
  'STATUS_CHANGED',
] as const
const renewals = ['RENEWAL_STOPPED', 'RENEWAL_RESUMED'] as const

const isPaidPlan = ({ plan, startDate }: ShownSubscription) => plan.type === 'subscription' && startDate !== null

/** The key is the name of the act in commands, the audit and the texts. */
export const acts = {
  extend: {
    wire: 'extend',
    who: 'support',
    confirmed: true,
    statuses: ['active', 'expired'],
    asks: ['endDate', 'comment'],
    bulk: ['days', 'comment'],
    dangerous: false,
    late: { EXTEND_NOT_OPEN: states, END_DATE_MEANWHILE: ['END_DATE_CHANGED'] },
  },
  'change-plan': {
    wire: 'change-plan',
    who: 'support',
    confirmed: true,
    statuses: ['active'],
    when: (shown) => isPaidPlan(shown) && shown.renews && shown.payment.state === 'paid',
    asks: ['plan', 'comment'],
    dangerous: false,
  },
  'stop-renewal': {
    wire: 'stop-renewal',
    who: 'owner',
    confirmed: false,
    statuses: ['active', 'pending'],
    when: (shown) => isPaidPlan(shown) && shown.renews,
    asks: [],
    bulk: ['comment'],
    dangerous: false,
    late: { RENEWAL_ALREADY_STOPPED: renewals },
  },
  'resume-renewal': {
    wire: 'resume-renewal',
    who: 'owner',
    confirmed: false,
    statuses: ['active', 'pending'],
    when: ({ renews, payment }) => !renews && payment.resumable,
    asks: [],
    dangerous: false,
    late: { RENEWAL_NOT_STOPPED: renewals },
  },
  cancel: {
    wire: 'cancel',
    who: 'support',
    confirmed: false,
    statuses: ['active'],
    asks: ['comment'],
    bulk: ['comment'],
    dangerous: true,
    late: { CANCEL_NOT_ACTIVE: states },
  },
  undo: {
    wire: 'revive',
    who: 'support',
    confirmed: true,
    statuses: ['cancelled'],
    asks: ['comment'],
    bulk: ['comment'],
    dangerous: false,
    late: { UNDO_NOT_CANCELLED: states },
  },
  refund: {
    wire: 'refund',
    who: 'administrator',
    confirmed: true,
    statuses: subscriptionStatuses,
    when: ({ payment }) => payment.refundable === true,
    asks: ['amount', 'outcome', 'comment'],
    dangerous: true,
  },
  comment: {
    wire: 'comment',
    who: 'support',
    confirmed: false,
    statuses: subscriptionStatuses,
    asks: ['comment'],
    bulk: ['comment'],
    dangerous: false,
  },
} as const satisfies Record<string, ActRow>

type Acts = typeof acts
export type SubscriptionAct = keyof Acts
export const subscriptionActs = Object.keys(acts) as SubscriptionAct[]

/** The acts whose row has these values. */
type ActsWith<Values> = { [Act in SubscriptionAct]: Acts[Act] extends Values ? Act : never }[SubscriptionAct]

/** The acts that require only a reason. */
export type ReasonAct = ActsWith<{ asks: readonly ['comment'] }>
/** The acts that the owner can do too. */
export type OwnerAct = ActsWith<{ who: 'owner' }>
/** The acts that can be done to several. */
export type BulkSubscriptionAct = ActsWith<{ bulk: readonly string[] }>
/** The bulk acts that require only a reason. */
export type BulkReasonAct = ActsWith<{ bulk: readonly ['comment'] }>
export type Wire<Act extends SubscriptionAct> = Acts[Act]['wire']

const rows: Record<SubscriptionAct, ActRow> = acts

export const asks = (act: SubscriptionAct, field: ActRow['asks'][number]): boolean => rows[act].asks.includes(field)
const isOne = (fields?: readonly string[]) => fields?.join() === 'comment'

export const reasonActs = subscriptionActs.filter((act): act is ReasonAct => isOne(rows[act].asks))
export const isOwnerAct = (act: SubscriptionAct): act is OwnerAct => rows[act].who === 'owner'
export const bulkSubscriptionActs = subscriptionActs.filter((act): act is BulkSubscriptionAct => 'bulk' in rows[act])
export const bulkReasonActs = subscriptionActs.filter((act): act is BulkReasonAct => isOne(rows[act].bulk))

/** Returns the act of an `action` of the bulk call that needs nothing but a reason. */
export function bulkReasonActOf(wire: Wire<BulkReasonAct>): BulkReasonAct {
  const act = bulkReasonActs.find((one) => acts[one].wire === wire)
  if (!act) throw new Error(`There is no act ${wire}`)
  return act
}

/** The statuses that allow an act: the buttons show what this allows, the server refuses the rest. */
export const can = (act: SubscriptionAct, status: SubscriptionStatus): boolean => rows[act].statuses.includes(status)

/** Whether a subscription's status allows an act. */
export const isActPossible = (act: SubscriptionAct, shown: ShownSubscription): boolean =>
  can(act, shown.status) && (rows[act].when?.(shown) ?? true)

/**
 * The only act of the admin area that people can do to themselves. The server refuses the others, and those on a person;
 * what owners can do, they do as owners.
 */
export const actOnOneself = 'comment' satisfies SubscriptionAct

/**
 * Returns the acts that suit a subscription and that a role can do, in the order of the menus. `isOwn`: it is the
 * viewer's own.
 */
export function actsOf(shown: ShownSubscription, role: AdminAreaRole | null, isOwn = false): SubscriptionAct[] {
  const mayDo = (act: SubscriptionAct) => role === administratorRole || rows[act].who !== 'administrator'
  const suits = (act: SubscriptionAct) => !isOwn || act === actOnOneself || isOwnerAct(act)
  return subscriptionActs.filter((act) => mayDo(act) && suits(act) && isActPossible(act, shown))
}

/** Returns the acts that suit a subscription and that this role cannot do. */
export function deniedActsOf(shown: ShownSubscription, role: AdminAreaRole | null): SubscriptionAct[] {
  const own = actsOf(shown, role)
  return actsOf(shown, administratorRole).filter((act) => !own.includes(act))
}

/** Returns the events that may have come before an act that is refused with a code. */
export const madeLateBy = (code: string): readonly EventType[] | undefined =>
  subscriptionActs.flatMap((act) => Object.entries(rows[act].late ?? {})).find(([one]) => one === code)?.[1]
