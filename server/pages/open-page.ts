import type { FastifyRequest } from 'fastify'
import type { Output } from '../../contract/contract.ts'
import { isRefusal } from '../../contract/errors.ts'
import { decodePath, findScreen, paths, type ScreenMatch, type PageCall, type Visit } from '../../contract/screens.ts'
import type { CallResponse } from '../../contract/page-data.ts'
import { slug } from '../../contract/rows/input.ts'
import { pageOfList } from '../../contract/rows/list-page.ts'
import { callFor, type Call } from '../http/calls/contract-routes.ts'
import { traceOf } from '../http/stack-traces.ts'
import { userOf } from '../http/session/session.ts'
import type { PageServices } from './page-parts.ts'

/** Returns the requested path and query. Two leading slashes would be read as another host. */
export const requestedPath = ({ url }: FastifyRequest) => url.replace(/^[\\/]{2,}/, '/')

export type OwnSubscriptions = Output<'GET /api/v1/subscriptions/user'>

/** The requested page, the visitor, and the address to which they are redirected. */
type OpenPage = {
  found: ScreenMatch
  visit: Visit
  at: string
  query: string
  own: CallResponse | null
  elsewhere: string | undefined
}

export async function openPage(parts: PageServices, call: Call): Promise<OpenPage> {
  const { request, visitor } = call
  const { pathname: at, search } = new URL(requestedPath(request), parts.publicUrl)
  const path = decodePath(at)
  const found = findScreen(path)
  const own = visitor.signedIn
    ? await ask(parts, { call: 'GET /api/v1/subscriptions/user', input: { query: {} } }, call)
    : null
  const entries = own ? (own[2] as OwnSubscriptions).subscriptions : []
  const user = visitor.signedIn && userOf(visitor.signedIn)
  const visit = { user, entries, path: path + search, params: found.params }
  return {
    found,
    visit,
    at,
    query: search,
    own,
    elsewhere: (await rewrite(parts, found, visit, call)) ?? found.screen.guard?.(visit),
  }
}

/**
 * Returns a call's response, made in process; null if it is refused, or a list fails: the page then requests it again
 * and shows the fault.
 */
export async function ask({ calls }: PageServices, need: PageCall, call: Call): Promise<CallResponse | null> {
  const { call: name, input = {}, paged } = need
  try {
    const output = await callFor(calls, name, input, call)
    if (!paged) return [name, input, output]
    const links = String(call.reply.getHeader('link') ?? '')
    // The document has no neighbouring pages.
    void call.reply.removeHeader('link')
    return [name, input, pageOfList(output, links)]
  } catch (error) {
    if (isRefusal(error)) return null
    if (!paged) throw error
    call.request.log.error({ error: traceOf(error) }, 'a page is sent without its list')
    return null
  }
}

/** Redirects a trial that does not exist to the first, and a plan to the page of its kind. */
async function rewrite(
  { planType, hasOrdered, firstTrial }: PageServices,
  { name, params }: ScreenMatch,
  { user, entries }: Visit,
  { visitor }: Call,
): Promise<string | undefined> {
  const plan = params['name']
  if (plan === undefined) return undefined
  const type = planType(plan)
  if (name === 'trial') return type === 'trial' ? undefined : paths.trial(firstTrial)
  if (name === 'orderSummary' && type === 'trial') return paths.trial(plan)
  if (type !== undefined) return undefined
  // A plan removed from the catalogue stays with its buyers, who are recognised after signing in, also if they have
  // another plan now.
  if (!user) return name === 'confirmation' ? undefined : paths.notFound
  const id = visitor.signedIn?.subscriberId ?? null
  const isBuyer =
    entries.some((entry) => entry.plan.name === plan) ||
    (id !== null && slug.safeParse(plan).success && (await hasOrdered(id, plan)))
  if (!isBuyer) return paths.notFound
  return name === 'orderSummary' ? paths.plans : undefined
}
