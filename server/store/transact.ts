import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Trx } from './tables.ts'
import type { JobKind } from './tables/jobs.ts'

/**
 * Runs one transaction, and wakes the workers of what it queued after the commit, because they would not see it before.
 */
export type Transact = <T>(work: (db: Trx) => Promise<T>) => Promise<T>

const queuedIn = new WeakMap<Db, Set<JobKind>>()

/** Whether a change may have been committed: the response to a commit can be lost. */
export type Commits = { mayHaveChanged: boolean }

const noted = new AsyncLocalStorage<Commits>()

/** Runs the work of a request, and records in `commits` what its transactions did. */
export function noteCommits<T>(commits: Commits, work: () => T): T {
  return noted.run(commits, work)
}

export function createTransact(db: Db, wakeWorkers: (kinds: ReadonlySet<JobKind>) => void): Transact {
  return async (work) => {
    const kinds = new Set<JobKind>()
    const commits = noted.getStore()
    const result = await db.transaction().execute(async (trx) => {
      queuedIn.set(trx, kinds)
      const done = await work(trx)
      if (commits) commits.mayHaveChanged = true
      return done
    })
    if (kinds.size > 0) wakeWorkers(kinds)
    return result
  }
}

/** Records that a job of this kind was queued. Jobs queued outside `transact` are found within a second. */
export function noteQueued(db: Db, kind: JobKind): void {
  queuedIn.get(db)?.add(kind)
}
