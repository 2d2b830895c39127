import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sql } from 'kysely'
import { useCluster } from '../../../test/support/cluster.ts'
import { identityMigrations } from '../../../identity/database/migrations.ts'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/pool.ts'
import { countBuckets, countLines } from './counts.ts'
import { buckets, type ListQuery } from './list.ts'
import { findAccessPath } from './search.ts'
import { migrations } from '../migrations.ts'
import type { Tables } from '../tables.ts'

const cluster = await useCluster()
const { url } = await cluster.createDatabase()
const { db, close } = openDatabase<Tables>(url, { max: 1 })
cluster.atEnd(close)
await migrate(db, { ...migrations, ...identityMigrations })
// The product's limit for a statement, ten seconds, is too short for 3,000 rows and their triggers on a busy machine.
await sql`set statement_timeout = 0`.execute(db)
await sql`
  insert into subscribers (id, email, email_key, first_name, last_name, company, country, dpl_status, denied_country,
    registered_at, language)
  select gen_random_uuid(), email, email, 'Ann', case when number % 40 = 0 then 'Martin ' else 'Number ' end || number, 'Firm ' || number % 100,
    case when number % 10 = 0 then 'MQ' else 'DE' end, 'PASS', false, '2026-11-20', 'en'
  from (select number, 'ann' || number || '@firm.example' as email from generate_series(1, 3000) number) people`.execute(
  db,
)
await sql`vacuum analyze`.execute(db)

/** A search for a word that is also the beginning of a country's name, Martinique. */
const listOf = (search: string): ListQuery => ({
  search,
  buckets: [...buckets.keys()],
  sort: 'status',
  descending: false,
  tagsOf: async () => (word) => (word.startsWith('m') ? ['country:MQ'] : []),
})

/** Returns how often the table and its indexes were read. */
async function scansOf(count: (db: Parameters<typeof countBuckets>[0]) => Promise<unknown>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await count(trx)
    const { rows } = await sql<{ scans: number }>`
      select (seq_scan + idx_scan)::int as scans from pg_stat_xact_user_tables where relname = 'user_list_rows'`.execute(
      trx,
    )
    return rows[0]?.scans ?? NaN
  })
}

test('a search for a word that also names countries or plans reads only indexes, however many lines match', async () => {
  const way = await findAccessPath(db, listOf('mart'), { place: null, backward: false }, Infinity)
  assert.equal(way.by, 'letters')
  assert.equal(await countLines(db, listOf('mart'), null), 300)
})

test('the first page of such a word, if it is frequent, is found by reading the list in order', async () => {
  const many: ListQuery = { ...listOf('ann'), tagsOf: async () => () => ['country:DE'] }
  const way = await findAccessPath(db, many, { place: null, backward: false }, 20)
  assert.equal(way.by, 'walk')
})

test('the lines of such a word are counted for all types and statuses in one pass', async () => {
  assert.deepEqual(await countBuckets(db, listOf('mart'), 10_000), [{ bucket: 0, count: 300, pastDue: 0 }])
  // The sample, and one pass over the indexes of letters and tags; bucket by bucket it would be nine.
  const scans = await scansOf((trx) => countBuckets(trx, listOf('mart'), 10_000))
  assert.ok(scans < 9, `${scans} scans`)
})

test('all lines are counted with the narrow index', async () => {
  const scans = await db.transaction().execute(async (trx) => {
    // Among the indexes: with so few rows, PostgreSQL might read the table instead.
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    assert.equal(await countLines(trx, listOf(''), null), 3000)
    const { rows } = await sql<{ scans: number }>`
      select pg_stat_get_xact_numscans('user_list_rows_count'::regclass)::int as scans`.execute(trx)
    return rows[0]?.scans
  })
  assert.ok((scans ?? 0) > 0, `${scans} scans of it`)
})
