import { EventEmitter } from 'node:events'
import type { JobKind } from '../store/tables/jobs.ts'

/** What parts of the server report to parts that start after them. */
export type Signals = EventEmitter<{
  /** A transaction that queued jobs of these kinds was committed. */
  jobsQueued: [kinds: ReadonlySet<JobKind>]
  /** An administrator or a configuration wants the folder of the screening lists read again. */
  listsRequested: []
  /** Something changed in the folder of the screening lists. */
  listsChanged: []
}>

export const createSignals = (): Signals => new EventEmitter()
