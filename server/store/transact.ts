import type { Db, Trx } from './tables.ts'

/** Runs one transaction, and wakes the workers once it is committed: never before, when they would not see what it queued. */
export type Transact = <T>(work: (db: Trx) => Promise<T>) => Promise<T>

export function createTransact(db: Db, wakeWorkers: () => void): Transact {
  return async (work) => {
    const result = await db.transaction().execute(work)
    wakeWorkers()
    return result
  }
}
