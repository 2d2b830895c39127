import { csvCell } from '../../../domain/csv.ts'
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

/**
 * Lines of a piece, some 30 kB: few enough that its text leaves memory with the next small garbage collection. With 2,000, V8
 * and pg kept up to 160 MB of texts until a full one.
 */
const piece = 200

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
 * All lines of a list as CSV, piece by piece, as they stood when the first was read. PostgreSQL writes the text, and the next
 * piece while one is sent. Nothing is open but a transaction that only reads; it ends with the last piece, or when the reader
 * goes away.
 */
export async function* exportLines(
  db: Db,
  list: ListQuery,
  labels: Labels,
  all: boolean,
): AsyncGenerator<string, void, undefined> {
  const line = `${[...cells(labels), ...(all ? moreCells(labels) : [])].join(" || ',' || ")} || E'\\r\\n' as line`
  const projection = { columns: line, own, ...(all ? { join: true as const } : {}), max: piece }
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  type Piece = Awaited<ReturnType<typeof readText>>
  let next: Promise<Piece> | undefined
  try {
    const way = await findAccessPath(trx, list, { place: null, backward: false }, piece)
    const readFrom = (place: Cursor | null) => readText(trx, list, { place, backward: false }, way, piece, projection)
    next = readFrom(null)
    while (next) {
      const { text, count, last }: Piece = await next
      next = count < piece ? undefined : readFrom(last)
      // Whoever takes the next piece hears of its failure; nobody may.
      next?.catch(() => undefined)
      if (count > 0) yield text
    }
  } finally {
    await next?.catch(() => undefined)
    await trx.rollback().execute()
  }
}
