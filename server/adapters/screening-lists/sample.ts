import { createHash } from 'node:crypto'
import type { DeniedPartyList } from '../../../core/screening.ts'
import type { ScreeningLists } from './port.ts'

/** Made-up names, so that the sandbox shows what a match does. Nobody real stands here. */
const entries = [
  { id: 'SAMPLE-1', names: ['Zoltan Karnovak', 'Karnovak, Zoltan'] },
  { id: 'SAMPLE-2', names: ['Meridian Blackwater Trading', 'Blackwater Meridian'] },
  { id: 'SAMPLE-3', names: ['Ilse Vantongeren'] },
  { id: 'SAMPLE-4', names: ['Obsidian Reach Aerospace', 'ORA Industries'] },
]

const list: DeniedPartyList = {
  name: 'Sandbox sample list',
  hash: createHash('sha256').update(JSON.stringify(entries)).digest('hex'),
  entries,
}

export const sampleLists: ScreeningLists = { inForce: () => Promise.resolve([list]) }

/** With `SCREENING=off` nobody is compared with any list, and every record says so by naming it. */
export const noLists: ScreeningLists = {
  inForce: () => Promise.resolve([{ name: 'Screening is off', hash: '', entries: [] }]),
}
