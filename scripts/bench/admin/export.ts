import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { residentMegabytes, type AdminWorld } from './world.ts'
import { median } from '../load.ts'
import type { BenchResult } from '../bench-result.ts'

const rounds = 3
const path = '/api/v1/export/csv?include=subscribers'

/**
 * Measures the export of all lines as CSV beside PostgreSQL's own COPY of the same join, and an interrupted download.
 */
export async function measureExport(world: AdminWorld): Promise<BenchResult[]> {
  const { product, pool } = world
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from user_list_rows')
  const count = rows[0]?.n ?? 0
  const before = residentMegabytes(product.pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMegabytes(product.pid))), 50)
  const ours: { first: number; whole: number }[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await download(world, count))
    theirs.push(await copyOut(world.databaseUrl))
  }
  clearInterval(watch)
  const rate = (ms: number) => (count / ms) * 1000
  const [mine, its] = [rate(median(ours.map(({ whole }) => whole))), rate(median(theirs))]
  const first = median(ours.map((each) => each.first))
  const grown = most - before
  const freed = await breakOff(world)
  return [
    {
      what: 'CSV, all lines',
      seen: `${(mine / its).toFixed(2)} × COPY (${mine.toFixed(0)} of ${its.toFixed(0)} rows a second)`,
      goal: '≥ 0.5 ×',
      met: mine / its >= 0.5,
    },
    { what: 'CSV, first byte', seen: `${first.toFixed(0)} ms`, goal: '≤ 200 ms', met: first <= 200 },
    { what: 'CSV, memory beyond before', seen: `${grown.toFixed(0)} MB`, goal: '≤ 50 MB', met: grown <= 50 },
    { what: 'CSV, broken off, freed after', seen: `${freed.toFixed(0)} ms`, goal: '≤ 1 s', met: freed <= 1000 },
  ]
}

async function begin({ product, headers }: AdminWorld): Promise<IncomingMessage> {
  const sent = get(product.url + path, { headers })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`the export answered ${answer.statusCode}`)
  return answer
}

async function download(world: AdminWorld, count: number): Promise<{ first: number; whole: number }> {
  const began = performance.now()
  const answer = await begin(world)
  let first = 0
  let lines = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    first ||= performance.now() - began
    for (const byte of chunk) if (byte === 10) lines += 1
  }
  if (lines < count) throw new Error(`${count} lines were to come, and ${lines} came`)
  return { first, whole: performance.now() - began }
}

/** Copies the same columns of the same join, in any order. Returns ms. */
async function copyOut(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const began = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.query({
    submit: (wire: { query(text: string): void }) =>
      wire.query(`copy (select s.first_name || ' ' || s.last_name, s.email, s.company, x.type, s.industry, x.status, x.start_date,
        x.end_date, x.latest_comment from subscribers s left join subscriptions x on x.subscriber_id = s.id)
        to stdout with (format csv)`),
    handleCopyData: () => undefined,
    handleCommandComplete: () => undefined,
    handleError: reject,
    handleReadyForQuery: () => resolve(),
  } as unknown as pg.Submittable)
  await promise
  const took = performance.now() - began
  await client.end()
  return took
}

/** Returns the milliseconds from a broken connection until the product has no open transaction. */
async function breakOff(world: AdminWorld): Promise<number> {
  const answer = await begin(world)
  await once(answer, 'data')
  answer.destroy()
  const began = performance.now()
  for (;;) {
    const { rowCount } = await world.pool.query(
      `select from pg_stat_activity where application_name = 'tillhouse' and state <> 'idle'`,
    )
    if (rowCount === 0 || performance.now() - began > 60_000) return performance.now() - began
    await wait(10)
  }
}
