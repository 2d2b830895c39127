import type { PaymentState } from '../../../../domain/billing/payments/payment-state.ts'
import { personColumns, type PersonColumns } from '../../../../domain/person/fields.ts'
import type { Renewal, SubscriptionStatus } from '../../../../domain/subscription/subscription.ts'
import type { ListQuery, PageRequest, Cursor } from './list.ts'
import { readLines } from './pages.ts'
import { findPagePath } from './search.ts'
import type { Db } from '../../tables.ts'
import { listLimits } from '../../../../domain/limits.ts'
import type { SubscriptionType } from '../../../../domain/catalogue/plan.ts'

/**
 * A line of the list as it is read, with its times as `utcText` writes them. All columns of a subscription are null for
 * a subscriber without one.
 */
export type ListRow = PersonColumns & {
  cursor_key: string
  cursor_id: string
  subscriber_id: string
  id: string | null
  status: SubscriptionStatus | null
  created_at: string | null
  start_date: string | null
  end_date: string | null
  held_since: string | null
  renews: boolean | null
  latest_comment: string | null
  plan: string
  title: string
  product: string
  type: SubscriptionType
  days: number | null
  currency: string | null
  renewal: Renewal | null
  provider: string | null
  payment_state: PaymentState | null
  provider_ended: boolean | null
  provider_period_end: string | null
  disputed: boolean | null
  next_charge_at: string | null
  next_amount: number | null
  next_discount: number | null
  next_credit: number | null
  next_currency: string | null
  retry_at: string | null
  last_paid_at: string | null
}

/** Whether a subscription is charged again at its end, like the tag `renews` of the list. */
export const renews = `x.status in ('active', 'pending') and x.renewal = 'on'`

/** As text, because a page has hundreds of times, and none is used in a calculation. */
const utcText = (moment: string) => `(${moment} at time zone 'UTC')::text`
const moments = [
  'created_at',
  'start_date',
  'end_date',
  'held_since',
  'provider_period_end',
  'next_charge_at',
  'retry_at',
]
  .map((column) => `${utcText(`x.${column}`)} as ${column}`)
  .join(', ')

const columns = `s.id as subscriber_id, ${personColumns.map((column) => `s.${column}`).join(', ')},
  x.id, x.status, ${moments}, ${renews} as renews,
  x.latest_comment, x.plan, x.terms ->> 'title' as title, x.product, x.type, (x.terms ->> 'durationInDays')::int as days,
  x.terms ->> 'currency' as currency, x.renewal, x.provider_subscription as provider, x.payment_state,
  x.provider_ended_at is not null as provider_ended, x.disputed, x.next_amount,
  x.next_discount, x.next_credit, x.next_currency,
  (select ${utcText('max(at)')} from payments where x.type = 'subscription' and subscription_id = x.id and kind = 'charge') as last_paid_at`

/**
 * Returns one page, in the list's order whichever way it was read, and where its neighbours begin; null if there is
 * none.
 */
export async function listPage(
  db: Db,
  list: ListQuery,
  from: PageRequest,
  limit: number,
): Promise<{ lines: ListRow[]; next: Cursor | null; previous: Cursor | null }> {
  const path = await findPagePath(db, list, from, limit + 1)
  const read = await readLines<ListRow>(db, list, from, path, limit + 1, { columns, max: listLimits.pageMax + 1 })
  const more = read.length > limit
  const lines = read.slice(0, limit)
  if (from.backward) lines.reverse()
  const [first, last] = [cursorOf(lines.at(0)), cursorOf(lines.at(-1))]
  return from.backward
    ? { lines, next: last, previous: more ? first : null }
    : { lines, next: more ? last : null, previous: from.cursor ? first : null }
}

function cursorOf(line: ListRow | undefined): Cursor | null {
  return line ? { key: line.cursor_key, id: line.cursor_id } : null
}
