import type { ReaderFinding } from '../findings.ts'

/** Why a file of a list is rejected. */
export class ListFault extends Error {
  readonly finding: ReaderFinding

  constructor(finding: ReaderFinding) {
    super(finding.code)
    this.finding = finding
  }
}

export type Row = { line: number; cells: string[] }

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Yields the rows of a file according to RFC 4180, with any separator: quoted cells may contain separators, line ends
 * and doubled quotes; lines end with CRLF or LF. Blank lines are skipped. Text comes in pieces of any size, split
 * anywhere. Throws ListFault if a quote is never closed.
 */
export function* rowsOf(file: string, pieces: Iterable<string>, separator: ',' | '\t' | ';'): Generator<Row> {
  const between = separator.charCodeAt(0)
  let cells: string[] = []
  let cell = ''
  let line = 1
  let begun = 1
  let openedAt = 0
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'

  const endRow = (): Row | null => {
    const row = { line: begun, cells: [...cells, cell] }
    cells = []
    cell = ''
    state = 'start'
    // Older official files end with the end-of-file mark of CP/M.
    return row.cells.length === 1 && (row.cells[0] ?? '').replace('\u001A', '').trim() === '' ? null : row
  }

  for (const piece of pieces) {
    let from = 0
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      if (state === 'quoted') {
        if (code === lineFeed) line += 1
        if (code !== quote) continue
        cell += piece.slice(from, at)
        from = at + 1
        state = 'closed'
      } else if (code === between || code === lineFeed) {
        if (state === 'plain') cell += piece.slice(from, at)
        from = at + 1
        if (code === between) {
          cells.push(cell)
          cell = ''
          state = 'start'
        } else {
          line += 1
          if (state === 'plain') cell = cell.replace(/\r$/, '')
          const row = endRow()
          begun = line
          if (row) yield row
        }
      } else if (code === quote && state === 'start') {
        state = 'quoted'
        openedAt = line
        from = at + 1
      } else if (code === quote && state === 'closed') {
        // A doubled quote stands for one.
        cell += '"'
        state = 'quoted'
        from = at + 1
      } else if (state === 'closed') {
        if (code !== carriageReturn && code !== 0x20) throw new ListFault({ code: 'textAfterQuote', file, line })
        from = at + 1
      } else if (state === 'start') {
        state = 'plain'
        from = at
      }
    }
    if (state === 'quoted' || state === 'plain') cell += piece.slice(from)
  }
  if (state === 'quoted') throw new ListFault({ code: 'unclosedQuote', file, line: openedAt })
  cell = cell.replace(/\r$/, '')
  const last = endRow()
  if (last) yield last
}
