import type { EntryKind, NameQuality } from '../list.ts'
import { createNameScreener, defaultThresholds } from '../name-screening.ts'

export type Row = readonly [name: string, kind?: EntryKind, quality?: NameQuality]

/** Returns a comparison with a list of entries of one name, each with its place as its id; people if no kind is given. */
export function screenerOf(rows: readonly Row[], thresholds = defaultThresholds) {
  const entries = rows.map(([name, kind = 'person', quality = 'primary'], at) => ({
    id: String(at),
    kind,
    names: [{ name, quality }],
    programmes: [],
  }))
  const screen = createNameScreener([{ name: 'List', hash: '', date: '2026-11-01', entries }], thresholds)
  return (names: { person?: string; company?: string }) => screen({ person: '', company: '', ...names }, '2026-11-20')
}
