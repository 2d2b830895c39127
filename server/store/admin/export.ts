import { csvCell } from '../../../domain/csv.ts'
import { specialCurrencies } from '../../../domain/catalogue/plan.ts'
import type { SubscriptionType } from '../../../domain/catalogue/plan.ts'
import { ownCsvColumns, personFields } from '../../../domain/person/fields.ts'
import { listSorts, moreCsvColumns } from '../../../domain/subscription/subscription-list.ts'
import type { SubscriptionStatus } from '../../../domain/subscription/subscription.ts'
import { buckets, type AdminSort, type ListQuery, type Cursor } from './users-list/list.ts'
import { readText } from './users-list/pages.ts'
import { renews } from './users-list/rows.ts'
import { findPagePath } from './users-list/search.ts'
import type { Db } from '../tables.ts'

/** The labels of types, statuses, and renewal in the file. */
type Labels = {
  type: Record<SubscriptionType, string>
  status: Record<SubscriptionStatus, string>
  yes: string
  no: string
}

/**
 * Lines of a piece, some 70 kB. With 2,000, V8 and pg kept up to 160 MB of texts until a full garbage collection; with 200, a
 * line takes half as much processor time again.
 */
const piece = 500

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
const word = (name: 'type' | 'status', words: Record<string, string>) =>
  `(array[${buckets.map((bucket) => quote(csvCell(words[bucket[name] ?? ''] ?? ''))).join(', ')}])[p.bucket + 1]`
const day = (column: string) => `coalesce(to_char(p.${column} at time zone 'UTC', 'YYYY-MM-DD'), '')`

/**
 * The content between two commas. Name, email and company are stored together in the row: the first contains the commas
 * between them.
 */
const cells = (labels: Labels): Record<AdminSort, string | null> => ({
  name: 'p.person_csv',
  email: null,
  company: null,
  type: word('type', labels.type),
  industry: 'p.industry_csv',
  status: word('status', labels.status),
  startDate: day('start_date'),
  endDate: day('end_date'),
  latestComment: 'p.comment_csv',
})
const own = 'person_csv, industry_csv, comment_csv, start_date, end_date'

/** The decimals of the currency, as in domain/catalogue/plan.ts. */
const digits = `case when x.terms ->> 'currency' in (${currenciesWith(0)}) then 0
  when x.terms ->> 'currency' in (${currenciesWith(3)}) then 3 else 2 end`

function currenciesWith(count: 0 | 3): string {
  return specialCurrencies[count].map(quote).join(', ')
}

const complimentary = 'is_complimentary(x.type, x.paid_until)'

/** More cells, about the subscription and its subscriber: empty if there is no subscription. */
const moreCells = (labels: Labels): Record<(typeof moreCsvColumns)[number], string> => ({
  plan: `csv_cell(x.terms ->> 'title')`,
  price: `case when ${complimentary} then '' else coalesce(round((x.terms ->> 'priceMinor')::numeric / 10::numeric ^ (${digits}), ${digits})::text, '') end`,
  currency: `case when ${complimentary} then '' else coalesce(upper(x.terms ->> 'currency'), '') end`,
  country: 'csv_cell(s.country)',
  renews: `case when x.id is null then '' when ${renews}
    then ${quote(csvCell(labels.yes))} else ${quote(csvCell(labels.no))} end`,
  paidUntil: `coalesce(to_char(x.paid_until at time zone 'UTC', 'YYYY-MM-DD'), '')`,
})

function lineOf(labels: Labels, all: boolean): string {
  const [first, more] = [cells(labels), moreCells(labels)]
  const personal = ownCsvColumns.map((field) => `csv_cell(s.${personFields[field].column})`)
  return [
    ...listSorts.flatMap((column) => first[column] ?? []),
    ...(all ? [...moreCsvColumns.map((column) => more[column]), ...personal] : []),
  ].join(" || ',' || ")
}

/**
 * Yields all lines of a list as CSV, in pieces, as of the first one. PostgreSQL generates the text, and the next piece
 * while one is sent. Only a read-only transaction is open; it ends with the last piece, or when the reader stops.
 */
export async function* exportLines(
  db: Db,
  list: ListQuery,
  labels: Labels,
  all: boolean,
): AsyncGenerator<string, void, undefined> {
  const line = `${lineOf(labels, all)} || E'\\r\\n' as line`
  const projection = { columns: line, own, ...(all ? { join: true as const } : {}), max: piece }
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  type Piece = Awaited<ReturnType<typeof readText>>
  let next: Promise<Piece> | undefined
  try {
    const path = await findPagePath(trx, list, { cursor: null, backward: false }, piece)
    const readFrom = (cursor: Cursor | null) =>
      readText(trx, list, { cursor, backward: false }, path, piece, projection)
    next = readFrom(null)
    while (next) {
      const { text, count, last }: Piece = await next
      next = count < piece ? undefined : readFrom(last)
      // The error is returned to the reader of the next piece, if there is one.
      next?.catch(() => undefined)
      if (count > 0) yield text
    }
  } finally {
    await next?.catch(() => undefined)
    await trx.rollback().execute()
  }
}
