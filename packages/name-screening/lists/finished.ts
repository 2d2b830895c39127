import type { ListEntry } from '../list.ts'
import type { ReaderFinding } from './findings.ts'
import { ListFault } from './readers/rows.ts'

/**
 * What a list was read as: its entries, how many rows each file has, and what administrators should know about it. `edition` grows
 * with every edition that its publisher makes: the day on which it was made, or the highest entry number.
 */
export type ReadList = {
  entries: ListEntry[]
  rows: Record<string, number>
  note: ReaderFinding | null
  version: string
}

/** Throws ListFault where there is no entry. */
export function finished(
  file: string,
  entries: ListEntry[],
  rows: Record<string, number>,
  { note = null, version = '' }: { note?: ReaderFinding | null; version?: string } = {},
): ReadList {
  if (entries.length === 0) throw new ListFault({ code: 'noEntries', file })
  return { entries, rows, note, version }
}
