import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '../../domain/catalogue/brand.ts'
import { languageNames, type Language } from '../../domain/language.ts'
import type { Output } from '../../contract/contract.ts'
import { isRefusal, refuse } from '../../contract/errors.ts'
import { refusedFor } from '../../contract/forms/order-form.ts'
import { themeOf } from '../../domain/preferences.ts'
import {
  decodePath,
  findScreen,
  paths,
  screens,
  type ScreenMatch,
  type Need,
  type Visit,
} from '../../contract/screens.ts'
import { sendDocument, type Answered, type Built, type DocumentParts } from './document.ts'
import { pageOfList } from '../../contract/list-page.ts'
import { callFor, type Call, type Calls } from '../http/calls/contract-routes.ts'
import { answerError, sendError } from '../http/errors.ts'
import { traceOf } from '../http/stack-traces.ts'
import { countryOfLanguages } from '../../domain/registration/suggested-country.ts'
import { cookiesOf, languageFor } from '../http/language.ts'
import { showOverloaded } from './overloaded.ts'
import { isRefusedDownload, showRefusedDownload } from './refused-download.ts'
import { maskToken } from '../../platform/crypto/masked-token.ts'
import type { PageShell } from '../../platform/page.ts'
import type { Visitors } from '../http/session/visitor.ts'
import { screensWithForms, expiredForm, submitForm, type Sending, type FormResult } from './page-forms.ts'
import { userOf } from '../http/session/session.ts'
import { rememberTarget, rememberedTarget } from './return-notice.ts'

export type PageParts = {
  /** The template of pages that need no script. */
  shell: (language: Language) => PageShell
  built: Built
  calls: Calls
  visitors: Visitors
  now: () => Date
  brandIn: (language: Language) => Brand
  defaultCountry: string
  testMode: boolean
  sandboxMail: boolean
  publicUrl: string
  /** The origins to which a page's form may redirect, besides this site. */
  formOrigins: string[]
  brandStyles: () => string
  firstTrial: string
  planType: (name: string) => 'trial' | 'subscription' | undefined
}

/** Adds every address that is not a call: guarded, rendered on the server, hydrated in the browser. */
export function addPages(app: FastifyInstance, parts: PageParts): void {
  const { publicUrl, visitors } = parts
  const canonical = new URL(publicUrl)

  app.get('/*', async (request, reply) => {
    const { pathname, search } = new URL(addressOf(request), publicUrl)
    if (pathname.startsWith('/api/')) refuse('NOT_FOUND')
    // Cookies depend on the host, so a visitor who uses another name of this machine is redirected to the one to which
    // sign-in returns.
    if (request.host !== canonical.host && isLoopback(canonical.hostname)) {
      return reply.redirect(publicUrl + pathname + search, 302)
    }
    try {
      const visitor = await visitors.fromRequest(request)
      return await showPage(parts, { visitor, request, reply, byForm: false })
    } catch (error) {
      return showFailure(parts, error as FastifyError, request, reply)
    }
  })

  void app.register(async (scope) => {
    // A page accepts only its own forms, and reports itself what is wrong with other requests.
    scope.removeContentTypeParser('application/json')
    scope.setErrorHandler((error: FastifyError, request, reply) => showFailure(parts, error, request, reply))
    for (const name of screensWithForms) {
      const path = screens[name].paths.at(-1) ?? paths.notFound
      scope.post(path, (request, reply) => answerForm(parts, name, request, reply))
    }
  })
}

/** Returns the requested path and query. Two leading slashes would be read as another host. */
const addressOf = ({ url }: FastifyRequest) => url.replace(/^[\\/]{2,}/, '/')

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'

type Own = Output<'GET /api/v1/subscriptions/user'>

/** The requested page, the visitor, and the address to which they are redirected. */
type Opened = {
  found: ScreenMatch
  visit: Visit
  at: string
  query: string
  own: Answered | null
  elsewhere: string | undefined
}

async function openPage(parts: PageParts, call: Call): Promise<Opened> {
  const { request, visitor } = call
  const { pathname: at, search } = new URL(addressOf(request), parts.publicUrl)
  const path = decodePath(at)
  const found = findScreen(path)
  const own = visitor.signedIn
    ? await ask(parts, { call: 'GET /api/v1/subscriptions/user', input: { query: {} } }, call)
    : null
  const entries = own ? (own[2] as Own).subscriptions : []
  const user = visitor.signedIn && userOf(visitor.signedIn)
  const visit = { user, entries, path: path + search, params: found.params }
  return {
    found,
    visit,
    at,
    query: search,
    own,
    elsewhere: rewrite(parts, found, visit) ?? found.screen.guard?.(visit),
  }
}

const leave = (reply: FastifyReply, to: string, status: 302 | 303) =>
  reply.header('cache-control', 'no-store').redirect(to, status)

/** Responds to a form sent to a page's own address: performs it, and shows the next page or this one. */
async function answerForm(
  parts: PageParts,
  name: (typeof screensWithForms)[number],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { visitors, calls, publicUrl } = parts
  const { _csrf: token, ...sent } = (request.body ?? {}) as Record<string, string>
  const call: Call = { visitor: await visitors.fromRequest(request), request, reply, byForm: true }
  const believed = visitors.verifyCsrf(call.visitor, token)
  const fromHere = request.headers.origin === new URL(publicUrl).origin
  // With a form of another site the browser sends no session: responding with a page would replace it by a registrant's
  // cookie.
  if (!fromHere && call.visitor.cookie === null) return leave(reply, addressOf(request), 303)
  const { visit, at, own, elsewhere } = await openPage(parts, call)
  if (elsewhere !== undefined) return leave(reply, elsewhere, 303)
  const sending: Sending = { sent, visit, at, call, subscriber: own && (own[2] as Own).subscriber }
  const taken = believed ? await submitForm(calls, name, sending) : expiredForm(sending, fromHere)
  if ('redirect' in taken) return leave(reply, taken.redirect, 303)
  // The result may have changed the visitor's state.
  return showPage(parts, { ...call, visitor: await visitors.fromRequest(request) }, taken)
}

async function showPage(
  parts: PageParts,
  call: Call,
  taken?: Exclude<FormResult, { redirect: string }>,
): Promise<FastifyReply> {
  const { request, reply, visitor } = call
  const { found, visit, query, own, elsewhere } = await openPage(parts, call)
  if (elsewhere !== undefined) {
    if (visit.user === null) rememberTarget(reply, visit.path, parts.publicUrl)
    return leave(reply, elsewhere, taken ? 303 : 302)
  }
  const refused = taken?.status === 409 && found.name === 'orderSummary' ? refusedFor(visit.user) : undefined
  if (refused !== undefined) return leave(reply, refused, 303)

  const needs: Need[] = [{ call: 'GET /api/v1/users/userinfo' }, ...(found.screen.needs?.(found.params, query) ?? [])]
  const answers = await Promise.all(needs.map((need) => ask(parts, need, call)))
  const forgeryToken = maskToken(parts.visitors.issueCsrfToken(request, reply, visitor))
  const page = {
    url: addressOf(request),
    status: taken?.status ?? found.screen.status ?? 200,
    answers: [own, ...answers].filter((answer) => answer !== null),
    language: languageFor(request),
    settings: {
      ...settingsOf(parts, request, forgeryToken),
      ...(taken ? { posted: taken.posted } : {}),
      ...(visit.user === null ? { returnTo: rememberedTarget(request, parts.publicUrl) } : {}),
    },
  }
  return sendDocument(documentParts(parts), page, request, reply)
}

/** The error page. It reads no data, so that it can be shown after any failure; if rendering fails, the reply is JSON. */
export async function showFailure(
  parts: PageParts,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isRefusal(error) && error.code === 'OVERLOADED') return showOverloaded(parts.shell, request, reply)
  // A refused form shows the same message as its own page.
  if (request.method === 'GET' && isRefusal(error) && isRefusedDownload(error.code))
    return showRefusedDownload(parts.shell, error.code, request, reply)
  const { status } = answerError(error, request)
  const answers: Answered[] = [['GET /api/v1/users/userinfo', {}, { user: 'anonymousUser' }]]
  const url = { 403: paths.forbidden, 404: paths.notFound, 429: paths.busy }[status] ?? paths.failure
  try {
    const settings = settingsOf(parts, request, '')
    const page = { url, status, answers, language: languageFor(request), settings, still: true }
    return await sendDocument(documentParts(parts), page, request, reply)
  } catch (fault) {
    return sendError(fault as FastifyError, request, reply)
  }
}

/**
 * Returns a call's response, made in process; null if it is refused, or a list fails: the page then requests it again
 * and shows the fault.
 */
async function ask({ calls }: PageParts, need: Need, call: Call): Promise<Answered | null> {
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
function rewrite(
  { planType, firstTrial }: PageParts,
  { name, params }: ScreenMatch,
  { user, entries }: Visit,
): string | undefined {
  const plan = params['name']
  if (plan === undefined) return undefined
  const type = planType(plan)
  if (name === 'trial') return type === 'trial' ? undefined : paths.trial(firstTrial)
  if (name === 'orderSummary' && type === 'trial') return paths.trial(plan)
  // A person whose plan is no longer sold is redirected to the plans on sale.
  if (name === 'orderSummary' && type === undefined && entries.some((entry) => entry.plan.name === plan)) {
    return paths.plans
  }
  // A plan removed from the catalogue stays with its subscribers, who are recognised after signing in.
  const mayHold = !user || entries.some((entry) => entry.plan.name === plan)
  if (name === 'confirmation' && mayHold) return undefined
  return type === undefined ? paths.notFound : undefined
}

const settingsOf = (
  { brandIn, defaultCountry, now, testMode, sandboxMail }: PageParts,
  request: FastifyRequest,
  forgeryToken: string,
) => ({
  brand: brandIn(languageFor(request)),
  defaultCountry: countryOfLanguages(request.headers['accept-language']) ?? defaultCountry,
  now: now().toISOString(),
  languages: languageNames(),
  theme: themeOf(cookiesOf(request)),
  testMode,
  sandboxMail,
  forgeryToken,
})
const documentParts = ({ built, formOrigins, brandStyles, publicUrl, brandIn }: PageParts): DocumentParts => {
  const { socialImage } = brandIn('en')
  return {
    built,
    formOrigins,
    brandStyles: brandStyles(),
    socialImage: socialImage ? new URL(socialImage, publicUrl).href : null,
  }
}
