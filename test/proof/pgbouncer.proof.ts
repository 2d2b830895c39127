import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import pg from 'pg'
import { examine } from '../../server/app/cli/doctor.ts'
import { openShopDatabase } from '../../server/app/open-database.ts'
import { givenAFolder } from '../support/given-folder.ts'
import { useCluster, type TestCluster } from '../support/cluster.ts'
import { givenASecuredAdministrator } from '../support/admin/second-factor.ts'
import { aRegistration, freePort, givenATrialUser, secret, whoIs } from '../support/given.ts'
import { givenTwoInstances, type Which } from '../support/servers/two-instances.ts'
import { aWire } from '../support/http/wire.ts'
import { startProgram } from './program.ts'
import { listens } from './proxies.ts'
import { adapted, prepared, sample } from './sample.ts'

const cluster = await useCluster()
/** The names in the guide get a suffix, because this server may already have them. */
const name = `tillhouse_${randomBytes(4).toString('hex')}`
const password = 'a password of the proof'

const ask = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query<Record<string, string>>(text).finally(() => client.end())
}

/** Creates the database and roles by the guide's own SQL, and starts the guide's PgBouncer in front of them. */
async function givenPgBouncer({ createDatabase, atEnd }: TestCluster) {
  const { url, drop } = await createDatabase()
  const own = (text: string) => text.replaceAll('…', password).replaceAll(/\btillhouse(_owner)?\b/g, `${name}$1`)
  const [atServer = '', inDatabase = ''] = own(sample('sql', 'CREATE ROLE')).split(/^\\c .*$/m)
  for (const statement of atServer.split(';').filter((one) => one.trim() !== '')) await ask(url, statement)
  await ask(Object.assign(new URL(url), { pathname: `/${name}` }).href, inDatabase)
  await ask(url, own(sample('sql', 'ALTER ROLE')))
  atEnd(async () => {
    await ask(url, `drop database ${name} with (force)`)
    await ask(url, `drop role ${name}; drop role ${name}_owner`)
    await drop()
  })

  const wire = await aWire(url)
  atEnd(wire.cut)
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-pgbouncer-'))
  const port = await freePort()
  const users = join(folder, 'userlist.txt')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${name}" "${password}"\n"${name}_owner" "${password}"\n`)
  const settings = adapted(sample('ini', '[pgbouncer]'), {
    'tillhouse = host=127.0.0.1 port=5432': `${name} = host=127.0.0.1 port=${new URL(wire.url).port}`,
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': users,
  })
  // Fewer connections than the two instances use, so that no instance can keep one exclusively.
  writeFileSync(file, `${settings}unix_socket_dir =\ndefault_pool_size = 3\n`)
  chmodSync(folder, 0o755)
  // PgBouncer refuses to run as root.
  const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const program = await startProgram(prepared('PROOF_PGBOUNCER'), [...as, file], () => listens(port))
  atEnd(async () => {
    await program.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const address = (role: string) =>
    `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}?sslmode=disable`
  return { DATABASE_URL: address(name), MIGRATE_DATABASE_URL: address(`${name}_owner`) }
}

describe('behind PgBouncer in transaction mode, set up as in the operating guide, two instances sell', async () => {
  const urls = await givenPgBouncer(cluster)
  const shop = await givenTwoInstances(cluster, { settings: { ...urls, DATABASE_PREPARE: 'off' } })
  const both: readonly Which[] = [0, 1]

  test('without DATABASE_PREPARE=off a start is refused, and doctor says why', async () => {
    const refusal = /^DATABASE_URL names a connection pooler .*: set DATABASE_PREPARE=off/
    const where = { dataDir: '', backupDir: null, databaseUrl: urls.DATABASE_URL, databasePrepare: true }
    for (let count = 0; count < 5; count += 1)
      await assert.rejects(
        openShopDatabase({ ...where, migrateDatabaseUrl: urls.MIGRATE_DATABASE_URL }, () => undefined),
        (error: Error) => refusal.test(error.message),
      )
    const findings = await examine({ ...urls, SECRET: secret }, givenAFolder(), {})
    assert.ok(
      findings.some(({ level, sentence }) => level === 'fault' && refusal.test(sentence)),
      JSON.stringify(findings),
    )
  })

  test('the migrations leave no lock, and the role has the shop’s time limits', async () => {
    const { rows: locks } = await ask(
      urls.DATABASE_URL,
      `select l.mode from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and d.datname = current_database()`,
    )
    assert.deepEqual(locks, [])
    for (let count = 0; count < 6; count += 1) {
      const { rows } = await ask(urls.DATABASE_URL, 'show statement_timeout')
      assert.deepEqual(rows, [{ statement_timeout: '10s' }])
    }
  })

  test('both instances answer signed-in people and an administrator at once, hundreds of times', async () => {
    const people = await Promise.all([givenATrialUser(shop), givenATrialUser(shop), givenATrialUser(shop)])
    const { visitor: administrator } = await givenASecuredAdministrator(shop)
    const statuses = new Map<string, number>()
    const note = (what: string, { status }: Response) => {
      const key = `${what}: ${status}`
      statuses.set(key, (statuses.get(key) ?? 0) + 1)
    }
    const work = both.flatMap((which) => [
      ...people.map(async ({ visitor, email }) => {
        const there = shop.at(which, visitor)
        for (let count = 0; count < 40; count += 1) {
          const answer = await there.get('/api/v1/subscriptions/user')
          note('own subscriptions', answer)
          assert.match(await answer.text(), new RegExp(email))
        }
      }),
      (async () => {
        const there = shop.at(which, administrator)
        for (let count = 0; count < 40; count += 1)
          for (const path of [
            '/api/v1/subscriptions?sort=name',
            '/api/v1/subscriptions?search=jane',
            '/api/v1/export/csv',
          ])
            note(path, await there.get(path))
      })(),
      (async () => {
        for (let count = 0; count < 20; count += 1)
          note('a registration', await shop.at(which).post('/api/v1/users', aRegistration()))
      })(),
    ])
    await Promise.all(work)
    console.log(Object.fromEntries(statuses))
    assert.deepEqual(
      [...statuses.keys()].filter((key) => !/: 20[01]$/.test(key)),
      [],
    )
    for (const { visitor, email } of people) assert.equal(await whoIs(visitor), email)
  })
})
