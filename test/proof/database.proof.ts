import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { areReady, killedDatabase, processesOf, readyAgain } from './shapes/database.ts'
import { compareLedger } from './shapes/ledger.ts'
import { startLoad, statusesOf, type Answer, type Load } from './shapes/load.ts'
import { givenInstallation, shapes, type Installation } from './shapes/shapes.ts'

/*
 * A database that is killed, stops at once, goes silent, has no connection left or no room on its disk, while people register and
 * read. They get 503 with a message in time, the product recovers without a restart, and no acknowledged registration is missing.
 */
const people = 6
const times = 5
const silence = 30_000

/** The promised milliseconds, and the factor that a busy machine is allowed. */
const promised = { answer: 3_000, recovery: 5_000 }
const grace = 3

type Seen = { load: Load; recovered: number[] }

async function underLoad(installation: Installation, fault: () => Promise<number[]>): Promise<Seen> {
  const load = await startLoad(installation.url, { people, registerEvery: 2, pause: 5 })
  await wait(1_000)
  const recovered = await fault()
  await wait(1_000)
  await load.stop()
  return { load, recovered }
}

async function report(
  what: string,
  installation: Installation,
  { load, recovered }: Seen,
  all: string[],
): Promise<void> {
  const isGood = ({ status }: Answer) => status === 200 || status === 201
  const failed = load.answers.filter((answer) => !isGood(answer))
  const slowest = Math.max(0, ...failed.map(({ ms }) => ms))
  all.push(...load.acknowledged)
  const { lost, twice } = await compareLedger(installation, all)
  console.log(
    `${what}: ${recovered.length} times; ${statusesOf(load.answers)}; each failure within ${(slowest / 1000).toFixed(1)} s ` +
      `(goal ${promised.answer / 1000} s); ready again ${(Math.max(...recovered) / 1000).toFixed(1)} s after it was over at the most ` +
      `(goal ${promised.recovery / 1000} s); ${load.acknowledged.length} registrations acknowledged, ${lost.length} lost, ${twice.length} twice`,
  )
  assert.deepEqual([lost, twice], [[], []])
  for (const { status, body } of failed) {
    assert.equal(status, 503, body)
    assert.match(body, /"message":"[^"]+"|<html/)
    assert.doesNotMatch(body, /ECONN|postgres|\.ts:/i)
  }
  assert.ok(slowest < promised.answer * grace, `a failure took ${slowest} ms`)
  assert.ok(Math.max(...recovered) < promised.recovery * grace, `ready again after ${Math.max(...recovered)} ms`)
  const afterwards = load.answers.slice(-people)
  assert.ok(afterwards.every(isGood), statusesOf(afterwards))
}

const again = async (act: () => Promise<number>) => {
  const recovered: number[] = []
  for (let time = 0; time < times; time += 1) {
    recovered.push(await act())
    await wait(500)
  }
  return recovered
}

const faults: { name: string; act: (installation: Installation) => Promise<number[]> }[] = [
  { name: 'killed', act: (one) => again(() => killedDatabase(one, 'first process')) },
  { name: 'one of its processes killed', act: (one) => again(() => killedDatabase(one, 'worker')) },
  { name: 'stopped at once (pg_ctl -m immediate)', act: (one) => again(() => killedDatabase(one, 'immediate')) },
  {
    name: `silent for ${silence / 1000} s`,
    async act(one) {
      const all = processesOf(one.postmaster())
      for (const pid of all) process.kill(pid, 'SIGSTOP')
      try {
        await wait(silence)
        assert.equal(await areReady(one), false)
      } finally {
        for (const pid of all) process.kill(pid, 'SIGCONT')
      }
      return [await readyAgain(one, async () => true)]
    },
  },
  {
    name: 'without a connection left for 10 s',
    async act(one) {
      const clients: pg.Client[] = []
      const take = async (): Promise<void> => {
        const client = new pg.Client({ connectionString: one.productUrl, application_name: 'taker' })
        client.on('error', () => undefined)
        await client.connect()
        clients.push(client)
      }
      const takeAll = async () => {
        const refused: pg.DatabaseError[] = []
        const isFull = () => refused.length === 5
        while (!isFull()) await take().catch((error: pg.DatabaseError) => void refused.push(error))
        for (const { code, message } of refused) assert.equal(code, '53300', message)
      }
      await takeAll()
      // Releases the product's connections to other clients for ten seconds.
      for (const until = performance.now() + 10_000; performance.now() < until; await wait(50)) {
        await one.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tillhouse'`)
        await takeAll()
      }
      assert.equal(await areReady(one), false)
      await Promise.all(clients.map((client) => client.end()))
      return [await readyAgain(one, async () => true)]
    },
  },
]

for (const shape of shapes)
  describe(`${shape}: a database that fails`, () => {
    let installation: Installation
    const acknowledged: string[] = []
    beforeAll(async () => void (installation = await givenInstallation(shape)))
    afterAll(() => installation.stop())
    for (const { name, act } of faults)
      test(name, async () => {
        const seen = await underLoad(installation, () => act(installation))
        await report(`${shape}, ${name}`, installation, seen, acknowledged)
      })
  })

/** Creates a file system in memory; null if this process has no permission to. */
function smallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-disk-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    remove()
    return null
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
    remove()
  })
  return folder
}

for (const shape of shapes)
  test(`${shape}: survives a full disk`, async (t) => {
    const folder = smallDisk(400)
    if (!folder) return t.skip('needs root, to mount a file system of its own')
    const installation = await givenInstallation(shape, { folder })
    const ballast = join(folder, 'ballast')
    mkdirSync(ballast)
    const seen = await underLoad(installation, async () => {
      const { bavail, bsize } = statfsSync(folder)
      // Until the last block, because PostgreSQL still has the space that it reserved for its log.
      for (let left = bavail * bsize, part = 0; left > 0; left -= 1_000_000, part += 1)
        try {
          writeFileSync(join(ballast, String(part)), Buffer.alloc(Math.min(left, 1_000_000)))
        } catch {
          break
        }
      const full = performance.now()
      while (await areReady(installation)) {
        assert.ok(performance.now() - full < 240_000, 'the disk was to be full')
        await wait(100)
      }
      console.log(`${shape}: not ready ${((performance.now() - full) / 1000).toFixed(1)} s after the disk was full`)
      await wait(10_000)
      assert.equal(await areReady(installation), false)
      assert.equal((await fetch(`${installation.url}/api/v1/plans`)).status, 200, 'what needs no database is served')
      rmSync(ballast, { recursive: true })
      return [await readyAgain(installation, async () => true)]
    })
    await report(`${shape}, a full disk for 10 s and more`, installation, seen, [])
    await installation.stop()
  })
