import { ListFault, rowsOf, type Row } from './rows.ts'
import { textOf } from './text.ts'

export type ListFile = { file: string; content: Uint8Array }

/** A row whose cells are found by column name. */
export type NamedRow = { line: number; get(column: string): string }

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * Yields the rows of a file that begins with column names: in any order and case, with others between them. Throws
 * ListFault if a required one is missing, or a row has more or fewer cells than there are names.
 */
export function* namedRows(
  { file, content }: ListFile,
  separator: ',' | '\t' | ';',
  needed: readonly string[],
  /** The number of lines above the column names. */
  above = 0,
  /** Columns that are read if they are present. */
  optional: readonly string[] = [],
): Generator<NamedRow> {
  const rows = rowsOf(file, textOf(file, content), separator)
  for (let line = 0; line < above; line += 1) rows.next()
  const header = rows.next()
  if (header.done === true) throw new ListFault({ code: 'empty', file })
  const names = header.value.cells.map(plain)
  const missing = needed.filter((name) => !names.includes(plain(name)))
  if (missing.length > 0) throw new ListFault({ code: 'missingColumns', file, columns: missing })
  const twice = needed.find((name) => names.indexOf(plain(name)) !== names.lastIndexOf(plain(name)))
  if (twice !== undefined) throw new ListFault({ code: 'duplicateColumn', file, column: twice })
  const places = new Map([...needed, ...optional].map((name) => [name, names.indexOf(plain(name))]))
  for (const row of rows) {
    checkWidth(file, row, names.length)
    yield { line: row.line, get: (column) => row.cells[places.get(column) ?? -1]?.trim() ?? '' }
  }
}

/** Yields the rows of a file without a header, each with this number of cells; `-0-` means empty. */
export function* unnamedRows({ file, content }: ListFile, width: number): Generator<Row> {
  for (const row of rowsOf(file, textOf(file, content), ',')) {
    checkWidth(file, row, width)
    yield { line: row.line, cells: row.cells.map((cell) => (cell.trim() === '-0-' ? '' : cell.trim())) }
  }
}

function checkWidth(file: string, { line, cells }: Row, width: number): void {
  if (cells.length !== width)
    throw new ListFault({ code: 'columnCount', file, line, found: cells.length, expected: width })
}
