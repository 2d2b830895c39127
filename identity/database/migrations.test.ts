import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { useCluster } from '../../test/support/cluster.ts'
import { identityMigrations } from './migrations.ts'

test('addresses of earlier versions get the key that the shop has for them, and no account is lost that works', async () => {
  const cluster = await useCluster()
  const database = await cluster.createDatabase()
  const pool = new pg.Pool({ connectionString: database.url })
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  cluster.atEnd(async () => {
    await db.destroy()
    await database.drop()
  })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => identityMigrations } })
  assert.equal((await migrator.migrateTo('identity-0002-generations')).error, undefined)
  const rows = [
    ['plain', 'jane@shop.example', true],
    ['idn', 'jane@bücher.example', true],
    ['waits', 'kim@bücher.example', true],
    ['waits in ascii', 'kim@xn--bcher-kva.example', false],
    ['second', 'lee@bücher.example', true],
    ['first', 'lee@xn--bcher-kva.example', true],
  ] as const
  for (const [id, email, activated] of rows)
    await sql`insert into identity_accounts (id, email, email_key, invited_at, activated_at)
      values (${id}, ${email}, ${email}, now(), ${activated ? new Date(0) : null})`.execute(db)
  assert.equal((await migrator.migrateToLatest()).error, undefined)
  const kept = await sql<{ id: string; email_key: string }>`select id, email_key from identity_accounts`.execute(db)
  assert.deepEqual(Object.fromEntries(kept.rows.map(({ id, email_key }) => [id, email_key])), {
    plain: 'jane@shop.example',
    idn: 'jane@xn--bcher-kva.example',
    waits: 'kim@xn--bcher-kva.example',
    second: 'lee@bücher.example',
    first: 'lee@xn--bcher-kva.example',
  })
})
