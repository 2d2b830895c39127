import { EventEmitter } from 'node:events'
import type { JobKind } from '../../store/tables/jobs.ts'

/** Messages from parts of the server to parts that start after them. */
export type Signals = EventEmitter<{
  /** A transaction that queued jobs of these kinds was committed. */
  jobsQueued: [kinds: ReadonlySet<JobKind>]
  /** An administrator or a configuration requests that the folder of the screening lists is read again. */
  listsRequested: []
  /** Something changed in the folder of the screening lists. */
  listsChanged: []
}>

export const createSignals = (): Signals => new EventEmitter()
