import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { sql } from 'kysely'
import { useCluster } from '../../test/support/cluster.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/pool.ts'
import { migrations } from './migrations.ts'
import type { Tables } from './tables.ts'

const cluster = await useCluster()
const { url, drop } = await cluster.createDatabase()
const { db, close } = openDatabase<Tables>(url, { max: 1 })
cluster.atEnd(async () => {
  await close()
  await drop()
})
await migrate(db, migrations)

test('a person can be stored in a language that the product does not have yet', async () => {
  const id = randomUUID()
  await sql`
    insert into subscribers (id, email, email_key, first_name, last_name, company, country, dpl_status, denied_country,
      registered_at, language)
    values (${id}, 'a@acme.example', 'a@acme.example', 'A', 'B', 'Acme', 'FR', 'PASS', false, '2026-11-20', 'fr')`.execute(
    db,
  )
  const { rows } = await sql`select language from subscribers where id = ${id}`.execute(db)
  assert.deepEqual(rows, [{ language: 'fr' }])
})

test('the database has no constraint and no type that lists languages', async () => {
  const { rows: constraints } = await sql`
    select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'c'
      and (conname like '%language%' or pg_get_constraintdef(oid) ~ '''(en|de)''')`.execute(db)
  assert.deepEqual(constraints, [])
  const { rows: types } = await sql`select enumtypid::regtype as name from pg_enum`.execute(db)
  assert.deepEqual(types, [])
})
