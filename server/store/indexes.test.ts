import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sql } from 'kysely'
import { openTables, useCluster } from '../../test/support/cluster.ts'
import { queueCounts } from './admin/queue-counts.ts'
import { notAskedSince } from './billing/billed-subscriptions.ts'
import { failedJobs } from './jobs/failed-jobs.ts'
import { unscreenedPeople } from './screening/screening-runs.ts'
import { clearJobs, countPersonalData } from './subscribers/personal-data.ts'
import { findSubscriber } from './subscribers/subscribers.ts'
import type { Trx } from './tables.ts'

const { db } = await openTables(await useCluster(), { max: 1 })
const id = '00000000-0000-4000-8000-000000000001'
await sql`
  insert into subscribers (id, email, email_key, first_name, last_name, company, country, dpl_status, denied_country,
    registered_at)
  values (${id}, 'jane@doe.example', 'jane@doe.example', 'Jane', 'Doe', 'Doe', 'GB', 'PASS', false, '2026-11-20')`.execute(
  db,
)

/** Whether a query reads an index, if PostgreSQL does not read whole tables, as it prefers while they are small. */
function reads(index: string, query: (trx: Trx) => Promise<unknown>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const scans = async () => {
      const { rows } = await sql<{ scans: number }>`
        select pg_stat_get_xact_numscans(${index}::regclass)::int as scans`.execute(trx)
      return rows[0]?.scans ?? NaN
    }
    const before = await scans()
    await query(trx)
    return (await scans()) > before
  })
}

test('people whose check failed are found without reading everyone who waits for a review', async () => {
  assert.ok(await reads('screening_checks_unscreened', (trx) => unscreenedPeople(trx, 200)))
})

test('subscriptions to check at the provider are found without reading those that are not due', async () => {
  assert.ok(await reads('subscriptions_asked', (trx) => notAskedSince(trx, new Date('2026-11-20'), 100)))
})

test('failed jobs are listed and counted without reading all jobs', async () => {
  assert.ok(await reads('jobs_failed', (trx) => failedJobs(trx, null, 500)))
  assert.ok(await reads('jobs_failed', (trx) => queueCounts(trx)))
})

test('emails to a person are counted and removed without reading all jobs', async () => {
  const person = (await findSubscriber(db, id)) ?? assert.fail('no subscriber')
  assert.ok(await reads('jobs_recipient', (trx) => countPersonalData(trx, person)))
  assert.ok(await reads('jobs_recipient', (trx) => clearJobs(trx, person)))
})
