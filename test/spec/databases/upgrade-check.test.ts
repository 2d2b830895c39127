import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { checkUpgrade } from '../../../server/app/cli/upgrade-check.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { openDatabase } from '../../../server/database/pool.ts'
import { allMigrations } from '../../../server/app/migrations.ts'
import { useCluster } from '../../support/cluster.ts'
import { aRegistration, givenAShop, givenATrialUser, secret, whoIs } from '../../support/given.ts'

const cluster = await useCluster()
const said = async (url: string, known = allMigrations) =>
  (await checkUpgrade({ DATABASE_URL: url, SECRET: secret }, undefined, known)).map(
    ({ level, about, sentence }) => `${level} ${about}: ${sentence}`,
  )

test('upgrade-check names each pending migration and the tables it changes, and changes nothing', async () => {
  const { url } = await cluster.createDatabase()
  const { db, close } = openDatabase<unknown>(url, { max: 1 })
  const next: Record<string, Migration> = {
    ...allMigrations,
    '9998-next-table': {
      up: async (trx) => void (await sql`create table next_things (id text primary key)`.execute(trx)),
    },
    '9999-next-names': {
      async up(trx) {
        await sql`update subscribers set company = upper(company)`.execute(trx)
        await sql`alter table subscriptions alter column payment type varchar(100)`.execute(trx)
      },
    },
  }
  await migrate(db, allMigrations)
  const state = async () =>
    (
      await sql<object>`select table_name, column_name, data_type from information_schema.columns
        where table_schema = 'public' order by 1, 2`.execute(db)
    ).rows
  const before = await state()
  const lines = await said(url, next)
  assert.deepEqual(await state(), before)
  const line = (name: string) => lines.find((one) => one.includes(` ${name}: `)) ?? ''
  assert.equal(
    line('9998-next-table'),
    'ok 9998-next-table: Expand-only. Its duration does not depend on the number of rows.',
  )
  assert.match(
    line('9999-next-names'),
    /^warning .*: Changes what the previous version uses\. Its duration grows with subscribers \(about 0 rows\), subscriptions \(about/,
  )
  assert.match(line('upgrade'), /^warning upgrade: Stop all instances before the new version starts/)
  await close()
})

test('a running instance continues beside the next version if every migration is expand-only', async () => {
  const shop = await givenAShop({}, cluster)
  const ownerUrl = shop.ownerUrl
  const addition: Migration = {
    async up(db) {
      await sql`create table next_things (id text primary key, subscriber_id uuid references subscribers (id))`.execute(
        db,
      )
      await sql`alter table subscribers add column next_thing text, add column next_count int not null default 0`.execute(
        db,
      )
      await sql`create index next_things_of on subscribers (next_thing) where next_thing is not null`.execute(db)
    },
  }
  const next = { ...allMigrations, '9999-next': addition }
  assert.deepEqual(await said(ownerUrl), ['ok upgrade: The database is up to date.'])
  const lines = await said(ownerUrl, next)
  assert.match(lines[0] ?? '', /^ok 9999-next: Expand-only\. Its duration grows with subscribers \(about \d+ rows\)\.$/)
  assert.match(lines[1] ?? '', /^ok upgrade: Running instances of the previous version can continue/)

  const { visitor, email } = await givenATrialUser(shop)
  const { db, close } = openDatabase<unknown>(ownerUrl, { max: 1 })
  assert.deepEqual(await migrate(db, next), ['9999-next'])
  await assert.rejects(migrate(db, allMigrations), /does not have \(9999-next\)/, 'but it would not start again')
  await close()
  assert.equal((await fetch(`${shop.url}/readyz`)).status, 200)
  assert.equal(await whoIs(visitor), email)
  assert.equal((await shop.visitor().post('/api/v1/users', aRegistration())).status, 201)
})

test('a database that cannot be reached, one from before the first release, and a wrong configuration are faults', async () => {
  assert.match((await said('postgres://nobody@127.0.0.1:9/shop'))[0] ?? '', /^fault database: .* cannot be reached/)
  const [wrong] = await checkUpgrade({ PORT: '0' })
  assert.deepEqual([wrong?.level, wrong?.about], ['fault', 'configuration'])
  const { url } = await cluster.createDatabase()
  const { db, close } = openDatabase<unknown>(url, { max: 1 })
  await migrate(db, { '0001-trials': { up: async () => undefined }, '0002-purchases': { up: async () => undefined } })
  await close()
  const lines = await said(url)
  assert.match(
    lines.join('\n'),
    /^fault database: The database was used by another version: .*\(0001-trials, 0002-purch.*$/,
  )
})
