import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import { largestScript } from '../support/http/raw.ts'
import { compareLedger } from './shapes/ledger.ts'
import { loadFor, quantile, startLoad, statusesOf, timesOf } from './shapes/load.ts'
import { givenInstallation, shapes, type Installation } from './shapes/shapes.ts'

/*
 * Clients that send or read slowly: 500 connections of each kind, while others use the product. Each must be closed by the
 * product's own limits, the others must hardly notice, and nothing may change.
 */
const count = 500
const people = 4
/** Milliseconds for which a slow client may keep its connection, and the addition for a busy machine. */
const limit = 6_000
const grace = 54_000

type Kind = { name: string; begin: (installation: Installation) => Promise<string>; drip: string | null }
const kinds: Kind[] = [
  {
    name: 'headers sent byte by byte',
    begin: async ({ url }) => `GET /try/analytics-trial HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX-Slow: `,
    drip: 'a',
  },
  {
    name: 'a body sent byte by byte',
    begin: async ({ url }) =>
      `POST /api/v1/users HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"email":"`,
    drip: 'a',
  },
  {
    name: 'a body that stops after its beginning',
    begin: async ({ url }) =>
      `POST /api/v1/users HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"email":"`,
    drip: null,
  },
  {
    name: 'responses that are not read',
    // More than the system's buffers hold: what they accept has left the product, and the connection is idle.
    begin: async ({ url }) =>
      `GET ${await largestScript(url)} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`.repeat(20),
    drip: null,
  },
]

/**
 * Returns the established connections to a port, as the kernel counts them, because a client that does not read does
 * not notice the end.
 */
function connectionsTo(ports: readonly number[]): number {
  const wanted = new Set(ports)
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1))
    .filter((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/)
      return state === '01' && wanted.has(parseInt(local.split(':')[1] ?? '', 16))
    }).length
}

for (const shape of shapes) {
  let installation: Installation
  describe(`${shape}: slow clients`, () => {
    let ports: number[] = []
    const acknowledged: string[] = []
    beforeAll(async () => {
      installation = await givenInstallation(shape)
      ports = installation.addresses.map((address) => Number(new URL(address).port))
      await loadFor(installation.url, { people }, 3_000)
    })
    afterAll(() => installation.stop())

    for (const { name, begin, drip } of kinds)
      test(name, async () => {
        const quiet = await loadFor(installation.url, { people }, 4_000)
        const bytes = await begin(installation)
        await wait(500)
        const before = connectionsTo(ports)
        const sockets: Socket[] = []
        const load = await startLoad(installation.url, { people })
        const began = performance.now()
        const opened = new Set<Socket>()
        for (let index = 0; index < count; index += 1) {
          // Directly to an instance, because a proxy could absorb the attack.
          const socket = connect({ port: ports[index % ports.length] ?? 0, host: '127.0.0.1' })
          sockets.push(socket)
          if (drip === null) socket.pause()
          else socket.resume()
          socket.on('error', () => undefined)
          socket.on('connect', () => {
            opened.add(socket)
            socket.write(bytes)
          })
        }
        const dripping = setInterval(() => {
          for (const socket of sockets) if (drip !== null && socket.writable) socket.write(drip)
        }, 250)
        const left = () => connectionsTo(ports) - before - people
        const isOver = () => opened.size === sockets.length && left() <= 0
        while (!isOver() && performance.now() - began < limit + grace) await wait(100)
        const lastClosed = performance.now() - began
        const open = Math.max(0, left())
        clearInterval(dripping)
        await load.stop()
        for (const socket of sockets) socket.destroy()
        acknowledged.push(...quiet.acknowledged, ...load.acknowledged)
        const [calm, busy] = [quiet, load].map(({ answers }) => quantile(timesOf(answers), 0.99)) as [number, number]
        console.log(
          `${shape}, ${name}: ${opened.size} connections, the last closed after ${(lastClosed / 1000).toFixed(1)} s, ${open} left open; ` +
            `99 % of ${load.answers.length} other requests within ${busy.toFixed(0)} ms (before: ${calm.toFixed(0)} ms, ${(busy / calm).toFixed(1)} ×); ${statusesOf(load.answers)}`,
        )
        assert.equal(opened.size, count)
        assert.equal(open, 0, 'connections left open')
        assert.ok(lastClosed < limit + grace, `closed after ${lastClosed} ms`)
        assert.ok(busy < Math.max(20 * calm, 2_000), `99 % of other requests within ${busy} ms`)
        assert.deepEqual(
          load.answers.filter(({ status }) => status !== 200 && status !== 201),
          [],
        )
      })

    test('nothing has changed except what others did', async () => {
      const { lost, twice, rows } = await compareLedger(installation, acknowledged)
      console.log(`${shape}: ${acknowledged.length} registrations acknowledged meanwhile, ${lost.length} lost`)
      assert.deepEqual([lost, twice], [[], []])
      const all = await installation.sql<{ n: number }>('select count(*)::int as n from subscribers')
      assert.equal(all[0]?.n, rows)
    })
  })
}
