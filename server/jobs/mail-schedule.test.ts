import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { test } from 'vitest'
import { createSmtpTransport } from '../adapters/mail/smtp.ts'
import { emailJobs } from './job-kinds.ts'
import { createWorker } from './job-worker.ts'
import { deleteExpired } from './delete-expired.ts'
import { queueMail } from '../store/jobs/jobs.ts'
import { createTransact } from '../store/transact.ts'
import { retryGivenUp } from '../store/jobs/undelivered-mails.ts'
import { openTables, useCluster } from '../../test/support/cluster.ts'
import { eventually, freePort, testSealing } from '../../test/support/given.ts'
import { refusal, useMailPlace } from '../../test/support/servers/mail-server.ts'

// Only the worker for emails, with a fixed clock that tests move, and a real mail server.
const port = await freePort()
const place = useMailPlace(port)
const cluster = await useCluster()
const { db } = await openTables(cluster)
const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, from: 'shop@shop.example' })
cluster.atEnd(() => transport.close())

let now = new Date('2026-11-20T12:00:00Z')
const ignore = () => undefined
const aWorker = () =>
  createWorker(emailJobs(transport, testSealing), {
    db,
    transact: createTransact(db, ignore),
    now: () => now,
    warn: ignore,
    renewalMs: 20,
  })
const { drain } = aWorker()

async function givenAMail(to: string): Promise<string> {
  const id = randomUUID()
  await queueMail(db, null, { kind: 'receipt', to, subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }, now, id)
  return id
}
const rowOf = (id: string) => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()

/** Starts without jobs and with a server that defers every email until it is opened. Records when each was tried. */
async function givenAServerThatPutsOff() {
  await db.deleteFrom('jobs').execute()
  const tried: Date[] = []
  let open = false
  const received = await place.serve({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo(_address, _session, done) {
      tried.push(now)
      done(open ? null : refusal(451, 'Later'))
    },
  })
  return { tried, received, open: () => void (open = true) }
}

test('a deferred email is retried after 1, 2, 4 … seconds up to an hour, never sooner, and the fortieth failure is final', async () => {
  const { tried } = await givenAServerThatPutsOff()
  const began = now
  const id = await givenAMail('ann@acme.example')
  const waits: number[] = []
  for (;;) {
    await drain()
    const row = (await rowOf(id)) ?? assert.fail('it was sent')
    if (row.given_up_at) break
    const attempts = tried.length
    now = new Date(row.run_at.getTime() - 1)
    await drain()
    assert.equal(tried.length, attempts, 'not a millisecond too early')
    waits.push((row.run_at.getTime() - (tried.at(-1) ?? began).getTime()) / 1000)
    now = row.run_at
  }
  const hours = Array.from({ length: 27 }, () => 3600)
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, ...hours])
  assert.equal(tried.length, 40)
  const row = await rowOf(id)
  assert.deepEqual([row?.last_error, row?.answer, row?.attempts], ['recipient', '451 Later', 40])
  now = new Date(now.getTime() + 7 * 86_400_000)
  await drain()
  assert.equal(tried.length, 40, 'a week later nobody has tried again')
})

test('a permanently failed email that is retried restarts the schedule', async () => {
  const { tried } = await givenAServerThatPutsOff()
  const id = await givenAMail('ann@acme.example')
  await db.updateTable('jobs').set({ attempts: 39 }).where('id', '=', id).execute()
  await drain()
  assert.ok((await rowOf(id))?.given_up_at)
  now = new Date(now.getTime() + 86_400_000)
  const putBack = () => db.transaction().execute((trx) => retryGivenUp(trx, id, now))
  assert.deepEqual(await putBack(), { subscriberId: null })
  assert.equal(await putBack(), undefined, 'once')
  await drain()
  const row = await rowOf(id)
  assert.deepEqual([row?.attempts, row?.given_up_at, row?.run_at], [1, null, new Date(now.getTime() + 1000)])
  assert.equal(tried.length, 2)
})

test('a permanently failed email is kept for thirty days, a waiting one until it is sent', async () => {
  await db.deleteFrom('jobs').execute()
  const [old, kept, waits] = [
    await givenAMail('a@acme.example'),
    await givenAMail('b@acme.example'),
    await givenAMail('c@acme.example'),
  ]
  const givenUp = (id: string, at: number) =>
    db
      .updateTable('jobs')
      .set({ given_up_at: new Date(at), last_error: 'recipient' })
      .where('id', '=', id)
      .execute()
  await givenUp(old, now.getTime())
  await givenUp(kept, now.getTime() + 1000)
  const left = async () => (await db.selectFrom('jobs').select('id').execute()).map(({ id }) => id).toSorted()
  now = new Date(now.getTime() + 30 * 86_400_000)
  await deleteExpired({ db, now: () => now })
  assert.deepEqual(await left(), [old, kept, waits].toSorted(), 'to the day')
  now = new Date(now.getTime() + 1)
  await deleteExpired({ db, now: () => now })
  assert.deepEqual(await left(), [kept, waits].toSorted())
})

test('emails to one address are sent in the order of writing, even if the first was deferred', async () => {
  await db.deleteFrom('jobs').execute()
  let refused = 0
  const received = await place.serve({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refuses = address.startsWith('ann@') && refused === 0
      if (refuses) refused += 1
      done(refuses ? refusal(451, 'Later') : null)
    },
  })
  const written: string[] = []
  for (let count = 0; count < 20; count += 1) written.push(await givenAMail('ann@acme.example'))
  await givenAMail('bea@acme.example')
  await drain()
  assert.deepEqual([refused, received.map(({ to }) => to[0])], [1, ['bea@acme.example']])
  now = new Date(now.getTime() + 500)
  // A new email makes earlier ones due at once.
  written.push(await givenAMail('Ann@ACME.example'))
  await drain()
  const sent = received.filter(({ to }) => to[0]?.startsWith('ann@') || to[0]?.startsWith('Ann@'))
  assert.deepEqual(
    sent.map(({ source }) => written.findIndex((id) => source.includes(id))),
    written.map((_, at) => at),
  )
})

test('two instances send an email once to a server that accepts it only after ten minutes', async () => {
  await db.deleteFrom('jobs').execute()
  const [handedOver, accepts] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let copies = 0
  await place.serve({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, _session, done) {
      copies += 1
      await buffer(stream)
      handedOver.resolve()
      await accepts.promise
      done()
    },
  })
  const id = await givenAMail('ann@acme.example')
  const first = drain()
  await handedOver.promise
  for (let minute = 0; minute < 10; minute += 1) {
    now = new Date(now.getTime() + 59_000)
    const renewed = now.getTime() + 60_000
    await eventually('the renewal', async () => ((await rowOf(id))?.leased_until?.getTime() ?? 0) >= renewed)
    now = new Date(now.getTime() + 1_000)
    await aWorker().drain()
  }
  accepts.resolve()
  await first
  assert.deepEqual([copies, await rowOf(id)], [1, undefined])
})

test('as many emails are leased at a time as the transport has connections', async () => {
  await db.deleteFrom('jobs').execute()
  const [all, accepts] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let underWay = 0
  await place.serve({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onRcptTo(_address, _session, done) {
      underWay += 1
      if (underWay === transport.connections) all.resolve()
      await accepts.promise
      done()
    },
  })
  for (let count = 0; count < 2 * transport.connections; count += 1) await givenAMail(`ann${count}@acme.example`)
  const drained = drain()
  await all.promise
  const leased = await db.selectFrom('jobs').select('id').where('lease', 'is not', null).execute()
  accepts.resolve()
  await drained
  assert.equal(leased.length, transport.connections)
})
