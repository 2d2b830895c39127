import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, test } from 'vitest'
import { Kysely, PostgresDialect } from 'kysely'
import type { JobHandler } from './job-runner.ts'
import { createWorker } from './job-worker.ts'
import { idempotencyKey, leaseNext, releaseLeases } from '../store/jobs/leases.ts'
import { jobCounts, storeEvent, queueTask, waitingTasks } from '../store/jobs/jobs.ts'
import type { BillingTask } from '../../domain/billing/billing-tasks.ts'
import type { Tables } from '../store/tables.ts'
import { openDatabase } from '../database/pool.ts'
import { createTransact } from '../store/transact.ts'
import { openTables, useCluster } from '../../test/support/cluster.ts'
import { eventuallyEqual } from '../../test/support/eventually.ts'
import { eventually } from '../../test/support/given.ts'
import { whenOver } from '../../test/support/when-over.ts'

const cluster = await useCluster()
const { pool, url } = await openTables(cluster)
let leasesAsked = 0
const db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => void (leasesAsked += /update jobs set leased_until = .* where id = \(/s.test(query.sql) ? 1 : 0),
})

let now = new Date('2026-11-20T12:00:00Z')
const later = (ms: number) => (now = new Date(now.getTime() + ms))
const ignore = () => undefined
beforeEach(() => db.deleteFrom('jobs').execute())

/** Returns a worker of billing tasks with the given handlers, which renews its leases at an interval of real ms. */
function aWorker(handler: Partial<JobHandler<BillingTask>>, log: string[] = [], renewalMs = 20, database = db) {
  return createWorker<BillingTask>(
    {
      kind: 'billing',
      concurrency: 10,
      run: () => Promise.resolve(),
      failed: (error) => ({ answered: false, reason: error instanceof Error ? error.message : '' }),
      ...handler,
    },
    {
      db: database,
      transact: createTransact(database, ignore),
      now: () => now,
      renewalMs,
      warn: (entry, message) => log.push(`${message} ${JSON.stringify(entry)}`),
    },
  )
}

async function givenATask(task: BillingTask = { task: 'refund', payment: randomUUID() }): Promise<string> {
  const id = randomUUID()
  await queueTask(db, id, null, task, now)
  return id
}
const rowOf = (id: string) => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
const openJobs = async () => (await db.selectFrom('jobs').select('id').execute()).length
/** Lets other work go on for several queries, in which a job that must not start could. */
async function meanwhile(): Promise<void> {
  for (let query = 0; query < 20; query += 1) await openJobs()
}
/** Work that begins when it is called, and ends when the test allows it, or is over. */
function gated() {
  const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  whenOver(finish.resolve)
  let runs = 0
  const run = () => {
    runs += 1
    started.resolve()
    return finish.promise
  }
  return { run, started: started.promise, finish: finish.resolve, runs: () => runs }
}
const paymentOf = (payload: BillingTask) => ('payment' in payload ? payload.payment : '')

test('a failed job is retried later and delays no other, and finished ones are removed', async () => {
  const log: string[] = []
  const ids = [await givenATask({ task: 'refund', payment: 'pi_bad' }), await givenATask(), await givenATask()]
  const ran: string[] = []
  const worker = aWorker(
    {
      concurrency: 1,
      async run({ id, payload }) {
        ran.push(id)
        if (paymentOf(payload) === 'pi_bad') throw new Error('the provider said no')
      },
    },
    log,
  )
  await worker.drain()
  assert.deepEqual(ran.toSorted(), ids.toSorted())
  const [bad = ''] = ids
  const row = await rowOf(bad)
  assert.deepEqual(
    [row?.last_error, row?.attempts, row?.tried_at, row?.run_at, row?.leased_until],
    ['the provider said no', 1, now, new Date(now.getTime() + 1000), null],
  )
  assert.equal(await openJobs(), 1)
  assert.equal(log.length, 1)
  assert.match(log[0] ?? '', /^a job failed and will be retried .*"job":"billing"/)

  later(999)
  await worker.drain()
  assert.equal(ran.length, 3, 'not a millisecond too early')
  later(1)
  await worker.drain()
  assert.deepEqual((await rowOf(bad))?.run_at, new Date(now.getTime() + 2000))
})

test('the idempotency key stays the same if the response was lost, and changes if one arrived', async () => {
  const id = await givenATask()
  const keys: string[] = []
  const outcomes = [{ answered: false }, { answered: true }, { answered: false }, { answered: true }]
  const worker = aWorker({
    run(job) {
      keys.push(idempotencyKey(job))
      return keys.length > outcomes.length ? Promise.resolve() : Promise.reject(new Error('no'))
    },
    failed: () => ({
      reason: 'no',
      again: new Date(now.getTime() + 10),
      ...(outcomes[keys.length - 1] ?? assert.fail()),
    }),
  })
  for (let round = 0; round < 5; round += 1) {
    await worker.drain()
    later(10)
  }
  assert.deepEqual(keys, [`${id}-0`, `${id}-0`, `${id}-1`, `${id}-1`, `${id}-2`])
  assert.equal(await rowOf(id), undefined)
})

test('a job that requests to run again does so at that time and has not failed', async () => {
  const id = await givenATask()
  let runs = 0
  const worker = aWorker({
    async run() {
      runs += 1
      return runs === 3 ? undefined : { again: new Date(now.getTime() + 60_000) }
    },
  })
  for (const expected of [1, 2]) {
    await worker.drain()
    const row = await rowOf(id)
    assert.deepEqual([runs, row?.attempts, row?.last_error], [expected, 0, null])
    later(60_000)
  }
  await worker.drain()
  assert.deepEqual([runs, await rowOf(id)], [3, undefined])
})

test('several workers run each job once', async () => {
  for (let count = 0; count < 30; count += 1) await givenATask()
  const ran: string[] = []
  const workers = Array.from({ length: 4 }, () => aWorker({ run: async ({ id }) => void ran.push(id), concurrency: 3 }))
  await Promise.all(workers.map((worker) => worker.drain()))
  assert.deepEqual([ran.length, new Set(ran).size], [30, 30])
})

test('at most as many jobs run at once as there is room for, and a job is leased only when it starts', async () => {
  for (let count = 0; count < 5; count += 1) await givenATask()
  const gates = Array.from({ length: 5 }, gated)
  let begun = 0
  const drained = aWorker({ concurrency: 2, run: () => gates[begun++]?.run() ?? assert.fail('a sixth run') }).drain()
  await gates[1]?.started
  await meanwhile()
  const leased = await db.selectFrom('jobs').select('id').where('leased_until', 'is not', null).execute()
  assert.deepEqual([leased.length, begun], [2, 2])
  for (const { finish } of gates) finish()
  await drained
  assert.equal(begun, 5)
})

test('the lease of a running job is renewed, and no other worker runs it', async () => {
  const id = await givenATask()
  const { run, started, finish, runs } = gated()
  const drained = aWorker({ run }).drain()
  await started
  const leasedUntil = async () => (await rowOf(id))?.leased_until?.getTime() ?? 0
  for (let minute = 0; minute < 3; minute += 1) {
    later(50_000)
    // For a minute from now: a renewal that began before is not enough.
    await eventually('the renewal', async () => (await leasedUntil()) >= now.getTime() + 60_000)
    later(20_000)
    await aWorker({ run }).drain()
  }
  assert.equal(runs(), 1)
  finish()
  await drained
  assert.equal(await rowOf(id), undefined)
})

test('a job whose worker is gone runs again when the lease expires, and the first one’s report is ignored', async () => {
  const id = await givenATask()
  const [first, second] = [gated(), gated()]
  // It never renews its lease, like a worker that is gone.
  const slow = aWorker(first, [], 2 ** 31 - 1).drain()
  await first.started
  await aWorker({ run: () => assert.fail('it is leased') }).drain()
  later(60_000)
  const other = aWorker(second).drain()
  await second.started
  first.finish()
  await slow
  assert.ok((await rowOf(id))?.leased_until, 'the second worker still has it')
  second.finish()
  await other
  assert.equal(await rowOf(id), undefined)
})

test('a job is aborted when another worker has its lease, or when it was removed', async () => {
  const ids = [await givenATask(), await givenATask()]
  const aborted: string[] = []
  const begun = ids.map(() => Promise.withResolvers<void>())
  let runs = 0
  const drained = aWorker({
    async run({ id }, signal) {
      const ended = new Promise((resolve) => signal.addEventListener('abort', resolve))
      begun[runs++]?.resolve()
      await ended
      aborted.push(id)
    },
  }).drain()
  await Promise.all(begun.map(({ promise }) => promise))
  const [taken = '', removed = ''] = ids
  await db.updateTable('jobs').set({ lease: randomUUID() }).where('id', '=', taken).execute()
  await db.deleteFrom('jobs').where('id', '=', removed).execute()
  await drained
  assert.deepEqual(aborted.toSorted(), ids.toSorted())
  assert.notEqual((await rowOf(taken))?.lease, null, 'the other worker still has it')
})

test('a renewal that reaches the database after the result of the job reports no lost lease', async () => {
  // One connection runs statements in the order in which they ask for it.
  const single = openDatabase<Tables>(url, { max: 1 })
  cluster.atEnd(single.close)
  await givenATask()
  const log: string[] = []
  const inUse: { release(): void }[] = []
  const run = async () => void inUse.push(await single.pool.connect())
  const drained = aWorker({ run }, log, 5, single.db).drain()
  await eventuallyEqual(async () => single.pool.waitingCount > 1, true)
  for (const connection of inUse) connection.release()
  await drained
  await single.db.selectFrom('jobs').select('id').execute()
  assert.deepEqual([await openJobs(), log], [0, []])
})

test('one process never runs a job twice at the same time, even if its clock moves past the lease', async () => {
  await givenATask()
  const { run, started, finish, runs } = gated()
  // It does not renew the lease, which would also keep the job from running again.
  const worker = aWorker({ run }, [], 2 ** 31 - 1)
  const first = worker.drain()
  await started
  later(30 * 86_400_000)
  const second = worker.drain()
  await meanwhile()
  finish()
  await Promise.all([first, second])
  assert.equal(runs(), 1)
})

test('a start that is alone on the database releases the leases of a killed process', async () => {
  const id = await givenATask()
  await db
    .updateTable('jobs')
    .set({ leased_until: new Date(now.getTime() + 60_000), lease: randomUUID() })
    .execute()
  let runs = 0
  const worker = aWorker({ run: async () => void (runs += 1) })
  await worker.drain()
  assert.equal(runs, 0)
  await releaseLeases(db)
  await worker.drain()
  assert.deepEqual([runs, await rowOf(id)], [1, undefined])
})

test('the callback for a job that was given up runs in the transaction that marks it; if it fails, neither happens', async () => {
  const id = await givenATask()
  const log: string[] = []
  let fails = true
  const worker = aWorker(
    {
      run: () => Promise.reject(new Error('refused')),
      failed: () => ({ giveUp: true, reason: 'resource_missing', answer: 'No such payment' }),
      async gaveUp(trx, job, reason) {
        const marked = await trx.selectFrom('jobs').select('given_up_at').where('id', '=', job.id).executeTakeFirst()
        assert.ok(marked?.given_up_at)
        const issue = { id: randomUUID(), kind: reason, payment: job.id, since: now }
        await trx.insertInto('payment_issues').values(issue).execute()
        if (fails) throw new Error('the issue could not be opened')
      },
    },
    log,
  )
  const issues = async () => (await db.selectFrom('payment_issues').select(['kind', 'payment']).execute()).length
  await worker.drain()
  assert.deepEqual([(await rowOf(id))?.given_up_at, await issues()], [null, 0])
  assert.match(log[0] ?? '', /^a job could not be given up/)
  fails = false
  later(1000)
  await worker.drain()
  const row = await rowOf(id)
  assert.deepEqual(
    [row?.given_up_at, row?.last_error, row?.answer, await issues()],
    [now, 'resource_missing', 'No such payment', 1],
  )
  later(7 * 86_400_000)
  await worker.drain()
  assert.equal((await rowOf(id))?.attempts, 2, 'a week later it has not run again')
  assert.deepEqual(
    (await jobCounts(db, now)).find(({ kind }) => kind === 'billing'),
    { kind: 'billing', waiting: 0, givenUp: 1, oldest: 0 },
  )
})

test('workers are woken once after the commit, and not after a rollback or if nothing was queued', async () => {
  const committed: boolean[] = []
  const id = randomUUID()
  const seen: Promise<unknown>[] = []
  const transact = createTransact(db, (kinds) => {
    committed.push(kinds.has('billing') && kinds.size === 1)
    seen.push(rowOf(id))
  })
  const result = await transact(async (trx) => {
    await queueTask(trx, id, null, { task: 'refund', payment: 'pi_1' }, now)
    await queueTask(trx, randomUUID(), null, { task: 'refund', payment: 'pi_2' }, now)
    assert.equal(committed.length, 0)
    return 'done'
  })
  assert.deepEqual([result, committed], ['done', [true]])
  assert.ok(await seen[0], 'another connection finds what was queued')
  await assert.rejects(
    transact(async (trx) => {
      await queueTask(trx, randomUUID(), null, { task: 'refund', payment: 'pi_3' }, now)
      throw new Error('rolled back')
    }),
  )
  await transact((trx) => trx.selectFrom('jobs').select('id').execute())
  assert.equal(committed.length, 1)
})

test('waiting for a task ends when it is done or has failed permanently', async () => {
  const subscription = randomUUID()
  const waits = async () => [...(await waitingTasks(db, subscription))]
  assert.deepEqual(await waits(), [])
  const id = await givenATask({ task: 'set-charging', subscription })
  assert.deepEqual(await waits(), ['set-charging'])
  await db.updateTable('jobs').set({ given_up_at: now }).where('id', '=', id).execute()
  assert.deepEqual(await waits(), [])
})

test('tasks about one subscription run one after the other', async () => {
  const subscription = randomUUID()
  for (const task of ['set-charging', 'move-next-charge', 'ask-provider'] as const)
    await givenATask({ task, subscription })
  let running = 0
  const most: number[] = []
  const worker = aWorker({
    async run() {
      running += 1
      most.push(running)
      await db.selectFrom('jobs').select('id').execute()
      running -= 1
    },
  })
  await worker.drain()
  assert.deepEqual(most, [1, 1, 1])
})

test('of two processes that lease tasks about one subscription at the same moment, one gives its task back', async () => {
  const subscription = randomUUID()
  const first = await givenATask({ task: 'set-charging', subscription })
  const second = await givenATask({ task: 'move-next-charge', subscription })
  const request = { kind: 'billing', now, until: new Date(now.getTime() + 60_000), running: [] } as const
  const [leased, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Holds back the result of the other process's first query until the lease of the first process is written.
  const other = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      leased.resolve()
      await written.promise
      return result
    },
  })
  const lost = await db.transaction().execute(async (trx) => {
    assert.equal((await leaseNext(trx, request))?.job.id, first)
    const late = leaseNext(other, request)
    await leased.promise
    return () => late
  })
  assert.notEqual((await rowOf(second))?.lease, null)
  written.resolve()
  assert.equal(await lost(), undefined)
  const { lease, leased_until: until, attempts } = (await rowOf(second)) ?? assert.fail()
  assert.deepEqual([lease, until, attempts], [null, null, 0])
})

test('one run handles all waiting reports about the same object, and a repeated report is ignored', async () => {
  const report = (id: string, about: { subscription: string } | null) =>
    storeEvent(db, { id, type: 'invoice.paid', about }, now)
  const [a, b] = [{ subscription: 'sub_a' }, { subscription: 'sub_b' }]
  assert.deepEqual(
    [await report('evt_1', a), await report('evt_2', a), await report('evt_3', b), await report('evt_4', null)],
    [true, true, true, true],
  )
  const subjects: (string | null)[] = []
  const worker = aWorker({
    kind: 'billing-event',
    concurrency: 1,
    together: true,
    keepsDone: true,
    run: async ({ subject }) => void subjects.push(subject),
  })
  await worker.drain()
  assert.deepEqual(subjects, ['subscription:sub_a', 'subscription:sub_b'])
  assert.deepEqual([await report('evt_1', a), await report('evt_4', null)], [false, false])
  await worker.drain()
  assert.equal(subjects.length, 2)
  assert.equal((await db.selectFrom('jobs').select('id').where('done_at', 'is not', null).execute()).length, 4)
})

test('a failing report fails for everyone who waits for it', async () => {
  for (const id of ['evt_1', 'evt_2']) await storeEvent(db, { id, type: 't', about: { subscription: 'sub_a' } }, now)
  let runs = 0
  const worker = aWorker({
    kind: 'billing-event',
    together: true,
    keepsDone: true,
    run: () => ((runs += 1), Promise.reject(new Error('down'))),
  })
  await worker.drain()
  const rows = await db.selectFrom('jobs').select(['attempts', 'last_error', 'run_at']).execute()
  const failed = { attempts: 1, last_error: 'down', run_at: new Date(now.getTime() + 1000) }
  assert.deepEqual([runs, rows], [1, [failed, failed]])
})

test('a started worker runs queued jobs when it is woken, and on a stop finishes the running ones', async () => {
  const ran: string[] = []
  const done = Promise.withResolvers<void>()
  const worker = aWorker({
    async run({ id }) {
      ran.push(id)
      if (ran.length === 3) done.resolve()
    },
    concurrency: 1,
  }).start(3_600_000)
  const ids = [await givenATask(), await givenATask(), await givenATask()]
  worker.soon()
  await done.promise
  await worker.stop()
  assert.deepEqual(ran.toSorted(), ids.toSorted())
  assert.equal(await openJobs(), 0)
})

test('a single job is leased by one query, and the next of its subject starts when it ends', async () => {
  const ran: string[] = []
  const [middle, last] = [gated(), gated()]
  last.finish()
  const worker = aWorker({
    inOrder: true,
    async run({ id }) {
      ran.push(id)
      if (ran.length > 1) await (ran.length === 2 ? middle : last).run()
    },
  })
  const alone = await givenATask()
  leasesAsked = 0
  const schedule = worker.start(3_600_000)
  schedule.soon()
  await schedule.underWay()
  await eventuallyEqual(() => rowOf(alone), undefined)
  assert.equal(leasesAsked, 1)
  const first = await givenATask({ task: 'refund', payment: 'pi_same' })
  schedule.soon()
  await middle.started
  const second = await givenATask({ task: 'refund', payment: 'pi_same' })
  schedule.soon()
  middle.finish()
  await last.started
  await schedule.stop()
  assert.deepEqual(ran, [alone, first, second])
})

test('a failed job is retried soon if another of its subject was queued meanwhile, and else after its usual delay', async () => {
  const first = await givenATask({ task: 'refund', payment: 'pi_same' })
  const worker = aWorker({
    inOrder: true,
    async run({ attempts }) {
      later(1)
      if (attempts === 4) await givenATask({ task: 'refund', payment: 'pi_same' })
      throw new Error('the provider said no')
    },
  })
  const delays: number[] = []
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await worker.drain()
    const { run_at: next } = (await rowOf(first)) ?? assert.fail()
    delays.push(next.getTime() - now.getTime())
    now = next
  }
  assert.deepEqual(delays, [1000, 2000, 4000, 1000, 16_000])
})
