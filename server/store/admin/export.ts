import { csvCell } from '../../../platform/csv.ts'
import { specialCurrencies } from '../../../domain/catalogue/plan.ts'
import type { SubscriptionType } from '../../../domain/catalogue/plan.ts'
import type { SubscriptionStatus } from '../../../domain/subscription/subscription.ts'
import { buckets, type ListQuery, type Cursor } from './list.ts'
import { readText } from './pages.ts'
import { findAccessPath } from './search.ts'
import type { Db } from '../tables.ts'

/** What the file calls types, statuses, and whether a subscription renews. */
type Labels = {
  type: Record<SubscriptionType, string>
  status: Record<SubscriptionStatus, string>
  yes: string
  no: string
}

/** Lines of a piece: enough that asking costs nothing, few enough that nobody waits for the next. */
const piece = 2_000

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
const word = (name: 'type' | 'status', words: Record<string, string>) =>
  `(array[${buckets.map((bucket) => quote(csvCell(words[bucket[name] ?? ''] ?? ''))).join(', ')}])[p.bucket + 1]`
const day = (column: string) => `coalesce(to_char(p.${column} at time zone 'UTC', 'YYYY-MM-DD'), '')`

/** What stands between two commas: name, e-mail and company lie together in the row. */
const cells = (labels: Labels) => [
  'p.person_csv',
  word('type', labels.type),
  'p.industry_csv',
  word('status', labels.status),
  day('start_date'),
  day('end_date'),
  'p.comment_csv',
]
const own = 'person_csv, industry_csv, comment_csv, start_date, end_date'

/** Digits of the currency's minor unit, as domain/catalogue/plan.ts has them. */
const digits = `case when x.terms ->> 'currency' in (${currenciesWith(0)}) then 0
  when x.terms ->> 'currency' in (${currenciesWith(3)}) then 3 else 2 end`

function currenciesWith(count: 0 | 3): string {
  return specialCurrencies[count].map(quote).join(', ')
}

/** More cells, of the subscription and its subscriber: empty where there is no subscription. */
const moreCells = (labels: Labels) => [
  `csv_cell(x.terms ->> 'title')`,
  `coalesce(round((x.terms ->> 'priceMinor')::numeric / 10::numeric ^ (${digits}), ${digits})::text, '')`,
  `coalesce(upper(x.terms ->> 'currency'), '')`,
  'csv_cell(s.country)',
  `case when x.id is null then '' when x.status in ('active', 'pending') and x.renewal = 'on'
    then ${quote(csvCell(labels.yes))} else ${quote(csvCell(labels.no))} end`,
  `coalesce(to_char(x.paid_until at time zone 'UTC', 'YYYY-MM-DD'), '')`,
]

/**
 * All lines of a list as CSV, piece by piece, as they stood when the first was read. PostgreSQL writes the text. Nothing is
 * open between two pieces but a transaction that only reads; it ends with the last piece, or when the reader goes away.
 */
export async function* exportLines(
  db: Db,
  list: ListQuery,
  labels: Labels,
  all: boolean,
): AsyncGenerator<string, void, undefined> {
  const line = `${[...cells(labels), ...(all ? moreCells(labels) : [])].join(" || ',' || ")} || E'\\r\\n' as line`
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    let place: Cursor | null = null
    const way = await findAccessPath(trx, list, { place, backward: false }, piece)
    for (;;) {
      const read = await readText(trx, list, { place, backward: false }, way, piece, {
        columns: line,
        own,
        ...(all ? { join: true as const } : {}),
        max: piece,
      })
      if (read.count > 0) yield read.text
      if (read.count < piece) return
      place = read.last
    }
  } finally {
    await trx.rollback().execute()
  }
}
