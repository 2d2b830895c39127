import type { Db, Trx } from './tables.ts'
import type { JobKind } from './tables/jobs.ts'

/**
 * Runs one transaction, and wakes the workers of what it queued after the commit, because they would not see it before.
 */
export type Transact = <T>(work: (db: Trx) => Promise<T>) => Promise<T>

const queuedIn = new WeakMap<Db, Set<JobKind>>()

export function createTransact(db: Db, wakeWorkers: (kinds: ReadonlySet<JobKind>) => void): Transact {
  return async (work) => {
    const kinds = new Set<JobKind>()
    const result = await db.transaction().execute((trx) => {
      queuedIn.set(trx, kinds)
      return work(trx)
    })
    if (kinds.size > 0) wakeWorkers(kinds)
    return result
  }
}

/** Records that a job of this kind was queued. Jobs queued outside `transact` are found within a second. */
export function noteQueued(db: Db, kind: JobKind): void {
  queuedIn.get(db)?.add(kind)
}
