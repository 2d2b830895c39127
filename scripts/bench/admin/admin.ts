import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { BarePlan } from '../bare.ts'
import { adminCases, type Case } from './cases.ts'
import { measureCounts } from './counts.ts'
import { measureExport } from './export.ts'
import { readBy } from './query-plans.ts'
import { familyTime, openAdminWorld, processorTime, type AdminWorld } from './world.ts'
import { measureRegistrations } from './registrations.ts'
import { measureSearches } from './searches.ts'
import { median } from '../load.ts'
import { startBare, type Served } from '../product.ts'
import type { BenchResult } from '../bench-result.ts'

const connections = 16

/**
 * Measures the admin area with this many fictional subscribers. A ratio is the processor time of the product's Node and
 * of PostgreSQL to that of a bare Fastify that runs the same prepared statements and generates as much JSON, and of
 * PostgreSQL.
 */
export async function measureAdmin(subscribers: number, rounds = 5): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-admin-'))
  const world = await openAdminWorld(folder, subscribers)
  try {
    const seconds = world.seededIn / 1000
    const many = subscribers.toLocaleString('en')
    const start = world.product.startedIn / 1000
    return [
      { what: `${many} subscribers, made in`, seen: `${seconds.toFixed(0)} s`, goal: '', met: null },
      { what: 'start again on them, to /readyz', seen: `${start.toFixed(2)} s`, goal: '≤ 1.5 s', met: start <= 1.5 },
      ...(await measureCases(world, rounds)),
      ...(await measureCounts(world)),
      ...(await measureSearches(world)),
      ...(await measureExport(world)),
      ...(await measureRegistrations(world)),
    ]
  } finally {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureCases(world: AdminWorld, rounds: number): Promise<BenchResult[]> {
  const lines: BenchResult[] = []
  for (const one of await adminCases(world)) lines.push(await measureCase(world, one, rounds))
  return lines
}

async function measureCase(world: AdminWorld, one: Case, rounds: number): Promise<BenchResult> {
  const { product, headers, databaseUrl, pool, folder } = world
  const url = product.url + one.path
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${one.path} answered ${response.status}: ${await response.text()}`)
  const plan: BarePlan = { kind: 'query', databaseUrl, statements: one.statements, answer: await response.json() }
  const bare = await startBare(plan, folder)
  try {
    const ours = { ...product, url }
    const seen: Record<'ours' | 'theirs', Burst[]> = { ours: [], theirs: [] }
    await burst(world, ours, headers)
    await burst(world, bare, {})
    for (let round = 0; round < rounds; round += 1) {
      seen.ours.push(await burst(world, ours, headers))
      seen.theirs.push(await burst(world, bare, {}))
    }
    const [mine, its] = [costOf(seen.ours), costOf(seen.theirs)]
    const ratio = (mine.node + mine.database) / (its.node + its.database)
    const times = [mine, its].map(({ node, database }) => `${node.toFixed(2)} + ${database.toFixed(2)}`)
    const p99 = median(seen.ours.map((each) => each.p99))
    const { pages, rows } = await readBy(pool, one.statements)
    const perRow = pages / Math.max(rows, 1)
    const read = one.isList ? `, ${perRow.toFixed(1)} pages a row` : ''
    return {
      what: one.what,
      seen: `${ratio.toFixed(2)} × bare (${times.join(' of ')} ms), p99 ${p99.toFixed(0)} ms${read}`,
      goal: one.isList ? '≤ 1.5 ×, ≤ 100 ms, ≤ 20' : '≤ 1.5 ×, ≤ 100 ms',
      met: ratio <= 1.5 && p99 <= 100 && (!one.isList || rows === 0 || perRow <= 20),
    }
  } finally {
    await bare.stop()
  }
}

/** Processor time per request, of Node and of PostgreSQL, and the 99th percentile of response times, all in ms. */
type Burst = { node: number; database: number; p99: number }

function costOf(side: Burst[]): Pick<Burst, 'node' | 'database'> {
  return { node: median(side.map((each) => each.node)), database: median(side.map((each) => each.database)) }
}

async function burst(
  { databasePid }: AdminWorld,
  { url, pid }: Pick<Served, 'url' | 'pid'>,
  headers: Record<string, string>,
): Promise<Burst> {
  const before = { node: processorTime(pid), database: familyTime(databasePid) }
  const result = await autocannon({ url, connections, duration: 1, headers })
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} requests failed and ${result.non2xx} were refused under load`)
  const { total } = result.requests
  return {
    node: (processorTime(pid) - before.node) / total,
    database: (familyTime(databasePid) - before.database) / total,
    p99: result.latency.p99,
  }
}
