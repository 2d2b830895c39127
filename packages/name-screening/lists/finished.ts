import type { ListEntry } from '../list.ts'
import type { ReaderFinding } from './findings.ts'
import { ListFault } from './readers/rows.ts'

/**
 * The result of reading a list: its entries, the number of rows in each file, and findings for administrators.
 * `edition` grows with every edition of its publisher: the day on which it was made, or the highest entry number.
 */
export type ReadList = {
  entries: ListEntry[]
  rows: Record<string, number>
  note: ReaderFinding | null
  version: string
}

/** Throws ListFault if there is no entry. */
export function finished(
  file: string,
  entries: ListEntry[],
  rows: Record<string, number>,
  { note = null, version = '' }: { note?: ReaderFinding | null; version?: string } = {},
): ReadList {
  if (entries.length === 0) throw new ListFault({ code: 'noEntries', file })
  return { entries, rows, note, version }
}
