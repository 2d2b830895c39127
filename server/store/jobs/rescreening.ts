import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '../tables.ts'
import { queueJob } from './jobs.ts'

/** The run over all subscribers, or one subscriber whose result could not be stored during the run. */
export type RescreeningTask = { run: string } | { person: string }

/** The id of the run over all subscribers, of which there is at most one at a time. */
const runId = 'rescreening'

/**
 * Queues a run over all subscribers for instances with this basis, replacing an earlier one. Returns false if another
 * instance queues one at the same moment.
 */
export async function queueRescreening(db: Trx, fingerprint: string, run: string, now: Date): Promise<boolean> {
  await db.deleteFrom('jobs').where('kind', '=', 'rescreening').execute()
  const payload = JSON.stringify({ run } satisfies RescreeningTask)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('jobs')
    .values({
      id: runId,
      kind: 'rescreening',
      subject: fingerprint,
      payload,
      created_at: now,
      run_at: now,
      subscriber_id: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether a run continues, or a person waits to be screened again. */
export async function isRescreening(db: Db | Trx): Promise<boolean> {
  const job = await db.selectFrom('jobs').select('id').where('kind', '=', 'rescreening').limit(1).executeTakeFirst()
  return job !== undefined
}

/** Queues one subscriber to be screened again with this basis. */
export async function queuePerson(db: Db, fingerprint: string, person: string, now: Date): Promise<void> {
  const job = { id: randomUUID(), kind: 'rescreening', subject: fingerprint, subscriberId: person } as const
  await queueJob(db, { ...job, payload: { person } satisfies RescreeningTask }, now)
}
