/** The admin area's list in words and in the numbers of user_list_rows: what it is narrowed to and how it is ordered. */
import type { listSorts } from '../../../domain/subscription/subscription-list.ts'
import type { SubscriptionStatus } from '../../../domain/subscription/subscription.ts'
import type { SubscriptionType } from '../../../domain/catalogue/plan.ts'
import type { Meaning } from './words.ts'
import type { Db, Trx } from '../tables.ts'

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

/** What user_list_bucket() says in SQL, the other way round. */
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

/** Each bucket's place when sorted by type or by status: by the word. */
const ranks = { type: [0, 1, 1, 1, 1, 2, 2, 2, 2], status: [0, 1, 2, 3, 4, 1, 2, 3, 4] } as const
/** The place of a line that has none: the last, whichever way the list is read. */
const rankOfNone = { ascending: 5, descending: 0 } as const

export function ranksOf(sort: AdminSort, descending: boolean): readonly number[] | null {
  if (sort !== 'type' && sort !== 'status') return null
  return [rankOfNone[descending ? 'descending' : 'ascending'], ...ranks[sort].slice(1)]
}

/** The key of a line that has nothing in the column it is sorted by; null where every line has something. */
export function emptyKey(sort: AdminSort): string | null {
  if (isDate(sort)) return '-infinity'
  return sort === 'industry' || sort === 'latestComment' ? '' : null
}

export type ListQuery = {
  search: string
  buckets: readonly number[]
  sort: AdminSort
  descending: boolean
  /** Only those whose payment is overdue. */
  pastDue?: true
  /** Only those that have one of the tags of each group. */
  tags?: readonly (readonly string[])[]
  /** Only those whose last day lies from one day to another. */
  ends?: { from: Date; to: Date }
  /** Reads what a word of the search may mean. Not every search asks for it. */
  meaningOf?: (db: Db | Trx) => Promise<(word: string) => Meaning>
  /** Each subscriber once, whatever they hold; only by name. */
  once?: true
}

/** A place between two lines: the key and the id of the one beside it. */
export type Cursor = { key: string; id: string }
/** Where reading begins: after a place or, without one, at the top; backward, before it or at the end. */
export type PageRequest = { place: Cursor | null; backward: boolean }

type Put = (value: unknown) => string

/** What a sort goes by, in SQL: out of a row, as a type, and as a text that a cursor can hold. */
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

/** The comparison and the word of an order. */
export function direction(descending: boolean): readonly ['>' | '<', 'asc' | 'desc'] {
  return descending ? ['<', 'desc'] : ['>', 'asc']
}

/** Whether a line's payment is overdue. Few are, and an index of their own finds them. */
export const isPastDue =
  "id in (select o.id from subscriptions o where o.payment_state in ('past_due', 'action_required'))"

/** What a list is narrowed to besides its buckets and its search. */
export function narrowed({ pastDue, tags = [], ends }: ListQuery | Omit<ListQuery, 'sort'>, put: Put): string {
  return [
    ...(pastDue ? [`and ${isPastDue}`] : []),
    ...tags.map((group) => `and tags && ${put(group)}::text[]`),
    ...(ends ? [`and end_date between ${put(ends.from)}::timestamptz and ${put(ends.to)}::timestamptz`] : []),
  ].join(' ')
}

/** Whether a list is narrowed by what varies too much for a statement that is planned once. */
export function isNarrowed({ tags = [], ends }: Pick<ListQuery, 'tags' | 'ends'>): boolean {
  return tags.length > 0 || ends !== undefined
}
