import { csvCell, csvLine } from '../../core/csv.ts'
import { deskWords } from '../../core/words/en/desk.ts'
import type { DeskList, Place } from './desk-list.ts'
import { readText } from './desk-pages.ts'
import { findWay } from './desk-search.ts'
import type { Db } from './tables.ts'

/** Lines of a piece: enough that asking costs nothing, few enough that nobody waits for the next. */
const piece = 2_000

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
const word = (column: string, words: Record<string, string>) =>
  `case ${column} ${Object.entries(words)
    .map(([value, text]) => `when ${quote(value)} then ${quote(csvCell(text))}`)
    .join(' ')} else '' end`
const day = (column: string) => `coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD'), '')`

const cells = {
  name: "csv_cell(btrim(s.first_name || ' ' || s.last_name))",
  email: 'csv_cell(s.email)',
  company: 'csv_cell(s.company)',
  type: word('x.type', deskWords.type),
  industry: 'csv_cell(s.industry)',
  status: word('x.status', deskWords.status),
  startDate: day('x.start_date'),
  endDate: day('x.end_date'),
  latestComment: 'csv_cell(x.latest_comment)',
} satisfies Record<keyof typeof deskWords.columns, string>

const columns = Object.keys(cells) as (keyof typeof cells)[]
const line = `${Object.values(cells).join(" || ',' || ")} || E'\\r\\n' as line`

/** What the columns are called. */
export const exportHead = csvLine(columns.map((column) => deskWords.columns[column]))

/**
 * All lines of a list as CSV, piece by piece, as they stood when the first was read. PostgreSQL writes the text. Nothing is
 * open between two pieces but a transaction that only reads; it ends with the last piece, or when the reader goes away.
 */
export async function* exportLines(db: Db, list: DeskList): AsyncGenerator<string, void, undefined> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    let place: Place | null = null
    const way = await findWay(trx, list, { place, backward: false }, piece)
    for (;;) {
      const read = await readText(trx, list, { place, backward: false }, way, piece, { columns: line, most: piece })
      if (read.count > 0) yield read.text
      if (read.count < piece) return
      place = read.last
    }
  } finally {
    await trx.rollback().execute()
  }
}
