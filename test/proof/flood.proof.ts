import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Attack, Seen } from './shapes/attacker.ts'
import { quantile } from './shapes/load.ts'
import { givenInstallation } from './shapes/shapes.ts'

/*
 * One client that sends requests without waiting for responses, or over many connections, while another client uses the
 * product. The two have different network addresses, as the limits are per client, and each attack comes from another one, so
 * that what the limits do to one does not weaken the next. One process on the embedded database, as the proxy of the other shape
 * shows one address for both.
 */
const goal = { median: 100, megabytes: 350 }
const paths = ['/', '/openapi.json']
const attacks: (Pick<Attack, 'path' | 'connections' | 'pipelined' | 'again'> & { seconds: number })[] = [
  ...paths.flatMap((path) => [
    { path, connections: 1, pipelined: 500, again: false, seconds: 2 },
    { path, connections: 1, pipelined: 3_000, again: false, seconds: 2 },
    { path, connections: 12, pipelined: 1_000, again: false, seconds: 2 },
    { path, connections: 12, pipelined: 1_000, again: true, seconds: 3 },
  ]),
  ...[400, 1_500].flatMap((connections) =>
    [...paths, '/identity/activate', '/assets/a/b'].map((path) => ({
      path,
      connections,
      pipelined: null,
      again: false,
      seconds: 5,
    })),
  ),
]

/** Returns the resident memory of a process, in megabytes. */
const residentMegabytes = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000

type Use = { times: number[]; failed: string[]; megabytes: number }

/**
 * Five times a second, requests the plans, and a page on a new connection, without waiting for the previous response.
 */
async function use(url: string, pid: number, seconds: number): Promise<Use> {
  const agent = new Agent({ keepAlive: true })
  const seen: Use = { times: [], failed: [], megabytes: 0 }
  const ask = (path: string, over: Agent | false) =>
    new Promise<void>((resolve) => {
      const began = performance.now()
      const done = (what: string) => {
        seen.times.push(performance.now() - began)
        if (what !== '200') seen.failed.push(`${path}: ${what}`)
        resolve()
      }
      const sent = get(url + path, { agent: over, signal: AbortSignal.timeout(15_000) })
      sent.on('error', ({ message }) => done(message))
      sent.on('response', (response) => {
        response.resume()
        response.on('close', () => done(response.complete ? String(response.statusCode) : 'not complete'))
      })
    })
  const asked: Promise<void>[] = []
  const memory = setInterval(() => (seen.megabytes = Math.max(seen.megabytes, residentMegabytes(pid))), 50)
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await wait(100))
    asked.push(asked.length % 2 === 0 ? ask('/api/v1/plans', agent) : ask('/try/analytics-trial', false))
  await Promise.all(asked)
  clearInterval(memory)
  agent.destroy()
  return seen
}

const words = ({ times, failed, megabytes }: Use) =>
  `median ${quantile(times, 0.5).toFixed(0)} ms, 99 % within ${quantile(times, 0.99).toFixed(0)} ms, ` +
  `${failed.length} of ${times.length} failed; memory ${megabytes.toFixed(0)} MB at the most`

describe('one client sends as much as it can', () => {
  let [url, port, pid] = ['', 0, 0]
  let stop: () => Promise<void>
  beforeAll(async () => {
    const installation = await givenInstallation('on the embedded database')
    ;({ url, stop } = installation)
    port = Number(new URL(installation.addresses[0] ?? '').port)
    pid = installation.pids()[0] ?? 0
    await use(url, pid, 2)
    console.log(`before: ${words(await use(url, pid, 3))}`)
  })
  afterAll(async () => {
    console.log(`after: ${words(await use(url, pid, 3))}`)
    await stop()
  })

  for (const [which, { seconds, ...attack }] of attacks.entries()) {
    const { path, connections, pipelined, again } = attack
    const how = pipelined === null ? '' : ` × ${pipelined} requests at once${again ? ', again and again' : ''}`
    test(`${connections} connections${how}: ${path}`, async () => {
      const workerData: Attack = { port, from: `127.0.0.${which + 2}`, ...attack }
      const worker = new Worker(new URL('./shapes/attacker.ts', import.meta.url), { workerData })
      await once(worker, 'online')
      const used = await use(url, pid, seconds)
      worker.postMessage('stop', [])
      const [seen] = (await once(worker, 'message')) as [Seen]
      // Every connection ends with the thread.
      await worker.terminate()
      console.log(`${connections} connections${how}, ${path}: ${words(used)}; attack: ${JSON.stringify(seen)}`)
      await wait(500)
      assert.deepEqual(used.failed, [])
      const median = quantile(used.times, 0.5)
      assert.ok(median <= goal.median, `median ${median} ms`)
      assert.ok(used.megabytes <= goal.megabytes, `memory ${used.megabytes} MB`)
    })
  }
})
