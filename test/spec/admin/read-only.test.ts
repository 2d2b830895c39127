import assert from 'node:assert/strict'
import { test } from 'vitest'
import pg from 'pg'
import { useCluster } from '../../support/cluster.ts'
import { aRegistration, eventually, givenAShop, givenATrialUser, whoIs } from '../../support/given.ts'

const cluster = await useCluster()
const shop = await givenAShop({}, cluster)
const owner = new pg.Client({
  connectionString: shop.ownerUrl,
  // Whatever the database's own setting is when this connection opens.
  options: '-c default_transaction_read_only=off',
})
await owner.connect()
cluster.atEnd(() => owner.end())
const name = new URL(shop.ownerUrl).pathname.slice(1)

const ready = async () => (await fetch(`${shop.url}/readyz`)).status
const metric = async () => /^database_writable (\d)$/m.exec(await (await fetch(`${shop.url}/metrics`)).text())?.[1]
const register = async () => (await shop.visitor().post('/api/v1/users', aRegistration())).status
const said = (line: string) => shop.said.filter((one) => one === line).length

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/**
 * Makes every new connection to the shop's database read-only, as after a failover to a standby, and closes open ones.
 */
async function setReadOnly(to: 'on' | 'off'): Promise<void> {
  await owner.query(`alter database ${name} set default_transaction_read_only = ${to}`)
}
const cut = () =>
  owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

test('while the database is read-only, people read, writes return 503, /readyz is red and one log line gives the cause', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  // The next request of the session is to note when it was used.
  await shop.advanceTo(inMinutes(2))
  assert.equal(await metric(), '1')
  await setReadOnly('on')
  await cut()
  await eventually('a red light', async () => (await ready()) === 503)
  await eventually('a reader', async () => (await whoIs(visitor).catch(() => null)) === email)
  for (const page of ['/', '/account', '/api/v1/subscriptions/user'])
    assert.equal((await visitor.get(page)).status, 200, page)
  assert.equal(await register(), 503)
  assert.equal(await metric(), '0')
  assert.equal(said('The database does not accept writes: it is read-only.'), 1)

  // Some connections are always in use, so that none is closed for being idle.
  const over = new AbortController()
  const readers = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) await visitor.get('/api/v1/users/userinfo')
  })
  await setReadOnly('off')
  await eventually('a green light', async () => (await ready()) === 200)
  for (let count = 0; count < 12; count += 1) assert.equal(await register(), 201)
  over.abort()
  await Promise.all(readers)
  assert.equal(await metric(), '1')
  assert.equal(said('The database accepts writes again.'), 1)
})

test('while a write finds no space on the disk, /readyz is red, and it recovers automatically', async () => {
  await owner.query(`
    create function no_space() returns trigger language plpgsql as
      $$ begin raise exception sqlstate '53100' using message = 'could not extend file'; end $$;
    create trigger no_space before insert or update on rate_limits for each statement execute function no_space()`)
  assert.equal(await ready(), 200, 'no write has failed yet')
  assert.equal(await register(), 503)
  assert.equal(await ready(), 503)
  assert.equal(await metric(), '0')
  assert.equal(await ready(), 503)
  assert.equal(said('The database does not accept writes: there is no space left on its disk.'), 1)
  await owner.query('drop trigger no_space on rate_limits')
  await eventually('a green light', async () => (await ready()) === 200)
  assert.equal(await metric(), '1')
  assert.equal(await register(), 201)
})

test('while registrations find no space, /readyz stays red although a single row still fits', async () => {
  await owner.query(
    'create trigger no_space before insert on subscribers for each statement execute function no_space()',
  )
  for (let count = 0; count < 3; count += 1) {
    assert.equal(await register(), 503)
    assert.equal(await ready(), 503)
    assert.equal(await metric(), '0')
  }
  await owner.query('drop trigger no_space on subscribers')
  await eventually('a green light', async () => (await ready()) === 200)
  assert.equal(await register(), 201)
})

test('a request does not fail if there is no space to note that its session was used, but does for another error', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  await shop.advanceTo(inMinutes(4))
  const seen = async () =>
    (
      await owner.query<{ at: Date }>(
        'select max(seen_at) as at from sessions join accounts on accounts.id = account_id where email = $1',
        [email],
      )
    ).rows[0]?.at.getTime()
  const before = await seen()
  const failWith = (state: string) =>
    owner.query(`
      create or replace function fail() returns trigger language plpgsql as
        $$ begin raise exception sqlstate '${state}' using message = 'a failure'; end $$;
      create or replace trigger fail before update on sessions for each statement execute function fail()`)
  await failWith('53100')
  assert.equal(await whoIs(visitor), email)
  assert.equal(await seen(), before)
  await failWith('23514')
  assert.equal((await visitor.get('/api/v1/users/userinfo')).status, 500)
  await owner.query('drop trigger fail on sessions')
  assert.equal(await whoIs(visitor), email)
  assert.ok(Number(await seen()) > Number(before))
})

test('while the database is read-only, a sign-out fails and the session continues; later it ends', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  await setReadOnly('on')
  await cut()
  await eventually('a refused sign-out', async () => (await visitor.post('/logout').catch(() => null))?.status === 503)
  await eventually('the session', async () => (await whoIs(visitor).catch(() => null)) === email)
  await setReadOnly('off')
  await cut()
  await eventually('a sign-out', async () => (await visitor.post('/logout').catch(() => null))?.status === 200)
  assert.equal(await whoIs(visitor), null)
})

test('database_writable returns to 1 after a read-only database and after a full disk, although nothing requests /readyz', async () => {
  const recovers = () => eventually('a writable database', async () => (await metric()) === '1')
  await setReadOnly('on')
  await cut()
  await eventually('a refused write', async () => (await register().catch(() => null)) === 503)
  assert.equal(await metric(), '0')
  await setReadOnly('off')
  await recovers()
  await owner.query(`
    create function disk_full() returns trigger language plpgsql as
      $$ begin raise exception sqlstate '53100' using message = 'could not extend file'; end $$;
    create trigger disk_full before insert or update on rate_limits for each statement execute function disk_full()`)
  assert.equal(await register(), 503)
  assert.equal(await metric(), '0')
  await owner.query('drop trigger disk_full on rate_limits')
  await recovers()
})
