/** The admin list in words and in the numbers of user_list_rows: its filters and its order. */
import { overdueStates } from '../../../../domain/billing/payments/payment-state.ts'
import type { listSorts } from '../../../../domain/subscription/subscription-list.ts'
import type { SubscriptionStatus } from '../../../../domain/subscription/subscription.ts'
import type { SubscriptionType } from '../../../../domain/catalogue/plan.ts'
import type { Meaning } from './words.ts'
import type { Db, Trx } from '../../tables.ts'

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

/** The inverse of user_list_bucket() in SQL. */
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

/** Each bucket's rank when sorted by type or by status, alphabetically. */
const ranks = { type: [0, 1, 1, 1, 1, 2, 2, 2, 2], status: [0, 1, 2, 3, 4, 1, 2, 3, 4] } as const
/** The rank of a line without a value: last in either direction. */
const rankOfNone = { ascending: 5, descending: 0 } as const

export function ranksOf(sort: AdminSort, descending: boolean): readonly number[] | null {
  if (sort !== 'type' && sort !== 'status') return null
  return [rankOfNone[descending ? 'descending' : 'ascending'], ...ranks[sort].slice(1)]
}

/** The key of a line without a value in the sort column; null if every line has one. */
export function emptyKey(sort: AdminSort): string | null {
  if (isDate(sort)) return '-infinity'
  return sort === 'industry' || sort === 'latestComment' ? '' : null
}

export type ListQuery = {
  search: string
  buckets: readonly number[]
  sort: AdminSort
  descending: boolean
  /** Only lines with an overdue payment. */
  pastDue?: true
  /** Only lines with one of the tags of each group. */
  tags?: readonly (readonly string[])[]
  /** Only lines whose last day lies between these days. */
  ends?: { from: Date; to: Date }
  /** Reads which countries and plans a word of the search may name. Some searches do not need it. */
  meaningOf?: (db: Db | Trx) => Promise<(word: string) => Meaning>
  /** Each subscriber once, whatever their subscriptions; only sorted by a column of theirs. */
  once?: true
}

/** A position between two lines: the key and the id of the adjacent one. */
export type Cursor = { key: string; id: string }
/** Where reading begins: after a cursor or, without one, at the top; backward, before it or at the end. */
export type PageRequest = { cursor: Cursor | null; backward: boolean }

type Put = (value: unknown) => string

/** The key of a sort in SQL: from a row, as a type, and as a text for a cursor. */
export function keyOf(
  { sort, descending }: Pick<ListQuery, 'sort' | 'descending'>,
  put: Put,
): { of: string; type: string; asText(key: string): string } {
  const ranks = ranksOf(sort, descending)
  if (ranks) return { of: `(${put(ranks)}::int[])[bucket + 1]`, type: 'int', asText: (key) => `${key}::text` }
  const column = String(adminSorts[sort])
  return { of: column, ...(isDate(sort) ? moment : { type: 'text', asText: (key) => key }) }
}

const isDate = (sort: AdminSort) => sort === 'startDate' || sort === 'endDate'
const moment = {
  type: 'timestamptz',
  asText: (key: string) => `coalesce(to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '-infinity')`,
}

/** The comparison and the keyword of an order. */
export function direction(descending: boolean): readonly ['>' | '<', 'asc' | 'desc'] {
  return descending ? ['<', 'desc'] : ['>', 'asc']
}

/** Whether a line's payment is overdue. These are few, and a separate index finds them. */
export const isPastDue = `id in (select o.id from subscriptions o
  where o.payment_state in (${overdueStates.map((state) => `'${state}'`).join(', ')}))`

/** The conditions of a list besides its buckets and its search. */
export function narrowed({ pastDue, tags = [], ends }: ListQuery | Omit<ListQuery, 'sort'>, put: Put): string {
  return [
    ...(pastDue ? [`and ${isPastDue}`] : []),
    ...tags.map((group) => `and tags && ${put(group)}::text[]`),
    ...(ends ? [`and end_date between ${put(ends.from)}::timestamptz and ${put(ends.to)}::timestamptz`] : []),
  ].join(' ')
}

/** Whether a list has conditions that vary too much for a statement that is planned once. */
export function isNarrowed({ tags = [], ends }: Pick<ListQuery, 'tags' | 'ends'>): boolean {
  return tags.length > 0 || ends !== undefined
}
