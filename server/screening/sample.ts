import { createHash } from 'node:crypto'
import type { DeniedPartyList, EntryKind, ListEntry } from 'name-screening'
import type { ScreeningLists } from './port.ts'

/** Fictional names, so that the sandbox shows the effect of a match. No real person is listed here. */
const entries = [
  entry('SAMPLE-1', 'person', 'Karnovak, Zoltan', 'Zoltan Karnovak'),
  entry('SAMPLE-2', 'company', 'Meridian Blackwater Trading', 'Blackwater Meridian'),
  entry('SAMPLE-3', 'person', 'Ilse Vantongeren'),
  entry('SAMPLE-4', 'company', 'Obsidian Reach Aerospace', 'ORA Industries'),
]

function entry(id: string, kind: EntryKind, primary: string, ...aliases: string[]): ListEntry {
  const names = [
    { name: primary, quality: 'primary' as const },
    ...aliases.map((name) => ({ name, quality: 'strong' as const })),
  ]
  return { id, kind, names, programmes: ['SAMPLE'] }
}

const list: DeniedPartyList = {
  name: 'Sandbox sample list',
  hash: createHash('sha256').update(JSON.stringify(entries)).digest('hex'),
  date: '2026-11-01',
  entries,
}

export const sampleLists: ScreeningLists = { inForce: () => Promise.resolve([list]) }

/** With `SCREENING=off` no one is compared with any list, and every record states that. */
const none: DeniedPartyList = { name: 'Screening is off', hash: '', date: '', entries: [] }
export const noLists: ScreeningLists = { inForce: () => Promise.resolve([none]) }
