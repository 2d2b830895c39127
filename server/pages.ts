import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '../core/brand.ts'
import type { Output } from '../core/contract.ts'
import { isRefusal, refuse } from '../core/errors.ts'
import { decodePath, findScreen, paths, type Found, type Need, type Visit } from '../core/screens.ts'
import { sendDocument, type Answered, type Built, type DocumentParts } from './document.ts'
import type { Call, Handlers } from './http/contract-routes.ts'
import { answerError } from './http/errors.ts'
import type { Visitors } from './http/visitor.ts'
import { userOf } from './routes/session.ts'

export type PageParts = {
  built: Built
  handlers: Handlers
  visitors: Visitors
  now: () => Date
  brand: Brand
  defaultCountry: string
  publicUrl: string
  /** Where a page's form may be sent on to, beside this site. */
  formOrigins: string[]
  brandStyles: string
  firstTrial: string
  planType: (name: string) => 'trial' | 'subscription' | undefined
}

/** Every address that is no call: guarded, rendered on the server, alive in the browser. */
export function addPages(app: FastifyInstance, parts: PageParts): void {
  const { publicUrl, visitors } = parts
  const canonical = new URL(publicUrl)

  app.get('/*', async (request, reply) => {
    const { pathname, search } = new URL(addressOf(request), publicUrl)
    if (pathname.startsWith('/api/')) refuse('NOT_FOUND')
    // Cookies go by host: who came by another name of this machine goes on under the one that sign-in comes back to.
    if (request.host !== canonical.host && isLoopback(canonical.hostname)) {
      return reply.redirect(publicUrl + pathname + search, 302)
    }
    try {
      const visitor = await visitors.of(request)
      return await showPage(parts, decodePath(pathname), { visitor, request, reply, byForm: false })
    } catch (error) {
      return showFailure(parts, error as FastifyError, request, reply)
    }
  })
}

/** The path and query asked for. Two slashes at its start would be read as the name of another host. */
const addressOf = ({ url }: FastifyRequest) => url.replace(/^[\\/]{2,}/, '/')

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'

async function showPage(parts: PageParts, path: string, call: Call): Promise<FastifyReply> {
  const { request, reply, visitor } = call
  const found = findScreen(path)
  const own = visitor.signedIn
    ? await ask(parts, { call: 'GET /api/v1/subscriptions/user', input: { query: {} } }, call)
    : null
  const entries = own ? (own[2] as Output<'GET /api/v1/subscriptions/user'>).subscriptions : []
  const user = visitor.signedIn && userOf(visitor.signedIn)
  const { search } = new URL(addressOf(request), parts.publicUrl)
  const visit = { user, entries, path: path + search, params: found.params }
  const elsewhere = rewrite(parts, found, visit) ?? found.screen.guard?.(visit)
  if (elsewhere !== undefined) return reply.header('cache-control', 'no-store').redirect(elsewhere, 302)

  const needs: Need[] = [{ call: 'GET /api/v1/users/userinfo' }, ...(found.screen.needs?.(found.params) ?? [])]
  const answers = await Promise.all(needs.map((need) => ask(parts, need, call)))
  parts.visitors.greet(request, reply, visitor)
  const page = {
    url: addressOf(request),
    status: found.screen.status ?? 200,
    answers: [own, ...answers].filter((answer) => answer !== null),
    settings: settingsOf(parts),
  }
  return sendDocument(documentParts(parts), page, request, reply)
}

/** The page of last resort: it asks nobody for anything, and so shows whatever has failed. */
function showFailure(
  parts: PageParts,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status } = answerError(error, request)
  const answers: Answered[] = [['GET /api/v1/users/userinfo', {}, { user: 'anonymousUser' }]]
  const url = status === 404 ? paths.notFound : paths.failure
  return sendDocument(
    documentParts(parts),
    { url, status, answers, settings: settingsOf(parts), still: true },
    request,
    reply,
  )
}

/** A call's answer, made in process; null where it is refused: the page then asks again itself and shows what is wrong. */
async function ask({ handlers }: PageParts, { call: name, input = {} }: Need, call: Call): Promise<Answered | null> {
  const whole = { path: undefined, query: undefined, headers: undefined, body: undefined, ...input }
  const handle = handlers[name] as (input: unknown, call: Call) => unknown
  try {
    return [name, input, await handle(whole, call)]
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/** A trial that does not exist becomes the first; a plan goes to the page of its kind. */
function rewrite(
  { planType, firstTrial }: PageParts,
  { name, params }: Found,
  { user, entries }: Visit,
): string | undefined {
  const plan = params['name']
  if (plan === undefined) return undefined
  const type = planType(plan)
  if (name === 'trial') return type === 'trial' ? undefined : paths.trial(firstTrial)
  if (name === 'orderSummary' && type === 'trial') return paths.trial(plan)
  // A plan that has left the catalogue stays with those who hold it; who they are, signing in tells.
  const mayHold = !user || entries.some((entry) => entry.plan.name === plan)
  if (name === 'confirmation' && mayHold) return undefined
  return type === undefined ? paths.notFound : undefined
}

const settingsOf = ({ brand, defaultCountry, now }: PageParts) => ({ brand, defaultCountry, now: now().toISOString() })
const documentParts = ({ built, formOrigins, brandStyles }: PageParts): DocumentParts => ({
  built,
  formOrigins,
  brandStyles,
})
