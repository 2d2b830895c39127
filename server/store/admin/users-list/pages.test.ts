import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sql } from 'kysely'
import { openTables, useCluster } from '../../../../test/support/cluster.ts'
import { openDatabase } from '../../../database/pool.ts'
import { buckets, type ListQuery } from './list.ts'
import { listPage } from './rows.ts'
import type { Tables } from '../../tables.ts'

const { db, url } = await openTables(await useCluster(), { max: 1 })
// The product's limit for a statement, ten seconds, is too short for 3,000 rows and their triggers on a busy machine.
await sql`set statement_timeout = 0`.execute(db)
await sql`
  insert into subscribers (id, email, email_key, first_name, last_name, company, country, dpl_status, denied_country,
    registered_at, language)
  select gen_random_uuid(), email, email, 'Ann', 'Number ' || number, 'Firm ' || number % 100, 'DE', 'PASS', false,
    '2026-11-20', 'en'
  from (select number, 'ann' || number || '@firm.example' as email from generate_series(1, 3000) number) people`.execute(
  db,
)
await sql`vacuum analyze`.execute(db)

const list: ListQuery = { search: '', buckets: [...buckets.keys()], sort: 'name', descending: false }

for (const [what, search, limit] of [
  ['a small page', '', 20],
  ['a search without a result', 'qqxqqx', 100],
] as const) {
  test(`the plan of ${what} is reused after some runs`, async () => {
    // One connection, on which all statements are prepared.
    const own = openDatabase<Tables>(url, { max: 1 })
    for (let turn = 0; turn < 10; turn += 1)
      await listPage(own.db, { ...list, search }, { cursor: null, backward: false }, limit)
    const { rows } = await sql<{ generic: number; custom: number }>`
      select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
      where statement like '%cursor_key%'`.execute(own.db)
    assert.deepEqual(rows, [{ generic: 5, custom: 5 }])
    await own.close()
  })
}
