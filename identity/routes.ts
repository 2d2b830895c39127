import type { FastifyError, FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { handOver } from '../platform/hand-over.ts'
import { queryOf } from '../platform/query-of.ts'
import { retryAfter } from '../platform/retry-after.ts'
import { signInAddress } from './addresses.ts'
import type { OpenIdentityContext } from './context.ts'
import {
  exchangeOf,
  fault,
  faultOf,
  formOf,
  openExchange,
  type PageResponse,
  type RequestFault,
  type Visit,
} from './http.ts'
import { changePassword } from './pages/change-password.ts'
import { secondFactors } from './pages/factors/second-factors.ts'
import { forgotten, freshLink } from './pages/fresh-link.ts'
import { faultPage } from './pages/pages.ts'
import { passwordLink } from './pages/password-link.ts'
import { preferences } from './pages/preferences.ts'
import { send } from './pages/send.ts'
import { signIn } from './pages/sign-in.ts'
import { setForwardedHeaders } from './provider/provider.ts'
import { requireRoom } from './rate-limit.ts'

type Handler = (context: OpenIdentityContext, visit: Visit) => Promise<PageResponse>

/** Our own pages. Every other path below /identity is the library's. */
const pages: Record<string, Handler> = {
  '/identity': () => Promise.resolve({ redirect: signInAddress() }),
  '/identity/sign-in/*': signIn,
  '/identity/activate': (context, visit) => passwordLink(context, visit, 'activation'),
  '/identity/reset': (context, visit) => passwordLink(context, visit, 'reset'),
  '/identity/forgotten': forgotten,
  '/identity/fresh-link': freshLink,
  '/identity/preferences': preferences,
  '/identity/password': changePassword,
  '/identity/second-factors': secondFactors,
}

const method: HTTPMethods[] = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']

/** Why Fastify does not read a body. */
const bodyFaults: Record<string, RequestFault> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'contentType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
}

/** Everything under /identity. */
export async function addIdentityRoutes(app: FastifyInstance, context: OpenIdentityContext): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      openExchange(context, request, reply)
      done()
    })
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const exchange = exchangeOf(request.raw)
      const thrown = faultOf(error)
      const known = thrown?.kind ?? bodyFaults[error.code]
      // It was refused before it reached this handler, or is not a valid request: the server's own error handler
      // responds.
      if (!exchange || context.isRefusal(error)) throw error
      if (known === undefined && (error.statusCode ?? 500) < 500) throw error
      const kind = known ?? (context.isUnavailable(error) ? 'unavailable' : 'failed')
      if (known === undefined) context.warn({ err: error }, 'a sign-in page failed')
      const seconds = kind === 'unavailable' ? retryAfter() : thrown?.retryAfter
      if (seconds) void reply.header('retry-after', String(seconds))
      return send({ ...exchange, reply }, faultPage(exchange.t, kind, thrown?.retryAfter))
    })
    await scope.register(async (own) => addPages(own, context))
    await scope.register(async (library) => addLibrary(library, context))
  })
}

function addPages(app: FastifyInstance, context: OpenIdentityContext): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) fault('method')
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)))
  })
  for (const [url, show] of Object.entries(pages))
    app.route({
      method,
      url,
      async handler(request) {
        const exchange = exchangeOf(request.raw) ?? fault('failed')
        const form = formOf(context, exchange)
        const query = queryOf(request.url)
        return send(exchange, await show(context, { ...exchange, query, form, formToken: exchange.formToken() }))
      },
    })
}

/** The library writes to Node's response. It reads bodies itself. */
function addLibrary(app: FastifyInstance, context: OpenIdentityContext): void {
  const callback = context.provider.callback()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => {
    done(null)
  })
  app.route({
    method,
    url: '/identity/*',
    async handler(request, reply) {
      if (isAuthorization(context, request)) await admitRequest(context, request)
      setForwardedHeaders(context, request.raw)
      handOver(reply)
      // From here on no other handler responds, so a response left open would keep the visitor waiting.
      await callback(request.raw, reply.raw).catch((error: unknown) => {
        context.warn({ err: error }, 'sign-in failed')
        reply.raw.destroy()
      })
    },
  })
}

/** The library's router accepts a path in any case, with or without a trailing slash. */
function isAuthorization(context: OpenIdentityContext, { url }: FastifyRequest): boolean {
  const { pathname } = new URL(url, context.publicUrl)
  return pathname.toLowerCase().replace(/(?<!\/)\/+$/, '') === '/identity/auth'
}

/** For `state`, `nonce` and similar parameters: the shop's have 43 characters. */
const longestParameter = 128

/** Limits the stored authorization requests of anonymous visitors, in number and size. */
async function admitRequest(context: OpenIdentityContext, request: FastifyRequest): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') fault('method')
  const { searchParams } = new URL(request.url, context.publicUrl)
  const long = [...searchParams].some(([name, value]) => name !== 'redirect_uri' && value.length > longestParameter)
  if (long) fault('tooLarge')
  const { clientAddress } = exchangeOf(request.raw) ?? fault('failed')
  await requireRoom(context, 'authorizationPerAddress', clientAddress)
}
