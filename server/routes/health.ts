import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../contract/errors.ts'
import { isLoopback } from '../../platform/network-address.ts'
import { cachedFile, cacheLatest, sendCachedFile } from '../http/cached-file.ts'
import { bearerOf } from '../http/session/bearer.ts'
import { metricsText, type MetricSources } from './metrics-text.ts'

export type HealthParts = MetricSources & {
  /** Whether the database responds and accepts writes, and every migration is applied. */
  ready: () => Promise<boolean>
  /** Called once, at the first request; its text is cached. */
  openApi: () => object
  /** The token with which the metrics can be read from another machine. */
  metricsToken: string | null
}

/** Whether a request has exactly this address: the router also accepts a trailing slash and percent-encoded letters. */
export function isExactly({ url }: FastifyRequest, address: string): boolean {
  return url === address || url.startsWith(`${address}?`)
}

/** A proxy's rule for /metrics may not cover /metrics/, which therefore does not respond. */
const exactly = {
  onRequest(request: FastifyRequest, _reply: unknown, done: () => void) {
    if (!isExactly(request, request.routeOptions.url ?? '')) refuse('NOT_FOUND')
    done()
  },
}

/** Adds the routes for operators and their machines. */
export function addHealthRoutes(app: FastifyInstance, parts: HealthParts): void {
  const served = new Map<string, number>()
  app.addHook('onResponse', (request, reply, done) => {
    const kind = `${Math.floor(reply.statusCode / 100)}xx`
    served.set(kind, (served.get(kind) ?? 0) + 1)
    parts.metrics.requests.observe(reply.elapsedTime / 1000, request.routeOptions.url ?? '-', kind)
    done()
  })

  app.get('/healthz', exactly, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  // Requests that arrive during a check share its result, because it takes several database statements.
  let asking: Promise<boolean> | null = null
  app.get('/readyz', exactly, async (_request, reply) => {
    asking ??= parts.ready().finally(() => (asking = null))
    const isReady = await asking
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' })
  })
  const apiText = cacheLatest((document: object) =>
    cachedFile(JSON.stringify(document), 'application/json; charset=utf-8'),
  )
  app.get('/openapi.json', (request, reply) => {
    return sendCachedFile(apiText(parts.openApi()), 'public, max-age=60', request, reply)
  })
  app.get('/metrics', exactly, async (request, reply) => {
    if (!mayReadMetrics(request, parts.metricsToken)) refuse('FORBIDDEN')
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await metricsText(parts, served))
  })
}

/** Headers that proxies add to a request, according to their documentation or RFC 7239 and RFC 9110. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Whether a request can read the metrics: with the operator's token, or from this machine without a proxy. */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const given = bearerOf(request)
  if (token !== null && given !== undefined && isSame(given, token)) return true
  const { headers, socket } = request
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return isLoopback(address) && forwardingHeaders.every((name) => headers[name] === undefined)
}

/** In constant time, for any lengths. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
