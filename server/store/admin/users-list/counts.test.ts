import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sql } from 'kysely'
import { openTables, useCluster } from '../../../../test/support/cluster.ts'
import { countBuckets, countLines } from './counts.ts'
import { buckets, type ListQuery } from './list.ts'
import { findAccessPath } from './search.ts'
import { noMeaning } from './words.ts'

const { db } = await openTables(await useCluster(), { max: 1 })
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
  meaningOf: async () => (word) => (word.startsWith('m') ? { countries: ['MQ'], plans: [] } : noMeaning),
})

/** How often an index is read by a count. */
async function scansOf(index: string, count: (db: Parameters<typeof countBuckets>[0]) => Promise<unknown>) {
  return db.transaction().execute(async (trx) => {
    const scans = async () => {
      const { rows } = await sql<{ scans: number }>`
        select pg_stat_get_xact_numscans(${index}::regclass)::int as scans`.execute(trx)
      return rows[0]?.scans ?? NaN
    }
    // What earlier transactions read may not be reported yet.
    const before = await scans()
    await count(trx)
    return (await scans()) - before
  })
}

test('collects the lines of a word with a meaning from the indexes of letters and countries', async () => {
  const path = await findAccessPath(db, listOf('mart'), { cursor: null, backward: false }, Infinity)
  assert.equal(path.by, 'meaning')
  assert.equal(await countLines(db, listOf('mart'), null), 300)
})

test('scans past the lines before the first page of a word with a meaning that many have', async () => {
  const many: ListQuery = { ...listOf('ann'), meaningOf: async () => () => ({ countries: ['DE'], plans: [] }) }
  const path = await findAccessPath(db, many, { cursor: null, backward: false }, 20)
  assert.equal(path.by, 'scan')
})

test('counts the buckets of a word with a meaning in one pass', async () => {
  const counts = await countBuckets(db, listOf('mart'), 10_000)
  assert.deepEqual(
    counts.filter(({ count }) => count > 0),
    [{ bucket: 0, count: 300, pastDue: 0 }],
  )
  // Bucket by bucket there would be nine scans.
  assert.equal(await scansOf('user_list_rows_search', (trx) => countBuckets(trx, listOf('mart'), 10_000)), 1)
})

test('counts all lines by a narrow index', async () => {
  const scans = await db.transaction().execute(async (trx) => {
    // Among the indexes: with so few rows, PostgreSQL might read the table instead.
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    assert.equal(await countLines(trx, listOf(''), null), 3000)
    const { rows } = await sql<{ scans: number }>`
      select sum(pg_stat_get_xact_numscans(index::regclass))::int as scans
      from unnest(array['user_list_rows_count', 'user_list_rows_country', 'user_list_rows_plan']) index`.execute(trx)
    return rows[0]?.scans
  })
  assert.ok((scans ?? 0) > 0, `${scans} scans of them`)
})
