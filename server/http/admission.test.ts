import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, before, describe, it, mock } from 'node:test'
import cookies from '@fastify/cookie'
import fastify, { type FastifyError } from 'fastify'
import { errorMessages } from '../../i18n/en/errors.ts'
import { showOverloaded } from '../pages/overloaded.ts'
import { addAdmission, createAdmission } from './admission.ts'
import { sendError } from './errors.ts'

/** An admission, whether it is busy, and what became of those who entered, in their order: undefined of whoever waits. */
function given() {
  let [busy, moment] = [false, 0]
  const outcomes: (boolean | undefined)[] = []
  const admission = createAdmission(
    () => busy,
    () => moment,
  )
  return {
    outcomes,
    admission,
    leave: admission.leave,
    busy: (is: boolean) => void (busy = is),
    enter(count = 1) {
      for (let one = 0; one < count; one += 1) {
        const place = outcomes.push(undefined) - 1
        admission.enter((admitted) => void (outcomes[place] = admitted))
      }
    },
    later(ms: number) {
      moment += ms
      mock.timers.tick(ms)
    },
  }
}

const counted = (outcomes: readonly (boolean | undefined)[]) => ({
  inside: outcomes.filter((outcome) => outcome === true).length,
  refused: outcomes.filter((outcome) => outcome === false).length,
})

describe('admission', () => {
  before(() => mock.timers.enable({ apis: ['setInterval'] }))
  after(() => mock.timers.reset())

  it('lets in however many come while there is little to do', () => {
    const { enter, outcomes } = given()
    enter(500)
    assert.deepEqual(counted(outcomes), { inside: 500, refused: 0 })
  })

  it('has those beyond the first wait for their turn, in their order, while there is much to do', () => {
    const { enter, leave, busy, outcomes } = given()
    busy(true)
    enter(18)
    assert.deepEqual(outcomes.slice(15), [true, undefined, undefined])
    leave()
    assert.deepEqual(outcomes.slice(15), [true, true, undefined])
    leave()
    assert.deepEqual(outcomes.slice(15), [true, true, true])
  })

  it('refuses whoever waits too long, and nobody else', () => {
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

  it('lets in who waits as soon as there is little to do, though nobody leaves', () => {
    const { enter, busy, later, outcomes } = given()
    busy(true)
    enter(40)
    busy(false)
    later(50)
    assert.deepEqual(counted(outcomes), { inside: 40, refused: 0 })
  })

  it('has whoever waited go on in their own context', () => {
    const { leave, busy, enter, admission } = given()
    const context = new AsyncLocalStorage<string>()
    busy(true)
    enter(16)
    let seen: string | undefined
    context.run('own', () => admission.enter(() => void (seen = context.getStore())))
    context.run('another', leave)
    assert.equal(seen, 'own')
  })

  it('lets nobody pass those who wait', () => {
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
  /** A server whose admission lets in nobody while `full`, and how many are inside. */
  async function serve() {
    const seen = { full: false, inside: 0, refused: 0 }
    const app = fastify({ logger: false })
    const admission = {
      enter(go: (admitted: boolean) => void) {
        if (!seen.full) seen.inside += 1
        go(!seen.full)
      },
      leave: () => void (seen.inside -= 1),
    }
    addAdmission(app, admission, () => void (seen.refused += 1))
    await app.register(cookies)
    app.setErrorHandler((error: FastifyError, request, reply) =>
      request.headers.accept === 'text/html'
        ? showOverloaded(() => ({ brandName: 'Shop', logo: null, lang: 'en', stylesheets: [] }), request, reply)
        : sendError(error, request, reply),
    )
    app.all('/*', () => ({ inside: seen.inside }))
    return { app, seen }
  }

  it('leave when their response is sent', async () => {
    const { app, seen } = await serve()
    assert.deepEqual((await app.inject('/plans')).json(), { inside: 1 })
    assert.equal(seen.inside, 0)
  })

  it('that are refused are told when to try again, by JSON or by a page that does so itself', async () => {
    const { app, seen } = await serve()
    seen.full = true
    const call = await app.inject('/api/v1/plans')
    assert.equal(call.statusCode, 503)
    assert.match(String(call.headers['retry-after']), /^[2-5]$/)
    assert.equal(call.json<{ message: string }>().message, errorMessages.OVERLOADED)
    const opened = await app.inject({ url: '/plans', headers: { accept: 'text/html' } })
    assert.equal(opened.statusCode, 503)
    assert.equal(opened.headers['refresh'], opened.headers['retry-after'])
    assert.match(opened.body, /tries again by itself/)
    const headers = { accept: 'text/html', 'accept-language': 'de' }
    const sent = await app.inject({ method: 'POST', url: '/plans', headers })
    assert.equal(sent.headers['refresh'], undefined)
    assert.match(sent.body, /nicht verarbeitet/)
    assert.deepEqual(seen, { full: true, inside: 0, refused: 3 })
  })

  it('of a sign-in, of the provider, for files and of health checks are never refused', async () => {
    const { app, seen } = await serve()
    seen.full = true
    for (const url of ['/healthz', '/readyz', '/metrics?x', '/webhooks/stripe', '/identity/token', '/assets/a.js'])
      assert.equal((await app.inject(url)).statusCode, 200, url)
    for (const url of ['/healthzz', '/assetsx', '/']) assert.equal((await app.inject(url)).statusCode, 503, url)
  })
})
