import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contract } from '../../contract/contract.ts'
import type { ErrorCode } from '../../contract/error-codes.ts'
import { isRefusal, refuse } from '../../contract/errors.ts'
import type { OpenIdentityContext } from '../../identity/context.ts'
import { addIdentityRoutes } from '../../identity/routes.ts'
import { errorMessages } from '../../i18n/en/errors.ts'
import { overloadedWords as overloadedInGerman } from '../../i18n/de/overloaded.ts'
import { overloadedWords } from '../../i18n/en/overloaded.ts'
import type { Admission } from '../http/connections/admission.ts'
import { createLogger, type LogStream } from '../http/log.ts'
import { createMetrics } from '../metrics.ts'
import { addPages } from '../pages/pages.ts'
import { showFailure } from '../pages/show-page.ts'
import type { PageServices } from '../pages/page-parts.ts'
import { addHealthRoutes } from '../routes/health.ts'
import { buildApp, type AppParts } from './http-server.ts'

const letInNobody: Admission = {
  enter(_client, go) {
    go(false)
    return () => undefined
  },
  leave: () => assert.fail('nobody was let in'),
}

const logTo = (stream: LogStream) => ({ logTo: stream, logger: createLogger(stream, () => new Date()) })

/** Creates the server's own hooks, error handlers and pages, with nothing behind them, while it admits nobody. */
async function overloaded(changes: object = {}) {
  const metrics = createMetrics()
  const shell = () => ({ brandName: 'Shop', logo: null, lang: 'en', stylesheets: [] })
  const handlers = Object.fromEntries(Object.keys(contract).map((name) => [name, () => assert.fail(name)]))
  const publicUrl = 'http://shop.example'
  const pages = { publicUrl, shell } as unknown as PageServices
  const parts = {
    publicUrl,
    now: () => new Date('2026-11-20T12:00:00Z'),
    hosts: null,
    trustedProxies: [],
    calls: { handlers, world: {} },
    callers: { visitors: {}, idempotency: { addHook: () => undefined } },
    mounted: [],
    admission: letInNobody,
    ownRequests: 'own',
    metrics,
    ...logTo({ write: () => undefined }),
    showFailure: (...given: [FastifyError, FastifyRequest, FastifyReply]) => showFailure(pages, ...given),
    addRoutes(app: FastifyInstance) {
      addHealthRoutes(app, {
        ready: () => Promise.resolve(false),
        isWritable: () => Promise.resolve(true),
        metrics,
        openApi: () => ({}),
        jobs: () => Promise.resolve([]),
        backupAge: null,
        isArchiving: () => Promise.resolve(true),
        listAges: () => Promise.resolve([]),
        webhooks: () => Promise.resolve({ waiting: 3, failed: 2, oldest: 60, off: 1 }),
        paymentIssues: () => Promise.resolve(new Map()),
        metricsToken: null,
      })
      addPages(app, pages)
      return Promise.resolve()
    },
    ...changes,
  } as unknown as AppParts
  return { app: await buildApp(parts), metrics }
}

/** Adds the routes of sign-in, with nothing behind them. */
function addSignIn(app: FastifyInstance): Promise<void> {
  return addIdentityRoutes(app, {
    publicUrl: 'http://shop.example',
    origins: [],
    cookies: { form: 'form' },
    shell: () => ({ brandName: 'Shop', logo: null, lang: 'en', stylesheets: [] }),
    provider: { callback: () => () => assert.fail('nobody was let in') },
    isUnavailable: () => false,
    isRefusal,
    warn: () => undefined,
  } as unknown as OpenIdentityContext)
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const html = { accept: 'text/html,application/xhtml+xml' }

describe('under too much load, the server answers 503 with Retry-After', () => {
  it('to a call, as JSON', async () => {
    const { app, metrics } = await overloaded()
    const call = await app.inject('/api/v1/plans')
    assert.equal(call.statusCode, 503)
    assert.match(String(call.headers['retry-after']), /^[2-5]$/)
    assert.equal(call.json<{ message: string }>().message, errorMessages.OVERLOADED)
    assert.ok(metrics.shed.lines().includes('http_requests_shed_total 1'))
  })

  it('to a browser that opens a page, as one that reloads itself', async () => {
    const { app } = await overloaded()
    const opened = await app.inject({ url: '/plans', headers: html })
    assert.equal(opened.statusCode, 503)
    assert.match(String(opened.headers['retry-after']), /^[2-5]$/)
    assert.equal(opened.headers['refresh'], opened.headers['retry-after'])
    assert.ok(opened.body.includes(overloadedWords.page))
    const german = await app.inject({ url: '/plans', headers: { ...html, 'accept-language': 'de' } })
    assert.ok(german.body.includes(overloadedInGerman.page))
  })

  it('to a form sent to a page or a call, as a page that says it was not processed', async () => {
    for (const url of ['/plans/analytics-monthly', '/account', '/api/v1/plans/analytics-trial/checkout']) {
      const { app } = await overloaded()
      const headers = { ...html, 'content-type': 'application/x-www-form-urlencoded' }
      const sent = await app.inject({ method: 'POST', url, headers, payload: 'email=a' })
      assert.equal(sent.statusCode, 503, url)
      assert.match(String(sent.headers['retry-after']), /^[2-5]$/, url)
      assert.equal(sent.headers['refresh'], undefined, url)
      assert.ok(sent.body.includes(overloadedWords.form), url)
    }
  })

  it('to a browser that opens a sign-in page, and to a program that calls its endpoints', async () => {
    const { app } = await overloaded({ addRoutes: addSignIn })
    for (const url of ['/identity/forgotten', '/identity/auth?client_id=shop']) {
      const opened = await app.inject({ url, headers: html })
      assert.equal(opened.statusCode, 503, url)
      assert.match(String(opened.headers['retry-after']), /^[2-5]$/, url)
      assert.ok(opened.body.includes(overloadedWords.page), url)
    }
    const sent = await app.inject({ method: 'POST', url: '/identity/token', payload: 'a', headers: form })
    assert.equal(sent.statusCode, 503)
    assert.equal(sent.json<{ code: string }>().code, 'OVERLOADED')
  })

  it('to a browser whose error page fails for the same reason, but not if it fails for another', async () => {
    const opened = async (showFailure: () => never) =>
      (await overloaded({ showFailure })).app.inject({ url: '/plans', headers: html })
    const busy = await opened(() => refuse('UNAVAILABLE'))
    assert.equal(busy.statusCode, 503)
    assert.match(String(busy.headers['retry-after']), /^[2-5]$/)
    assert.ok(busy.body.includes(errorMessages.UNAVAILABLE))
    const broken = await opened(() => {
      throw new Error('the page could not be rendered')
    })
    assert.deepEqual([broken.statusCode, broken.headers['retry-after']], [500, undefined])
  })

  it('to a request for an unknown address', async () => {
    const { app } = await overloaded()
    const { statusCode, headers } = await app.inject({ method: 'POST', url: '/nowhere' })
    assert.equal(statusCode, 503)
    assert.match(String(headers['retry-after']), /^[2-5]$/)
  })

  it('to a load balancer while it is not ready', async () => {
    const { app, metrics } = await overloaded()
    const { statusCode, headers } = await app.inject('/readyz')
    assert.equal(statusCode, 503)
    assert.match(String(headers['retry-after']), /^[2-5]$/)
    assert.ok(!metrics.shed.lines().includes('http_requests_shed_total 1'))
  })
})

describe('a call that is refused', () => {
  async function refused(code: ErrorCode, headers: Record<string, string>) {
    const { app } = await overloaded({
      addRoutes(scope: FastifyInstance) {
        scope.get('/webhooks/refused', () => refuse(code))
        return Promise.resolve()
      },
      showFailure: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => reply.send('a page'),
    })
    const { body } = await app.inject({ url: '/webhooks/refused', headers })
    return body === 'a page' ? body : (JSON.parse(body) as { code: string }).code
  }

  it('for lack of permission is a page in a browser', async () => {
    assert.equal(await refused('FORBIDDEN', html), 'a page')
    assert.equal(await refused('FORBIDDEN', { accept: '*/*' }), 'FORBIDDEN')
  })

  it('for lack of a sign-in or its confirmation does not claim that permission is missing', async () => {
    for (const code of ['SIGN_IN_NEEDED', 'CONFIRMATION_NEEDED'] as const) assert.equal(await refused(code, html), code)
  })

  it('with a key is JSON, whatever the program accepts', async () => {
    const key = { ...html, authorization: 'Bearer till_key' }
    for (const code of ['KEY_SCOPE', 'FORBIDDEN', 'OVERLOADED'] as const) assert.equal(await refused(code, key), code)
  })
})

describe('an error while the response is being sent', () => {
  it('is a logged 500 without internal details', async () => {
    const lines: string[] = []
    const { app } = await overloaded({
      ...logTo({ write: (line: string) => void lines.push(line) }),
      addRoutes(scope: FastifyInstance) {
        // Runs after the handlers, and at each further attempt.
        scope.get('/webhooks/cookie', (_request, reply) => reply.setCookie('a\0b', 'c').send({}))
        return Promise.resolve()
      },
    })
    const { statusCode, headers, body } = await app.inject('/webhooks/cookie')
    assert.equal(statusCode, 500)
    assert.deepEqual(Object.keys(JSON.parse(body) as object), ['message', 'code', 'requestId'])
    assert.doesNotMatch(body, /cookie/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cache-control'], 'no-store')
    assert.ok(lines.some((line) => line.includes('unexpected error')))
    assert.ok(lines.some((line) => line.includes('"status":500')))
  })
})
