import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createConnect } from '../../connect/connect.ts'
import type { NewMessage } from '../../domain/messages/message-types.ts'
import { createSealing } from '../../platform/crypto/sealing.ts'
import { deriveKeys } from '../../platform/crypto/secrets.ts'
import { startEmbedded } from '../../server/database/embedded/embedded.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/pool.ts'
import { addMessages } from '../../server/store/messages.ts'
import { allMigrations } from '../../server/app/migrations.ts'
import type { Tables } from '../../server/store/tables.ts'
import { aRegistration } from '../../test/support/given.ts'
import { quantile } from '../../test/proof/shapes/load.ts'
import { createVisitor } from '../../test/support/http/visitor.ts'
import { line, type BenchResult } from './bench-result.ts'
import { median } from './load.ts'

const message = (): NewMessage => ({
  key: randomUUID(),
  type: 'trial.started',
  subscriberId: null,
  at: new Date(),
  data: { subscription: randomUUID(), product: 'analytics', plan: 'analytics-trial', status: 'active', number: 2 },
})

/** Measures webhooks, the feed and keys with five figures, with a separate PostgreSQL and receiver on this machine. */
export async function measureConnect(productUrl: string): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-connect-'))
  const database = await startEmbedded({ folder: join(folder, 'database'), log: () => undefined })
  const { db, close } = openDatabase<Tables>(database.url)
  await migrate(db, allMigrations)
  const received: number[] = []
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(performance.now())
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const connect = createConnect<Tables>({
    db,
    now: () => new Date(),
    machineTime: () => new Date(),
    sealing: createSealing(deriveKeys(['a secret of the benchmark that is long enough'], 'sealed')),
    targets: { networks: [], isSandbox: true, resolve: () => Promise.resolve([]) },
    endpointChanged: () => Promise.resolve(),
    warn: (entry) => console.error(entry),
  })
  const write = (count: number) =>
    db.transaction().execute((trx) => addMessages(trx, Array.from({ length: count }, message)))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const endpoint = { url, types: ['trial.started'] as const, description: '', ownerId: null }
  await db.transaction().execute((trx) => connect.webhooks.create(trx, endpoint))
  const worker = await connect.startWebhooks(true)
  const allReceived = async (count: number) => {
    while (received.length < count) await wait(5)
  }
  try {
    const delays: number[] = []
    for (let time = 0; time < 200; time += 1) {
      const written = performance.now()
      await write(1)
      await allReceived(time + 1)
      delays.push((received.at(-1) ?? NaN) - written)
    }
    const p99 = quantile(delays, 0.99)

    const begun = performance.now()
    await write(1000)
    await allReceived(1200)
    const thousand = (performance.now() - begun) / 1000

    for (let batch = 0; batch < 20; batch += 1) await write(1000)
    await worker.stop()
    await connect.readFeed(null, ['trial.started'], 1)
    const reading = performance.now()
    let read = 0
    for (let after: string | null = null, more = true; more;) {
      const page = await connect.readFeed(after, ['trial.started'], 1000)
      if (page === 'gone') throw new Error('the feed ended')
      JSON.stringify(page)
      read += page.events.length
      after = page.next
      more = page.events.length === 1000
    }
    const rate = read / ((performance.now() - reading) / 1000)

    // This database has no accounts.
    await sql`alter table api_keys drop constraint api_keys_created_by_fkey`.execute(db)
    const expiresAt = new Date(Date.now() + 86_400_000)
    const wanted = { name: 'bench', scopes: ['reports:read'] as const, expiresAt, ownerId: randomUUID() }
    const made = await db.transaction().execute((trx) => connect.make(trx, wanted))
    const text = typeof made === 'string' ? '' : made.text
    await connect.use(text, '127.0.0.1')
    const cpu = process.cpuUsage()
    for (let time = 0; time < 2000; time += 1) await connect.use(text, '127.0.0.1')
    const { user, system } = process.cpuUsage(cpu)
    const perKey = (user + system) / 1000 / 2000

    return [
      line('a message, from the commit to the receiver', `99 % within ${p99.toFixed(0)} ms`, '≤ 2 s', p99 <= 2000),
      line('1,000 deliveries to a fast receiver', `${thousand.toFixed(2)} s`, '≤ 5 s', thousand <= 5),
      await registration(productUrl, async () => {
        const from = performance.now()
        await write(1)
        return performance.now() - from
      }),
      line('an API key', `${perKey.toFixed(3)} ms of processor time`, '≤ 0.2 ms', perKey <= 0.2),
      line('the event feed', `${Math.round(rate).toLocaleString('en')} events per second`, '≥ 5,000', rate >= 5000),
    ]
  } finally {
    await worker.stop()
    receiver.close()
    await close()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures the share of writing its message in a whole registration. */
async function registration(productUrl: string, writeOne: () => Promise<number>): Promise<BenchResult> {
  const whole: number[] = []
  const part: number[] = []
  for (let time = 0; time < 20; time += 1) {
    const visitor = createVisitor(productUrl)
    const from = performance.now()
    const { status } = await visitor.post('/api/v1/users', aRegistration(), { 'x-selected-product': 'analytics-trial' })
    if (status !== 201) throw new Error(`a registration was answered ${status}`)
    whole.push(performance.now() - from)
    part.push(await writeOne())
  }
  const share = median(part) / median(whole)
  return line('a registration, dearer by its message', `${(share * 100).toFixed(1)} %`, '≤ 5 %', share <= 0.05)
}
