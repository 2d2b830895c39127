import { refuse } from '../../../contract/errors.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { removeFailedJob, retryFailedJob } from '../../store/jobs/failed-jobs.ts'
import type { Administrator } from '../accounts/administrator.ts'

/** Runs a failed job again now. Refuses with 404 one that no longer exists. */
export async function retryJob(context: AppContext, id: string, by: Administrator): Promise<void> {
  await context.transact(async (db) => {
    const now = context.now()
    if (!(await retryFailedJob(db, id, now))) refuse('NOT_FOUND')
    await recordAct(db, { by, act: 'retry-job' }, now)
  })
}

/**
 * Removes a job that was given up. Refuses with 409 one that is still retried, and with 404 one that no longer exists.
 */
export async function resolveJob(context: AppContext, id: string, by: Administrator): Promise<void> {
  await context.transact(async (db) => {
    const removed = await removeFailedJob(db, id)
    if (removed === 'unknown') refuse('NOT_FOUND')
    if (removed === 'waits') refuse('JOB_WAITS')
    await recordAct(db, { by, act: 'resolve-job' }, context.now())
  })
}
