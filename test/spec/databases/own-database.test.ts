import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import pg from 'pg'
import { openShopDatabase } from '../../../server/app/open-database.ts'
import { examine } from '../../../server/app/cli/doctor.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { givenAShop, givenATrialUser, secret, whoIs } from '../../support/given.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'

const cluster = await useCluster()

async function ask(text: string, where: string): Promise<{ rowCount: number | null }> {
  const client = new pg.Client({ connectionString: where })
  await client.connect()
  return client.query(text).finally(() => client.end())
}

/** Creates a database and two roles for it, word by word as the operating guide states; both are removed at the end. */
async function byTheGuide() {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/how-to/your-postgresql.md'), 'utf8')
  const advice = /```sql\n(.*?)```/s.exec(guide)?.[1] ?? ''
  const mark = randomBytes(4).toString('hex')
  const [atServer = '', inDatabase = ''] = advice
    .replaceAll('…', mark)
    .replaceAll(/\btillhouse(_owner)?\b/g, `tillhouse_${mark}$1`)
    .split(/^\\c .*$/m)
  assert.ok(inDatabase !== '', advice)
  const { url, drop } = await cluster.createDatabase()
  const [owner, own] = [`tillhouse_${mark}_owner`, `tillhouse_${mark}`]
  const as = (username: string, password: string) =>
    Object.assign(new URL(url), { username, password, pathname: `/${own}` }).href
  for (const statement of atServer.split(';').filter((one) => one.trim() !== '')) await ask(statement, url)
  const { username, password } = new URL(url)
  await ask(inDatabase, as(username, password))
  cluster.atEnd(async () => {
    await ask(`drop database ${own} with (force)`, url)
    await ask(`drop role ${own}; drop role ${owner}`, url)
    await drop()
  })
  return { DATABASE_URL: as(own, mark), MIGRATE_DATABASE_URL: as(owner, mark) }
}

const settings = await byTheGuide()

test('with the two roles of the guide the shop creates its tables and sells; its own role can create, change, empty and drop no table', async () => {
  const shop = await givenAShop(settings, cluster)
  const { visitor, email } = await givenATrialUser(shop)
  assert.equal(await whoIs(visitor), email)
  await givenASubscriber(shop)
  for (const action of [
    'create table mine (number int)',
    'create temporary table mine (number int)',
    'create schema mine',
    'create function mine() returns int language sql return 1',
    'alter table subscribers add column mine text',
    'create index on subscribers (company)',
    'truncate events',
    'drop table events',
    'create role mine',
    'create database mine',
  ])
    await assert.rejects(shop.sql(action), { code: '42501' }, action)
  assert.ok((await shop.sql('select 1 from events')).length > 0)
  await shop.stop()
  const byItself = await givenAShop({ DATABASE_URL: settings.DATABASE_URL }, cluster)
  assert.equal((await fetch(`${byItself.url}/readyz`)).status, 200, 'once the tables are there, its own role is enough')
})

test('a role that cannot migrate or use the tables, a read-only database, another one and a missing server are each reported in one sentence, also by doctor before the start', async () => {
  const { DATABASE_URL: own, MIGRATE_DATABASE_URL: owner } = await byTheGuide()
  const another = await cluster.createDatabase()
  cluster.atEnd(another.drop)
  const open = (databaseUrl: string, migrateDatabaseUrl: string | null) =>
    openShopDatabase(
      { dataDir: '', backupDir: null, databaseUrl, migrateDatabaseUrl, databasePrepare: true },
      () => undefined,
    )
  /** Returns the sentence of the refusal. */
  const refused = async (databaseUrl: string, migrateDatabaseUrl: string | null, sentence: RegExp) => {
    const message = await open(databaseUrl, migrateDatabaseUrl).then(
      () => 'opened',
      (error: unknown) => (error as Error).message,
    )
    assert.match(message, sentence)
    return message
  }
  /** Returns what doctor reports before such a start. */
  const faultsOf = async (environment: Record<string, string>) =>
    (await examine({ ...environment, SECRET: secret }, givenAFolder(), {}))
      .filter(({ level }) => level === 'fault')
      .map(({ sentence }) => sentence)

  const noRights = await refused(
    own,
    null,
    /^The database could not be .*: permission denied .*\. Name a role .* MIGRATE_DATABASE_URL\.$/,
  )
  assert.deepEqual(await faultsOf({ DATABASE_URL: own }), [noRights])
  const otherDatabase = await refused(
    own,
    another.url,
    /^MIGRATE_DATABASE_URL and DATABASE_URL name different databases: .*\.$/,
  )
  assert.deepEqual(await faultsOf({ DATABASE_URL: own, MIGRATE_DATABASE_URL: another.url }), [otherDatabase])
  assert.equal((await ask(`select from pg_tables where schemaname = 'public'`, another.url)).rowCount, 0, 'untouched')
  const nobody = 'postgres://owner:hidden-word@127.0.0.1:9/shop'
  const missing = await refused(own, nobody, /^The database shop at 127\.0\.0\.1:9 .*\. Check MIGRATE_DATABASE_URL\.$/)
  assert.deepEqual(await faultsOf({ DATABASE_URL: own, MIGRATE_DATABASE_URL: nobody }), [missing])
  assert.deepEqual(await faultsOf({ DATABASE_URL: own, MIGRATE_DATABASE_URL: owner }), [])
  await (await open(own, owner)).close()
  const readOnly = new URL(own)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  const noWrites = await refused(
    readOnly.href,
    owner,
    /^The database is read-only: name one that accepts writes in DATABASE_URL\.$/,
  )
  assert.deepEqual(await faultsOf({ DATABASE_URL: readOnly.href, MIGRATE_DATABASE_URL: owner }), [noWrites])
  assert.deepEqual(await faultsOf({ DATABASE_URL: readOnly.href }), [noWrites])
  await ask(`revoke all on all tables in schema public from ${new URL(own).username}`, owner)
  await refused(own, owner, /^The role of DATABASE_URL has no permission to use the tables: .*\.$/)
})
