import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { test } from 'vitest'
import { createConnect } from '../connect.ts'
import type { ConnectDb, ConnectTrx } from '../database/tables.ts'
import { numberAll } from '../feed/feed.ts'
import { leaseDeliveries } from '../store/deliveries.ts'
import { lockEndpoint } from '../store/endpoints.ts'
import { send } from './send.ts'
import { createTargets, resolveBy } from './targets.ts'
import type { NewMessage } from '../../domain/messages/message-types.ts'
import { openDatabase } from '../../server/database/pool.ts'
import { addMessages } from '../../server/store/messages.ts'
import type { Tables } from '../../server/store/tables.ts'
import { givenAFolder } from '../../test/support/given-folder.ts'
import { openTables, useCluster } from '../../test/support/cluster.ts'
import { eventually, testSealing } from '../../test/support/given.ts'
import { givenAReceiver, type Receiver } from '../../test/support/http/receiver.ts'
import { whenOver } from '../../test/support/when-over.ts'

/*
 * What happens when a process, a receiver or a name fails. The database is real, the clock is fixed, and the receivers
 * are servers on this machine.
 */
const { db, url: databaseUrl } = await openTables(await useCluster())
const connectDb = db as unknown as ConnectDb

const clock = { now: new Date('2027-01-01T12:00:00Z') }
const changes: string[] = []
const warnings: string[] = []
const parts: Parameters<typeof createConnect<Tables>>[0] = {
  db,
  now: () => clock.now,
  machineTime: () => new Date(),
  sealing: testSealing,
  targets: { networks: [], isSandbox: true, resolve: () => Promise.resolve(['127.0.0.1']) },
  endpointChanged(_trx, { state }) {
    changes.push(state)
    return Promise.resolve()
  },
  warn: (_entry, text) => warnings.push(text),
}
const connect = createConnect<Tables>(parts)
const later = (ms: number) => (clock.now = new Date(clock.now.getTime() + ms))
const hour = 3_600_000
const nothing = { headers: {}, body: '{}', at: new Date() }

const inTrx = <T>(act: (trx: Transaction<Tables>) => Promise<T>): Promise<T> => db.transaction().execute(act)

async function givenAnEndpoint(receiver: Pick<Receiver, 'url'>): Promise<string> {
  const endpoint = { url: receiver.url, types: ['trial.started'] as const, description: '', ownerId: null }
  const made = await inTrx((trx) => connect.webhooks.create(trx, endpoint))
  if (made === 'full') return assert.fail('full')
  whenOver(async () => void (await inTrx((trx) => connect.webhooks.remove(trx, made.id))))
  return made.id
}

async function write(count: number, at = clock.now): Promise<string[]> {
  const subscriptions = Array.from({ length: count }, () => randomUUID())
  const messages = subscriptions.map((subscription): NewMessage => ({
    key: randomUUID(),
    type: 'trial.started',
    subscriberId: null,
    at,
    data: { subscription, product: 'analytics', plan: 'analytics-trial', status: 'active', number: 2 },
  }))
  await db.transaction().execute((trx) => addMessages(trx, messages))
  return subscriptions
}
const subscriptionIn = (body: string) => (JSON.parse(body) as { data: { subscription: string } }).data.subscription

/** Accepts any address of this machine. */
const anyTarget = createTargets({ networks: [], isSandbox: true, resolve: () => Promise.resolve([]) })
const lastDelivery = async (id: string) => {
  const { deliveries } = await connect.webhooks.deliveries(id, { state: undefined, after: undefined, limit: 1 })
  return deliveries.map(({ state, attempts }) => [state, attempts])[0]
}

/** Sends what is due, as a process that has just started does. */
async function drain(): Promise<void> {
  const worker = await connect.startWebhooks(true)
  await worker.drain()
  await worker.stop()
}

test('a process killed between commit and delivery a hundred times loses no message, and each keeps its id [10.46]', async () => {
  const receiver = await givenAReceiver()
  const id = await givenAnEndpoint(receiver)
  const written: string[] = []
  for (let time = 0; time < 100; time += 1) {
    written.push(...(await write(1)))
    // Killed right after the commit, once it was queued, once it was taken, or once it was sent but not recorded.
    if (time % 4 > 0) await numberAll(connectDb, clock.now)
    const leased = time % 4 > 1 ? await leaseDeliveries(connectDb, id, 1, clock.now) : undefined
    const [due] = leased?.due ?? []
    if (time % 4 === 3 && due) {
      const body = JSON.stringify({ type: due.type, data: due.data })
      await send(anyTarget, receiver.url, { headers: { 'webhook-id': due.id }, body, at: new Date() })
    }
  }
  await drain()
  const idsOf = new Map<string, Set<string>>()
  for (const { body, headers } of receiver.received) {
    const ids = idsOf.get(subscriptionIn(body)) ?? new Set()
    idsOf.set(subscriptionIn(body), ids.add(headers['webhook-id'] ?? ''))
  }
  assert.deepEqual([...idsOf.keys()].toSorted(), written.toSorted())
  assert.ok([...idsOf.values()].every((ids) => ids.size === 1))
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 100)
})

test('a receiver that does not respond does not delay others', async () => {
  const held: (() => void)[] = []
  const hanging = await givenAReceiver((response) => held.push(() => response.writeHead(204).end()))
  const fast = await givenAReceiver()
  for (const receiver of [hanging, fast]) await givenAnEndpoint(receiver)
  await write(60)
  const worker = await connect.startWebhooks(true)
  const drained = worker.drain()
  // All have arrived although the other receiver has not responded once.
  await eventually('all', () => Promise.resolve(fast.received.length === 60 && held.length === 20))
  assert.equal(hanging.received.length, 20, 'no more at a time')
  const answering = setInterval(() => {
    for (const answer of held.splice(0)) answer()
  }, 5)
  await drained
  clearInterval(answering)
  await worker.stop()
  assert.equal(hanging.received.length, 60)
})

test('a name that was public when saved and leads to this machine when used is never connected to', async () => {
  const receiver = await givenAReceiver()
  const addresses = [['93.184.215.14'], ['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::ffff:127.0.0.1']]
  const check = createTargets({
    networks: [],
    isSandbox: false,
    resolve: () => Promise.resolve(addresses.shift() ?? []),
  })
  const url = `https://crm.example:${receiver.port}/hooks`
  assert.equal(typeof (await check(url)), 'object', 'saved')
  for (let time = 0; time < 4; time += 1) {
    const { status, fault } = await send(check, url, nothing)
    assert.deepEqual([status, fault], [null, 'address'])
  }
  assert.equal(receiver.received.length, 0)
})

test('of a thousand waiting messages, fifty a second are sent once the endpoint is switched on [10.50]', async () => {
  const id = await givenAnEndpoint({ url: 'http://127.0.0.1:9/' })
  await write(1000)
  await numberAll(connectDb, clock.now)
  await inTrx((trx) => connect.webhooks.pause(trx, id))
  later(hour)
  await drain()
  assert.equal((await connect.webhooks.find(id))?.waiting, 1000)
  await inTrx((trx) => connect.webhooks.resume(trx, id))
  let sent = 0
  // Two processes request more all the time.
  for (let look = 0; look < 30; look += 1) {
    later(100)
    for (const most of [20, 20]) sent += (await leaseDeliveries(connectDb, id, most, clock.now))?.due.length ?? 0
  }
  assert.ok(sent <= 165 && sent >= 145, String(sent))
})

test('an endpoint that fails for a day is reported, and switched off after five more; waiting messages are kept and sent later', async () => {
  let status = 500
  const receiver = await givenAReceiver((response) => response.writeHead(status).end('Out of order'))
  const id = await givenAnEndpoint(receiver)
  const stateNow = async () => (await connect.webhooks.find(id)) ?? assert.fail('removed')
  changes.length = 0
  later(1000)
  const since = clock.now
  for (let day = 0; day <= 6; day += 1) {
    await write(1)
    await drain()
    later(24 * hour)
  }
  assert.deepEqual(changes, ['failing', 'off'])
  const { state, offReason, waiting } = await stateNow()
  assert.deepEqual([state, offReason], ['off', 'failed'])
  assert.ok(waiting > 0)
  const { deliveries } = await connect.webhooks.deliveries(id, { state: undefined, after: undefined, limit: 50 })
  assert.deepEqual([deliveries.length, deliveries[0]?.status, deliveries[0]?.response], [7, 500, 'Out of order'])

  await write(1)
  await drain()
  status = 200
  const before = receiver.received.length
  await inTrx((trx) => connect.webhooks.resume(trx, id))
  for (let look = 0; look < 4; look += 1) {
    await drain()
    later(1000)
  }
  assert.equal(receiver.received.length - before, waiting)
  assert.equal((await stateNow()).state, 'on')
  const replayed = await inTrx((trx) => connect.webhooks.replay(trx, id, { since, until: clock.now }))
  await drain()
  const all = new Set(receiver.received.slice(before).map(({ headers }) => headers['webhook-id']))
  assert.equal(all.size, 8, `${waiting} waited, ${String(replayed)} were replayed`)
})

test('a replay sends messages written while the endpoint was off, even long ago', async () => {
  const receiver = await givenAReceiver()
  const id = await givenAnEndpoint(receiver)
  await inTrx((trx) => connect.webhooks.pause(trx, id))
  const since = clock.now
  later(hour)
  const [text] = await write(1, new Date(since.getTime() - 24 * hour))
  await drain()
  await inTrx((trx) => connect.webhooks.resume(trx, id))
  const replay = (from: Date) => inTrx((trx) => connect.webhooks.replay(trx, id, { since: from, until: clock.now }))
  assert.equal(await replay(since), 1)
  for (let look = 0; look < 2; look += 1) {
    later(1000)
    await drain()
  }
  assert.deepEqual(
    receiver.received.map(({ body }) => subscriptionIn(body)),
    [text],
  )
  assert.equal(await replay(since), 0, 'it was delivered')
})

test('without a usable secret nothing is sent, and messages wait for a new one', async () => {
  const receiver = await givenAReceiver()
  const id = await givenAnEndpoint(receiver)
  await connectDb.updateTable('webhook_endpoints').set({ secret: 'unknown' }).where('id', '=', id).execute()
  await write(1)
  warnings.length = 0
  const worker = await connect.startWebhooks(true)
  for (let look = 0; look < 2; look += 1) await worker.drain()
  await worker.stop()
  assert.deepEqual([receiver.received.length, warnings.length], [0, 1])
  assert.deepEqual(await lastDelivery(id), ['waiting', 0])
  await inTrx((trx) => connect.webhooks.rotate(trx, id))
  await drain()
  assert.equal(receiver.received.length, 1)
})

test('a replaced secret signs for a day, even if its successor is replaced meanwhile', async () => {
  const receiver = await givenAReceiver()
  const id = await givenAnEndpoint(receiver)
  const rotate = () => inTrx((trx) => connect.webhooks.rotate(trx, id))
  const verifying = async (secrets: readonly string[]) => {
    await write(1)
    await drain()
    const { body, headers } = receiver.received.at(-1) ?? assert.fail('nothing was sent')
    return secrets.filter((secret) => {
      try {
        return new Webhook(secret).verify(body, headers) !== undefined
      } catch {
        return false
      }
    })
  }
  const made: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const rotated = await rotate()
    made.push(rotated === 'missing' ? assert.fail() : rotated.secret)
    later(10 * hour)
  }
  assert.deepEqual(await verifying(made), made)
  later(5 * hour)
  assert.deepEqual(await verifying(made), made.slice(1), '25 hours after the second rotation')
  later(10 * hour)
  assert.deepEqual(await verifying(made), made.slice(2))
  for (let turn = 0; turn < 20; turn += 1) await rotate()
  await verifying([])
  assert.equal(receiver.received.at(-1)?.headers['webhook-signature']?.split(' ').length, 5, 'not without end')
})

test('a redirect is not followed, and only a kilobyte of a response is read', async () => {
  const target = await givenAReceiver()
  const redirecting = await givenAReceiver((response) =>
    response.writeHead(307, { location: target.url }).end('x'.repeat(100_000)),
  )
  const { status, response } = await send(anyTarget, redirecting.url, nothing)
  assert.deepEqual([status, response?.length, target.received.length], [307, 1024, 0])
})

test('an attempt fails immediately if the receiver changes the protocol or ends the connection', async () => {
  const change = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'
  const answers = [change, '', 'HTTP/1.1 200']
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      const answer = answers.shift() ?? ''
      if (answer === change) socket.write(answer)
      else socket.end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const wanted of [
    [101, null],
    [null, 'connection'],
    [null, 'connection'],
  ]) {
    const { status, fault } = await send(anyTarget, `http://127.0.0.1:${port}/hooks`, nothing)
    assert.deepEqual([status, fault], wanted)
  }
  await new Promise((resolve) => server.close(resolve))
})

test('while an endpoint is being changed, messages are numbered and queued for it', async () => {
  const id = await givenAnEndpoint({ url: 'http://127.0.0.1:9/' })
  const change = await db.startTransaction().execute()
  await lockEndpoint(change as unknown as ConnectTrx, id)
  await write(1)
  await numberAll(connectDb, clock.now)
  assert.equal((await connect.webhooks.find(id))?.waiting, 1)
  await change.commit().execute()
})

test('an attempt counts once it has ended: a process killed repeatedly uses up no attempts', async () => {
  const receiver = await givenAReceiver((response) => response.writeHead(500).end())
  const id = await givenAnEndpoint(receiver)
  await write(1)
  await numberAll(connectDb, clock.now)
  for (let time = 0; time < 12; time += 1) {
    const leased = await leaseDeliveries(connectDb, id, 1, clock.now)
    assert.equal(leased?.due[0]?.attempts, 1)
    later(60_000)
  }
  await drain()
  assert.deepEqual(await lastDelivery(id), ['waiting', 1])
})

test('a stopping process does not wait for a hanging receiver; the next one sends the message again', async () => {
  let hangs = true
  const receiver = await givenAReceiver((response) => void (hangs || response.writeHead(204).end()))
  const id = await givenAnEndpoint(receiver)
  await write(1)
  const worker = await connect.startWebhooks(true)
  const drained = worker.drain()
  await eventually('the attempt', () => Promise.resolve(receiver.received.length === 1))
  const began = performance.now()
  await worker.stop()
  await drained
  assert.ok(performance.now() - began < 8_000, 'an attempt may take 15 s')
  hangs = false
  // Not as a process that runs alone, which first takes everything back.
  const next = await connect.startWebhooks(false)
  await next.drain()
  await next.stop()
  assert.equal(receiver.received.length, 2)
  assert.equal(receiver.received[0]?.headers['webhook-id'], receiver.received[1]?.headers['webhook-id'])
  assert.deepEqual(await lastDelivery(id), ['done', 1])
})

test('messages written while an endpoint is being removed are numbered, and not queued for it', async () => {
  const receiver = await givenAReceiver()
  const id = await givenAnEndpoint(receiver)
  await write(1)
  let numbering = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    await connect.webhooks.remove(trx, id)
    numbering = numberAll(connectDb, clock.now)
    await eventually('the wait for the removal', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%webhook_deliveries%' and datname = current_database()`.execute(
        db,
      )
      return rows.length > 0
    })
  })
  await numbering
})

test('an endpoint is added over the single connection of its transaction', async () => {
  const small = openDatabase<Tables>(databaseUrl, { max: 1 })
  const other = createConnect<Tables>({ ...parts, db: small.db })
  await write(1)
  await other.webhooks.queueWritten()
  const endpoint = { url: 'http://127.0.0.1:9/', types: ['trial.started'] as const, description: '', ownerId: null }
  const made = await small.db.transaction().execute((trx) => other.webhooks.create(trx, endpoint))
  await small.close()
  const id = made === 'full' ? assert.fail('full') : made.id
  assert.equal(await lastDelivery(id), undefined, 'what was written before is not for it')
  await inTrx((trx) => connect.webhooks.remove(trx, id))
})

test('a DNS server that does not respond is abandoned soon, and a name in the hosts file is resolved without it', async (t) => {
  const silent = createSocket('udp4')
  silent.bind(0, '127.0.0.1')
  await once(silent, 'listening')
  t.onTestFinished(() => void silent.close())
  const resolver = new Resolver({ timeout: 200, tries: 1 })
  resolver.setServers([`127.0.0.1:${silent.address().port}`])
  const hosts = join(givenAFolder(), 'hosts')
  writeFileSync(hosts, '10.1.2.3 crm.internal crm\n')
  const resolve = resolveBy(resolver, hosts)
  assert.deepEqual(await resolve('shop.example'), [])
  assert.deepEqual(await resolve('crm.internal'), ['10.1.2.3'])
  assert.ok((await resolve('localhost')).includes('127.0.0.1'))
  // If the server responds that the name is unknown, this machine's own names are used.
  const unknown = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
  assert.deepEqual(await resolveBy({ resolve4: unknown, resolve6: unknown })('127.0.0.1'), ['127.0.0.1'])
})

test('once a name’s IPv4 addresses are known, its IPv6 addresses are awaited only briefly', async () => {
  const never = new Promise<string[]>(() => undefined)
  const four = () => Promise.resolve(['93.184.215.14'])
  assert.deepEqual(await resolveBy({ resolve4: four, resolve6: () => never })('crm.example'), ['93.184.215.14'])
  const six = () => Promise.resolve(['2606:4700::1'])
  const both = await resolveBy({ resolve4: four, resolve6: six })('crm.example')
  assert.deepEqual(both, ['93.184.215.14', '2606:4700::1'])
  const none = () => Promise.reject(Object.assign(new Error('no address'), { code: 'ENODATA' }))
  // Longer than that brief wait.
  const slow = () => new Promise<string[]>((resolve) => setTimeout(() => resolve(['2606:4700::1']), 300))
  assert.deepEqual(await resolveBy({ resolve4: none, resolve6: slow })('crm.example'), ['2606:4700::1'])
})

test('an attempt aborted before it begins ends immediately', async () => {
  const never = createTargets({ networks: [], isSandbox: true, resolve: () => new Promise(() => undefined) })
  const began = performance.now()
  const { status } = await send(never, 'http://crm.example/', { ...nothing, signal: AbortSignal.abort() })
  assert.equal(status, null)
  assert.ok(performance.now() - began < 10_000, 'an attempt may take 15 s')
})

test('sending uses at most three database connections, also while it looks for due deliveries', async () => {
  const small = openDatabase<Tables>(databaseUrl)
  let [used, most] = [0, 0]
  small.pool.on('acquire', () => (most = Math.max(most, (used += 1))))
  small.pool.on('release', () => (used -= 1))
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) ids.push(await givenAnEndpoint({ url: 'http://127.0.0.1:9/' }))
  await write(1)
  const worker = await createConnect<Tables>({ ...parts, db: small.db }).startWebhooks(false)
  let looking = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    // The leases for these endpoints wait, each with its connection, while the worker looks for due deliveries again.
    for (const id of ids) await lockEndpoint(trx as unknown as ConnectTrx, id)
    await eventually('all three wait', () => Promise.resolve(used >= 3))
    looking = worker.drain()
    // Several round trips on other connections, in which it could open one more.
    for (let query = 0; query < 20; query += 1) await trx.selectFrom('messages').select('id').limit(1).execute()
  })
  await looking
  await worker.stop()
  await small.close()
  assert.equal(most, 3)
})
