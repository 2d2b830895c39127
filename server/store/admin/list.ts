/** The admin area's list in words and in the numbers of desk_rows: what it is narrowed to and how it is ordered. */
import type { listSorts } from '../../../domain/subscription/list-sorts.ts'
import type { SubscriptionStatus } from '../../../domain/subscription/subscription.ts'
import type { SubscriptionType } from '../../../domain/catalogue/plan.ts'

export const adminSorts = {
  name: 'name_key',
  email: 'email_key',
  company: 'company_key',
  type: null,
  industry: 'industry_key',
  status: null,
  startDate: 'start_date',
  endDate: 'end_date',
  latestComment: 'comment_key',
} as const satisfies Record<AdminSort, string | null>

export type AdminSort = (typeof listSorts)[number]

/** What desk_bucket() says in SQL, the other way round. */
export const buckets: readonly { type: SubscriptionType | null; status: SubscriptionStatus | null }[] = [
  { type: null, status: null },
  { type: 'subscription', status: 'active' },
  { type: 'subscription', status: 'cancelled' },
  { type: 'subscription', status: 'expired' },
  { type: 'subscription', status: 'pending' },
  { type: 'trial', status: 'active' },
  { type: 'trial', status: 'cancelled' },
  { type: 'trial', status: 'expired' },
  { type: 'trial', status: 'pending' },
]

/** Each bucket's place when sorted by type or by status: by the word, none first. */
const ranks = { type: [0, 1, 1, 1, 1, 2, 2, 2, 2], status: [0, 1, 2, 3, 4, 1, 2, 3, 4] } as const

export function ranksOf(sort: AdminSort): readonly number[] | null {
  return sort === 'type' || sort === 'status' ? ranks[sort] : null
}

export type ListQuery = {
  search: string
  buckets: readonly number[]
  sort: AdminSort
  descending: boolean
  /** Only those whose payment is overdue. */
  pastDue?: true
  /** Each subscriber once, whatever they hold; only by name. */
  once?: true
}

/** A place between two lines: the key and the id of the one beside it. */
export type Cursor = { key: string; id: string }
/** Where reading begins: after a place or, without one, at the top; backward, before it or at the end. */
export type PageRequest = { place: Cursor | null; backward: boolean }

type Put = (value: unknown) => string

/** What a sort goes by, in SQL: out of a row, as a type, and as a text that a cursor can hold. */
export function keyOf(sort: AdminSort, put: Put): { of: string; type: string; asText(key: string): string } {
  const ranks = ranksOf(sort)
  if (ranks) return { of: `(${put(ranks)}::int[])[bucket + 1]`, type: 'int', asText: (key) => `${key}::text` }
  const column = String(adminSorts[sort])
  return { of: column, ...(isDate(sort) ? moment : { type: 'text', asText: (key) => key }) }
}

const isDate = (sort: AdminSort) => sort === 'startDate' || sort === 'endDate'
const moment = {
  type: 'timestamptz',
  asText: (key: string) => `coalesce(to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '-infinity')`,
}

/** The comparison and the word of an order. */
export function direction(descending: boolean): readonly ['>' | '<', 'asc' | 'desc'] {
  return descending ? ['<', 'desc'] : ['>', 'asc']
}

/** The condition of a list that is narrowed to overdue payments: few at any time, found by an index of their own. */
export function pastDueOnly({ pastDue }: Pick<ListQuery, 'pastDue'>): string {
  return pastDue
    ? `and id in (select o.id from subscriptions o where o.payment_state in ('past_due', 'action_required'))`
    : ''
}
