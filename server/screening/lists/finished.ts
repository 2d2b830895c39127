import type { ListEntry } from '../../../domain/screening/list.ts'
import { listFaults as say } from '../../../i18n/en/admin-screening.ts'
import { ListFault } from './rows.ts'

/**
 * What a list was read as: its entries, how many rows each file has, and what somebody should know of it. `edition` grows
 * with every edition that its publisher makes: the day on which it was made, or the highest entry number.
 */
export type ReadList = { entries: ListEntry[]; rows: Record<string, number>; note: string | null; version: string }

/** Throws ListFault where there is no entry. */
export function finished(
  file: string,
  entries: ListEntry[],
  rows: Record<string, number>,
  { note = null, version = '' }: { note?: string | null; version?: string } = {},
): ReadList {
  if (entries.length === 0) throw new ListFault(say.noEntries(file))
  return { entries, rows, note, version }
}
