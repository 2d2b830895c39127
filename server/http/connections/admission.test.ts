import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, it, vi } from 'vitest'
import fastify, { type FastifyError } from 'fastify'
import { addAdmission, createAdmission, ownRequestHeader, type Admission } from './admission.ts'
import { sendError } from '../errors.ts'

/** Returns an admission, whether it is busy, and the result of each entry in order: undefined for those who wait. */
function given() {
  let [busy, moment] = [false, 0]
  const outcomes: (boolean | undefined)[] = []
  let afterTurn: (() => void)[] = []
  const admission = createAdmission(
    () => busy,
    () => moment,
    (call) => void afterTurn.push(call),
  )
  /** Ends a turn of the event loop. */
  function turn(): void {
    const calls = afterTurn
    afterTurn = []
    for (const call of calls) call()
  }
  return {
    outcomes,
    admission,
    turn,
    leave() {
      turn()
      admission.leave()
    },
    work: (ms: number) => void (moment += ms),
    busy: (is: boolean) => void (busy = is),
    enter(count = 1, client = '192.0.2.1') {
      for (let one = 0; one < count; one += 1) {
        const place = outcomes.push(undefined) - 1
        admission.enter(client, (admitted) => void (outcomes[place] = admitted))
        turn()
      }
    },
    later(ms: number) {
      moment += ms
      vi.advanceTimersByTime(ms)
    },
  }
}

const counted = (outcomes: readonly (boolean | undefined)[]) => ({
  inside: outcomes.filter((outcome) => outcome === true).length,
  refused: outcomes.filter((outcome) => outcome === false).length,
})

describe('admission control', () => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterAll(() => void vi.useRealTimers())

  it('admits any number of requests while the load is low', () => {
    const { enter, outcomes } = given()
    enter(500)
    assert.deepEqual(counted(outcomes), { inside: 500, refused: 0 })
  })

  it('makes requests beyond the limit wait in order while the load is high', () => {
    const { enter, leave, busy, outcomes } = given()
    busy(true)
    enter(18)
    assert.deepEqual(outcomes.slice(15), [true, undefined, undefined])
    leave()
    assert.deepEqual(outcomes.slice(15), [true, true, undefined])
    leave()
    assert.deepEqual(outcomes.slice(15), [true, true, true])
  })

  it('rejects only requests that wait too long', () => {
    const { enter, leave, busy, later, outcomes } = given()
    busy(true)
    enter(17)
    later(6_000)
    enter()
    later(4_000)
    assert.deepEqual(outcomes.slice(15), [true, false, undefined])
    leave()
    assert.deepEqual(outcomes.slice(15), [true, false, true])
  })

  it('admits waiting requests as soon as the load is low, even if none has finished', () => {
    const { enter, busy, later, outcomes } = given()
    busy(true)
    enter(40)
    busy(false)
    later(50)
    assert.deepEqual(counted(outcomes), { inside: 40, refused: 0 })
  })

  it('runs a waiting request in its own context', () => {
    const { leave, busy, enter, admission } = given()
    const context = new AsyncLocalStorage<string>()
    busy(true)
    enter(16)
    let seen: string | undefined
    context.run('own', () => admission.enter('', () => void (seen = context.getStore())))
    context.run('another', leave)
    assert.equal(seen, 'own')
  })

  it('drops a request whose client gave up, even after it was admitted', () => {
    const { busy, leave, enter, outcomes, admission } = given()
    busy(true)
    enter(16)
    const giveUp = admission.enter('192.0.2.1', () => assert.fail('gave up'))
    enter(2)
    giveUp()
    leave()
    assert.deepEqual(outcomes.slice(16), [true, undefined])
    giveUp()
    leave()
    assert.deepEqual(outcomes.slice(16), [true, true])
  })

  it('admits the request of another client next, while the requests of one client fill the queue', () => {
    const { enter, leave, busy, outcomes } = given()
    busy(true)
    enter(16 + 1_000, '192.0.2.1')
    enter(2, '192.0.2.2')
    enter(1, '192.0.2.3')
    const admitted = () => outcomes.flatMap((outcome, index) => (outcome && index >= 16 ? [index] : []))
    for (let one = 0; one < 6; one += 1) leave()
    // Each client in turn: the first that waits, then the others, then the first again.
    assert.deepEqual(admitted(), [16, 17, 18, 1016, 1017, 1018])
  })

  it('begins requests for 2 ms of a turn of the event loop, at least one, and alternates between clients', () => {
    const { admission, busy, turn, work } = given()
    busy(true)
    const done: string[] = []
    const enter = (client: string, ms: number) =>
      admission.enter(client, () => {
        done.push(client)
        work(ms)
        admission.leave()
      })
    for (let one = 0; one < 1_500; one += 1) enter('192.0.2.1', 3)
    assert.equal(done.length, 1)
    enter('192.0.2.2', 3)
    turn()
    turn()
    assert.deepEqual(done, ['192.0.2.1', '192.0.2.1', '192.0.2.2'])
    for (let one = 0; one < 1_498; one += 1) turn()
    assert.equal(done.length, 1_501)
    turn()
    for (let one = 0; one < 50; one += 1) enter('192.0.2.3', 0.1)
    assert.equal(done.length, 1_501 + 20)
    turn()
    assert.equal(done.length, 1_501 + 40)
    turn()
    assert.equal(done.length, 1_501 + 50)
  })

  it('removes a client that gave up all its requests, and rejects each client’s requests that wait too long', () => {
    const { enter, leave, busy, later, outcomes, admission } = given()
    busy(true)
    enter(17)
    const giveUp = admission.enter('192.0.2.9', () => assert.fail('gave up'))
    later(6_000)
    enter(1, '192.0.2.2')
    giveUp()
    later(4_000)
    assert.deepEqual(outcomes.slice(16), [false, undefined])
    leave()
    assert.deepEqual(outcomes.slice(16), [false, true])
  })

  it('never lets a request overtake waiting ones', () => {
    const { enter, leave, busy, outcomes } = given()
    busy(true)
    enter(17)
    busy(false)
    enter()
    assert.equal(outcomes[17], undefined)
    leave()
    assert.deepEqual(outcomes.slice(16), [true, true])
  })
})

describe('requests', () => {
  /** Returns a server whose admission admits nobody while `full`, and the number of requests inside. */
  function serve() {
    const seen = { full: false, inside: 0 }
    const app = fastify({ logger: false })
    const admission: Admission = {
      enter(_client, go) {
        if (!seen.full) seen.inside += 1
        go(!seen.full)
        return () => undefined
      },
      leave: () => void (seen.inside -= 1),
    }
    addAdmission(app, admission, () => undefined, 'own')
    app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
    app.all('/*', () => ({ inside: seen.inside }))
    return { app, seen }
  }

  it('free their place when their response is sent', async () => {
    const { app, seen } = serve()
    assert.deepEqual((await app.inject('/plans')).json(), { inside: 1 })
    assert.equal(seen.inside, 0)
  })

  it('of clients that disconnected while waiting are not processed and take no place', async (t) => {
    const eachInItsTurn = (call: () => void) => call()
    const admission = createAdmission(() => true, undefined, eachInItsTurn)
    for (let one = 0; one < 16; one += 1) admission.enter('', () => undefined)
    const [waits, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const app = fastify({ logger: false })
    const observed: Admission = {
      ...admission,
      enter(client, go) {
        const giveUp = admission.enter(client, go)
        waits.resolve()
        return giveUp
      },
    }
    addAdmission(app, observed, () => assert.fail('refused'))
    app.server.on('request', (_request, response) => response.once('close', () => left.resolve()))
    const worked: string[] = []
    app.get('/*', (request, reply) => {
      worked.push(request.url)
      // As in exports: after this, only the closing of the connection ends the request.
      reply.hijack()
      reply.raw.end()
    })
    t.onTestFinished(() => app.close())
    await app.listen()
    const client = get({ port: (app.server.address() as AddressInfo).port, path: '/export' })
    client.on('error', () => undefined)
    await waits.promise
    client.destroy()
    await left.promise
    admission.leave()
    assert.deepEqual(worked, [])
    let next = false
    admission.enter('', (admitted) => void (next = admitted))
    assert.equal(next, true)
  })

  it('are counted by the same network address as rate limits: an IPv6 network is one client', async () => {
    const clients: string[] = []
    const app = fastify({ logger: false, trustProxy: true })
    const admission: Admission = {
      enter(client, go) {
        clients.push(client)
        go(true)
        return () => undefined
      },
      leave: () => undefined,
    }
    addAdmission(app, admission, () => undefined)
    app.get('/', () => '')
    for (const from of ['192.0.2.1:4711', '192.0.2.1', '2001:db8::1', '2001:db8::ffff'])
      await app.inject({ url: '/', headers: { 'x-forwarded-for': from } })
    assert.deepEqual(clients, ['192.0.2.1', '192.0.2.1', '2001:db8:0:0/64', '2001:db8:0:0/64'])
  })

  it('by probes, reports, file downloads and the process itself are never rejected', async () => {
    const { app, seen } = serve()
    seen.full = true
    const routes = ['/healthz', '/readyz', '/metrics', '/webhooks/stripe', '/sign-in/back-channel-logout']
    for (const url of [...routes, '/assets/:file', '/brand/:picture']) app.get(url, () => '')
    for (const url of [...routes, '/metrics?x', '/assets/a.js', '/brand/a.png'])
      assert.equal((await app.inject(url)).statusCode, 200, url)
    const pages = ['/healthz/a', '/metrics/a', '/assets', '/assets/a/b', '/brand/a/b', '/webhooks/a']
    for (const url of [...pages, '/healthzz', '/assetsx', '/', '/identity/activate', '/identity/token'])
      assert.equal((await app.inject(url)).statusCode, 503, url)
    const own = (value: string) => app.inject({ url: '/identity/token', headers: { [ownRequestHeader]: value } })
    assert.equal((await own('own')).statusCode, 200)
    assert.equal((await own('guessed')).statusCode, 503)
  })
})
