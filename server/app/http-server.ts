import { randomUUID } from 'node:crypto'
import cookies from '@fastify/cookie'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { errorStatus, type ErrorCode } from '../../contract/error-codes.ts'
import { isRefusal, refuse } from '../../contract/errors.ts'
import { requestLimits } from '../../domain/limits.ts'
import { addAdmission, type Admission } from '../http/admission.ts'
import { answerBrokenRequest } from '../http/broken-requests.ts'
import { addContractRoutes, type Callers, type Calls } from '../http/calls/contract-routes.ts'
import { sendError, sendErrorUnhooked, stateRetry } from '../http/errors.ts'
import { setCommonHeaders } from '../http/headers.ts'
import { bearerOf } from '../http/session/bearer.ts'
import { wordsFor } from '../http/language.ts'
import type { Mounted } from '../http/mounted.ts'
import { requestLine, type LogStream } from '../http/log.ts'
import { createLimitedServer } from '../http/limited-server.ts'
import { isHostAmbiguous } from '../http/host.ts'
import { beginSpan, readTraceparent, traced } from '../../platform/trace-context.ts'
import { handOver } from '../../platform/hand-over.ts'
import { addressOf, trustIn } from '../../platform/network-address.ts'
import { retryAfter } from '../../platform/retry-after.ts'
import type { Metrics } from '../metrics.ts'
import { isExactly } from '../routes/health.ts'

export type AppParts = {
  publicUrl: string
  now: () => Date
  /** The hosts this shop answers to; null for any. Where no password guards the sandbox, no other site may pose as it. */
  hosts: ReadonlySet<string> | null
  trustedProxies: string[]
  calls: Calls
  callers: Callers
  mounted: Mounted[]
  /** More routes: sign-in's, installers', pages. */
  addRoutes: (app: FastifyInstance) => Promise<void>
  admission: Admission
  /** What this process sends in the header of requests to itself. */
  ownRequests: string
  metrics: Metrics
  /** Shows as a page what went wrong with a form that a browser sent, or that there is too much to do to open one. */
  showFailure: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  logger: FastifyBaseLogger
  logTo: LogStream
}

/** The HTTP side of the shop: limits, headers, errors, log, the contract's calls, and what main.ts adds to them. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const secure = parts.publicUrl.startsWith('https:')
  const app = fastify({
    bodyLimit: requestLimits.bodyBytes,
    trustProxy: parts.trustedProxies.length > 0 ? trustIn(parts.trustedProxies) : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // What the limits of a connection hold back never reaches Fastify, whose work for a request is most of its cost.
    serverFactory: (handle) => createLimitedServer(handle, parts.trustedProxies, () => parts.metrics.pipelined.add()),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, secure),
    // An address that cannot be read never comes as far as the hooks.
    frameworkErrors(error, request, reply) {
      setCommonHeaders(reply, secure)
      sendError(error, request, reply)
    },
    // What is on its way when the shop stops is answered like any other; the answer says that the connection ends.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })

  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(reply, secure)
    // Load balancers ask by address, or by HTTP/1.0 without any Host.
    const isProbe = isExactly(request, '/healthz') || isExactly(request, '/readyz')
    const { host } = request.headers
    if ((host === undefined && !isProbe) || isHostAmbiguous(request.raw)) refuse('INVALID_INPUT')
    if (request.url.length > requestLimits.urlBytes) refuse('URL_TOO_LONG')
    // Not the host of X-Forwarded-Host, which proxies pass on from visitors.
    if (parts.hosts && !parts.hosts.has(host ?? '') && !isProbe) refuse('WRONG_HOST')
    // Of a body in pieces the parser may yet say, in this very turn, that it is none.
    if (request.headers['transfer-encoding'] === undefined) done()
    else setImmediate(done)
  })
  // Here, as what reads a body leaves the context of the hooks before it.
  app.addHook('preHandler', ({ headers, method, routeOptions }, reply, done) => {
    const span = beginSpan('request', 'server', readTraceparent(headers['traceparent'], headers['tracestate']))
    if (!span) return done()
    reply.raw.once('close', () => {
      const [{ statusCode }, route] = [reply, routeOptions.url ?? '-']
      span.end({
        // Never the address asked for, which may hold personal data.
        name: `${method} ${route}`,
        attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': statusCode },
        failed: statusCode >= 500,
      })
    })
    traced(span.context, done)
  })
  addAdmission(app, parts.admission, () => parts.metrics.shed.add(), parts.ownRequests)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) void reply.header('retry-after', retryAfter())
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    parts.logTo.write(requestLine(request, reply, parts.now()))
    done()
  })
  // Where even the answer to an error fails, for example at a cookie that cannot be set, Fastify hands the new error to the error
  // handler around the one before (fastify.dev/docs/latest/Reference/Server/#seterrorhandler), and answers itself without one.
  app.setErrorHandler((error: FastifyError, request, reply) => sendErrorUnhooked(error, request, reply, secure))
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .header('cache-control', 'no-store')
      .send({ message: wordsFor(request).errors.NOT_FOUND, requestId: request.id }),
  )

  // A connection that falls idle only after the stop began would be waited for until its keep-alive time is over.
  app.addHook('preClose', async () => {
    const closeIdle = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(closeIdle))
  })

  await app.register(cookies)
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  await app.register(async (scope) => {
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      stateRetry(error, reply)
      const asPage = isForm(request) || (isPage(request) && isRefusal(error) && isShown(error.code))
      return asPage ? parts.showFailure(error, request, reply) : sendError(error, request, reply)
    })
    for (const { prefix, handle } of parts.mounted) await mount(scope, prefix, handle)
    addContractRoutes(scope, parts.calls, parts.callers)
    await parts.addRoutes(scope)
  })
  return app
}

/** A form that a browser sent without scripts: a person reads the response. */
function isForm({ method, headers }: FastifyRequest): boolean {
  const byForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return method === 'POST' && byForm && (headers.accept?.includes('text/html') ?? false)
}

/** What a browser shows as a page where it opens a call itself, such as the link to an export that a colleague passed on. */
const isShown = (code: ErrorCode) => code === 'OVERLOADED' || errorStatus(code) === 403

/** An address that a browser opens. No browser adds a bearer token by itself. */
const isPage = (request: FastifyRequest) =>
  request.method === 'GET' &&
  (request.headers.accept?.includes('text/html') ?? false) &&
  bearerOf(request) === undefined

/** Hands everything below a path to a plain Node handler, the body unread. */
async function mount(app: FastifyInstance, prefix: string, handle: Mounted['handle']): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => {
      done(null)
    })
    for (const url of [prefix, `${prefix}/*`]) {
      scope.route({
        method: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
        url,
        async handler(request, reply) {
          handOver(reply)
          // From here on no error handler of Fastify's can answer.
          try {
            await handle(request.raw, reply.raw, addressOf(request))
          } catch (error) {
            request.log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'a request failed')
            if (reply.raw.headersSent) reply.raw.destroy()
            else reply.raw.writeHead(500).end()
          }
        },
      })
    }
  })
}
