/** The rows of fictional people, as lines of PostgreSQL's COPY. */
import { apply, type SubscriptionEvent } from '../../domain/subscription/events.ts'
import type { PlanTerms, Subscription } from '../../domain/subscription/subscription.ts'
import { affirmationVersion } from '../../domain/registration/affirmation.ts'
import type { Brand } from '../../domain/catalogue/brand.ts'
import { subscriptionChanges, type AuditAct } from '../../domain/audit.ts'
import type { Subscriber } from '../../server/store/subscribers/subscribers.ts'
import type { Random } from './random.ts'
import { iso, line, type Value } from './copy-text.ts'
import type { CustomerState } from './customer-states.ts'

/** A fictional person, with all the data that the shop would store. */
export type SeededPerson = Pick<CustomerState, 'lives' | 'checks' | 'exceptions'> & {
  subscriber: SubscriberRow
}

/** The filled columns, in the order of the lines; the others keep the database's defaults. */
export const columns = {
  subscribers: [
    'id',
    'email',
    'email_key',
    'first_name',
    'last_name',
    'company',
    'country',
    'state',
    'phone_country_code',
    'phone_number',
    'job_title',
    'industry',
    'dpl_status',
    'denied_country',
    'email_verified_at',
    'registered_at',
    'review_since',
    'reminders_stopped_at',
  ],
  subscriptions: [
    'id',
    'subscriber_id',
    'terms',
    'status',
    'created_at',
    'start_date',
    'end_date',
    'held_since',
    'renewal',
    'paid_until',
    'payment',
    'granted_until',
    'latest_comment',
  ],
  events: ['subscription_id', 'number', 'type', 'at', 'added_by', 'data'],
  screening_checks: [
    'id',
    'subscriber_id',
    'at',
    'occasion',
    'outcome',
    'person',
    'lists',
    'reasons',
    'decided_by',
    'comment',
  ],
  screening_exceptions: ['subscriber_id', 'reason', 'granted_by', 'granted_at'],
  acceptances: ['id', 'subscriber_id', 'document', 'version', 'address', 'accepted_at', 'from_address'],
  audit: ['id', 'at', 'by', 'act', 'subscriber_id', 'subscription_id', 'comment', 'changes'],
} as const

export type Table = keyof typeof columns
export const tables = Object.keys(columns) as Table[]
export type SubscriberRow = Pick<Subscriber, (typeof columns.subscribers)[number]>
export type Lines = Map<Table, string[]>

/** Turns one person after the other into lines. `brand` is whose documents they accepted; `administrators` leave an audit. */
export function createWriter(random: Random, brand: Brand, administrators: readonly string[]) {
  const admin = new Set(administrators)
  let lines: Lines = new Map()
  const plans = new Map<PlanTerms, string>()

  function add(table: Table, values: readonly Value[]): void {
    const text = line(values)
    const list = lines.get(table)
    if (list) list.push(text)
    else lines.set(table, [text])
  }

  function subscription(subscriberId: string, one: Subscription, events: readonly SubscriptionEvent[]): void {
    const {
      id,
      plan,
      status,
      createdDate,
      startDate,
      endDate,
      onHoldSince: heldSince,
      renewal,
      paidUntil,
      payment,
      grantedUntil,
    } = one
    const dates = [createdDate, startDate, endDate, heldSince]
    add('subscriptions', [
      id,
      subscriberId,
      terms(plan),
      status,
      ...dates,
      renewal,
      paidUntil,
      payment,
      grantedUntil,
      one.latestComment,
    ])
    let state: Subscription | null = null
    for (const [index, event] of events.entries()) {
      const { type, at, addedBy, data } = event
      add('events', [id, index + 1, type, at, addedBy, dataOf(event)])
      const before = state
      state = apply(state, event)
      const act = admin.has(addedBy) ? acts[type] : undefined
      if (!act) continue
      const changes = JSON.stringify(subscriptionChanges(before, state))
      const comment = 'comment' in data ? (data.comment ?? null) : null
      add('audit', [random.id(), at, addedBy, act, subscriberId, id, comment, changes === '[]' ? null : changes])
    }
  }

  /** Caches the text of a plan's terms, which is long and recurs. */
  function terms(plan: PlanTerms): string {
    let text = plans.get(plan)
    if (text === undefined) plans.set(plan, (text = JSON.stringify(plan)))
    return text
  }

  function dataOf({ data }: SubscriptionEvent): string {
    const parts = Object.entries(data).map(([name, value]: [string, string | true | Date | PlanTerms]) => {
      if (value instanceof Date) return `"${name}":"${iso(value)}"`
      return `"${name}":${typeof value === 'string' || value === true ? JSON.stringify(value) : terms(value)}`
    })
    return `{${parts.join(',')}}`
  }

  function accepted({ subscriber, lives }: SeededPerson): void {
    const from = `${random.of(['192.0.2', '198.51.100', '203.0.113'])}.${random.from(1, 254)}`
    const record = (document: string, version: string, address: string, at: Date) =>
      add('acceptances', [random.id(), subscriber.id, document, version, address, at, from])
    const { eula, privacy } = brand.documents
    record('privacy', privacy.version, privacy.address, subscriber.registered_at)
    for (const { subscription: one } of lives) {
      record('eula', eula.version, eula.address, one.createdDate)
      if (one.plan.product === 'statistics') record('affirmation', affirmationVersion('en'), '', one.createdDate)
    }
  }

  return {
    add(person: SeededPerson): void {
      const { subscriber, lives, checks, exceptions } = person
      add(
        'subscribers',
        columns.subscribers.map((column) => subscriber[column]),
      )
      for (const { subscription: one, events } of lives) subscription(subscriber.id, one, events)
      const { email, first_name: firstName, last_name: lastName, company, country } = subscriber
      const details = { firstName, lastName, email, company, country }
      for (const { at, occasion, outcome, lists, reasons, decidedBy, comment } of checks) {
        const found = [JSON.stringify(details), JSON.stringify(lists), JSON.stringify(reasons)]
        add('screening_checks', [random.id(), subscriber.id, at, occasion, outcome, ...found, decidedBy, comment])
        const act = outcome === 'PASS' ? 'approve' : 'refuse'
        if (occasion === 'review') add('audit', [random.id(), at, decidedBy, act, subscriber.id, null, comment, null])
      }
      for (const { reason, by, at } of exceptions) add('screening_exceptions', [subscriber.id, reason, by, at])
      accepted(person)
    },
    /** Returns the lines since the last call. */
    take(): Lines {
      const taken = lines
      lines = new Map()
      return taken
    },
  }
}

const acts: Partial<Record<SubscriptionEvent['type'], AuditAct>> = {
  END_DATE_CHANGED: 'extend',
  COMMENT_ADDED: 'comment',
  SUBSCRIPTION_CANCELLED: 'cancel',
  SUBSCRIPTION_UNDO_CANCELLATION: 'undo',
}
