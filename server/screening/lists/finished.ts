import type { ListEntry } from '../../../domain/screening/list.ts'
import type { ListFinding } from '../../../domain/screening/list-findings.ts'
import { ListFault } from './readers/rows.ts'

/**
 * What a list was read as: its entries, how many rows each file has, and what administrators should know about it. `edition` grows
 * with every edition that its publisher makes: the day on which it was made, or the highest entry number.
 */
export type ReadList = { entries: ListEntry[]; rows: Record<string, number>; note: ListFinding | null; version: string }

/** Throws ListFault where there is no entry. */
export function finished(
  file: string,
  entries: ListEntry[],
  rows: Record<string, number>,
  { note = null, version = '' }: { note?: ListFinding | null; version?: string } = {},
): ReadList {
  if (entries.length === 0) throw new ListFault({ code: 'noEntries', file })
  return { entries, rows, note, version }
}
