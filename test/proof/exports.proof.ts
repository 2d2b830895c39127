import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import { seedPeople } from '../../scripts/run.ts'
import { eventually, signIn } from '../support/given.ts'
import { quantile } from './shapes/load.ts'
import { givenInstallation, proofAdministrator, shapes, type Installation } from './shapes/shapes.ts'

/*
 * Downloads of the whole list that break off after a twentieth of it, again and again: each must free its connection to the
 * database at once, and none may leave memory behind.
 */
const subscribers = Number(process.env['PROOF_SUBSCRIBERS'] ?? 100_000)
const times = 50
const path = '/api/v1/export/csv?include=subscribers'

/** Returns the resident memory of a process, in megabytes. */
const residentMegabytes = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000

async function openExport(url: string, cookie: string): Promise<IncomingMessage> {
  // A separate connection, which is destroyed to abort the download.
  const sent = get(url + path, { headers: { cookie }, agent: false })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  return answer
}

/** Reads at least so many bytes; returns how many were read. */
async function read(answer: IncomingMessage, enough: number): Promise<number> {
  let bytes = 0
  for await (const chunk of answer.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes >= enough) break
  }
  return bytes
}

/** Returns the milliseconds until no connection of the product has a transaction open or a statement running. */
async function freed({ sql }: Installation): Promise<number> {
  const began = performance.now()
  const busy = () =>
    sql(
      `select 1 from pg_stat_activity where application_name = 'tillhouse' and state <> 'idle'
       and (query ilike '%person_csv%' or state like 'idle in transaction%')`,
    )
  while ((await busy()).length > 0 && performance.now() - began < 60_000) await wait(10)
  return performance.now() - began
}

/** Returns the processor time of a process so far, in seconds. */
const processorTime = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Waits until the background work for the seeded people is done, because that needs memory too. */
const settled = ({ pids }: Installation) =>
  eventually(
    'the end of the work that is due',
    async () => {
      const before = pids().map(processorTime)
      await wait(3_000)
      return pids().every((pid, index) => processorTime(pid) - (before[index] ?? 0) < 0.3)
    },
    120_000,
  )

for (const shape of shapes)
  test(`${shape}: survives exports that break off`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillhouse-proof-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    await seedPeople(subscribers, { DATA_DIR: folder })
    const first = await givenInstallation(shape, { folder })
    await settled(first)
    await first.stop()
    const installation = await givenInstallation(shape, { folder })
    await settled(installation)
    const administrator = installation.visitor()
    await signIn(administrator, proofAdministrator.email, proofAdministrator.password)
    const cookie = [...administrator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    // Two complete exports at each instance, so that their memory is included in the first measurement.
    let whole = 0
    for (const address of [...installation.addresses, ...installation.addresses])
      whole = await read(await openExport(address, cookie), Infinity)
    const before = installation.pids().map(residentMegabytes)
    let most = before
    const waits: number[] = []
    let bytes = 0
    for (let time = 0; time < times; time += 1) {
      const answer = await openExport(installation.url, cookie)
      bytes += await read(answer, whole / 20)
      answer.destroy()
      waits.push(await freed(installation))
      most = installation.pids().map((pid, index) => Math.max(residentMegabytes(pid), most[index] ?? 0))
    }
    const grown = Math.max(...most.map((each, index) => each - (before[index] ?? 0)))
    const next = await read(await openExport(installation.url, cookie), Infinity)
    console.log(
      `${shape}: ${times} exports of ${subscribers} subscribers (${(whole / 1e6).toFixed(1)} MB) broken off after ` +
        `${((100 * bytes) / times / whole).toFixed(0)} %; the cursor was freed after ${quantile(waits, 0.5).toFixed(0)} ms ` +
        `(median), ${Math.max(...waits).toFixed(0)} ms at the most (goal 1 s); memory grew by ${grown.toFixed(0)} MB at the most (goal 50 MB)`,
    )
    // A busy machine is allowed five times as long.
    assert.ok(Math.max(...waits) < 5_000, `freed after ${Math.max(...waits)} ms`)
    // V8 keeps some garbage; a real leak would exceed this limit.
    assert.ok(grown < 150, `memory grew by ${grown} MB`)
    assert.equal(next, whole, 'the next export is whole')
    await installation.stop()
  })
