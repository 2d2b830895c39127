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
import { isRefusal, refusal, refuse } from '../../contract/errors.ts'
import { requestLimits } from '../../domain/limits.ts'
import { addAdmission, type Admission } from '../http/connections/admission.ts'
import { answerBrokenRequest } from '../http/broken-requests.ts'
import { addContractRoutes, type Callers, type Calls } from '../http/calls/contract-routes.ts'
import { sendError, sendErrorUnhooked, stateRetry } from '../http/errors.ts'
import { setCommonHeaders } from '../http/headers.ts'
import { addMinimumTime } from '../http/minimum-time.ts'
import { bearerOf } from '../http/session/bearer.ts'
import type { Mount } from '../http/mounted.ts'
import { requestLine, type LogStream } from '../http/log.ts'
import { createLimitedServer } from '../http/connections/limited-server.ts'
import { isHostAmbiguous } from '../http/host.ts'
import { beginSpan, readTraceparent, traced } from '../../platform/trace-context.ts'
import { handOver } from '../../platform/hand-over.ts'
import { clientAddress, trustIn } from '../../platform/network-address.ts'
import { retryAfter } from '../../platform/retry-after.ts'
import type { Metrics } from '../metrics.ts'
import { isExactly } from '../routes/health.ts'
import { callbackPath } from '../routes/sign-in/sign-in.ts'

export type AppParts = {
  publicUrl: string
  now: () => Date
  /** The accepted hosts; null for any. If no password protects the sandbox, no other site may impersonate it. */
  hosts: ReadonlySet<string> | null
  trustedProxies: string[]
  calls: Calls
  callers: Callers
  mounted: Mount[]
  /** Adds further routes: sign-in, installers, pages. */
  addRoutes: (app: FastifyInstance) => Promise<void>
  admission: Admission
  /** The header value of this process's requests to itself. */
  ownRequests: string
  metrics: Metrics
  /** Shows a page about the failure of a form that a browser sent, or about overload. */
  showFailure: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  logger: FastifyBaseLogger
  logTo: LogStream
}

/**
 * Builds the HTTP server of the shop: limits, headers, errors, log, the contract's calls, and the routes that are
 * passed in.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const secure = parts.publicUrl.startsWith('https:')
  const app = fastify({
    bodyLimit: requestLimits.bodyBytes,
    trustProxy: parts.trustedProxies.length > 0 ? trustIn(parts.trustedProxies) : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Requests stopped by the limits of a connection never reach Fastify, which would do most of the work for a
    // request.
    serverFactory: (handle) => createLimitedServer(handle, parts.trustedProxies, () => parts.metrics.pipelined.add()),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, secure),
    // A URL that cannot be decoded never reaches the hooks.
    frameworkErrors(error, request, reply) {
      setCommonHeaders(reply, secure)
      sendError(error, request, reply)
    },
    // Requests already received when the shop stops are answered normally; the response states that the connection
    // ends.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })

  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(reply, secure)
    // Load balancers use the IP address, or HTTP/1.0 without a Host.
    const isProbe = isExactly(request, '/healthz') || isExactly(request, '/readyz')
    const { host } = request.headers
    if ((host === undefined && !isProbe) || isHostAmbiguous(request.raw)) refuse('INVALID_INPUT')
    if (request.url.length > longestUrl(request)) refuse('URL_TOO_LONG')
    // Not the host in X-Forwarded-Host, which proxies pass on from visitors.
    if (parts.hosts && !isOneOf(parts.hosts, host ?? '') && !isProbe) refuse('WRONG_HOST')
    if (isCompressed(request)) {
      // rfc-editor.org/rfc/rfc9110#section-15.5.16
      void reply.header('accept-encoding', 'identity')
      refuse('UNSUPPORTED_TYPE')
    }
    // The parser may still reject a chunked body in this turn.
    if (request.headers['transfer-encoding'] === undefined) done()
    else setImmediate(done)
  })
  // Set here, because reading a body leaves the context of earlier hooks.
  app.addHook('preHandler', ({ headers, method, routeOptions }, reply, done) => {
    const span = beginSpan('request', 'server', readTraceparent(headers['traceparent'], headers['tracestate']))
    if (!span) return done()
    reply.raw.once('close', () => {
      const [{ statusCode }, route] = [reply, routeOptions.url ?? '-']
      span.end({
        // Never the requested URL, which may contain personal data.
        name: `${method} ${route}`,
        attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': statusCode },
        failed: statusCode >= 500,
      })
    })
    traced(span.context, done)
  })
  addAdmission(app, parts.admission, () => parts.metrics.shed.add(), parts.ownRequests)
  addMinimumTime(app)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) void reply.header('retry-after', retryAfter())
    // Fastify closes the connection with the rest of the body unread, so that a proxy sees a broken connection instead of
    // the response, and counts a failed server. Node.js reads and discards the rest, within `requestTimeout`.
    if (reply.statusCode === 413) reply.removeHeader('connection')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    parts.logTo.write(requestLine(request, reply, parts.now()))
    done()
  })
  // If the response to an error fails too, for example because of an invalid cookie, Fastify passes the new error to
  // the previous error handler (fastify.dev/docs/latest/Reference/Server/#seterrorhandler), and responds itself without
  // one.
  app.setErrorHandler((error: FastifyError, request, reply) => sendErrorUnhooked(error, request, reply, secure))
  app.setNotFoundHandler((request, reply) => sendError(refusal('NOT_FOUND'), request, reply))

  // Otherwise a connection that becomes idle after the stop began would be awaited until its keep-alive timeout.
  app.addHook('preClose', async () => {
    const closeIdle = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(closeIdle))
  })

  await app.register(cookies)
  app.removeContentTypeParser('text/plain')
  // Some clients send the type with every request. A call without a body accepts that; any other names what is missing.
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else void readJson(request, body, done)
  })
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

const longestUrl = (request: FastifyRequest) =>
  isExactly(request, callbackPath) ? requestLimits.callbackUrlBytes : requestLimits.urlBytes

/** Compares names in any case, also with the default port: rfc-editor.org/rfc/rfc9110#section-4.2.3. */
function isOneOf(hosts: ReadonlySet<string>, host: string): boolean {
  const name = host.toLowerCase()
  return hosts.has(name) || hosts.has(name.replace(/:(?:80|443)$/, ''))
}

const isCompressed = ({ headers }: FastifyRequest) =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'

/** Whether a browser sent a form without scripts, so that a person reads the response. */
function isForm({ method, headers }: FastifyRequest): boolean {
  const byForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return method === 'POST' && byForm && (headers.accept?.includes('text/html') ?? false)
}

/** Whether a browser shows an error as a page when it opens a call itself, such as a shared link to an export. */
const isShown = (code: ErrorCode) => code === 'OVERLOADED' || errorStatus(code) === 403

/** Whether a browser opens the URL. No browser adds a bearer token by itself. */
const isPage = (request: FastifyRequest) =>
  request.method === 'GET' &&
  (request.headers.accept?.includes('text/html') ?? false) &&
  bearerOf(request) === undefined

/** Passes everything below a path to a plain Node handler, with the body unread. */
async function mount(app: FastifyInstance, prefix: string, handle: Mount['handle']): Promise<void> {
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
          // From here on Fastify's error handlers cannot respond.
          try {
            await handle(request.raw, reply.raw, clientAddress(request))
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
