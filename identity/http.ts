import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieAttributes, type Cookies } from '../platform/cookies.ts'
import { randomToken } from '../platform/crypto/secrets.ts'
import type { Html } from '../platform/html.ts'
import { clientAddress } from '../platform/network-address.ts'
import type { PageShell } from '../platform/page.ts'
import { languageOf, themeOf } from '../domain/account/preferences.ts'
import type { Language } from '../domain/language.ts'
import { wordsIn, type ServerWords } from '../i18n/server-words.ts'
import type { IdentityContext } from './context.ts'
import { isSigned, signed } from './secrets.ts'

/** A request below /identity: for one of our pages or for the library. */
export type Exchange = {
  request: FastifyRequest
  reply: FastifyReply
  /** The path, without the query. */
  path: string
  cookies: Cookies
  clientAddress: string
  language: Language
  /** The texts of the pages in that language. */
  t: IdentityWords
  shell: PageShell
  /** The nonce of the only script that the page can have. */
  nonce: string
  /** Returns the anti-forgery token of this browser, and sets the cookie it is bound to if there is none. */
  formToken(): string
}

/** A request for one of our own pages. */
export type Visit = Omit<Exchange, 'formToken'> & {
  query: URLSearchParams
  /** The posted form; undefined on a GET. */
  form: URLSearchParams | undefined
  /** The value of the hidden field in every form. */
  formToken: string
}

export type IdentityWords = ServerWords['identity']

/** `back` is an address at which the page can be shown again, by default the requested one. `script` runs on it. */
export type Page = { status: number; title: string; body: Html; back?: string; script?: string }

export type PageResponse = Page | { redirect: string; cookies?: string[] }

/** Why a request receives an error page. */
export type RequestFault =
  | 'stale'
  | 'tooMany'
  | 'failed'
  | 'unavailable'
  | 'notFound'
  | 'method'
  | 'contentType'
  | 'tooLarge'

export const faultStatus: Record<RequestFault, number> = {
  stale: 403,
  tooMany: 429,
  failed: 500,
  unavailable: 503,
  notFound: 404,
  method: 405,
  contentType: 415,
  tooLarge: 413,
}

/** `retryAfter`: the seconds until the request can be made again, if known. */
type ThrownFault = { kind: RequestFault; retryAfter: number | null }

export function fault(kind: RequestFault, retryAfter: number | null = null): never {
  throw Object.assign(new Error(kind), { fault: { kind, retryAfter } satisfies ThrownFault })
}

export function faultOf(error: unknown): ThrownFault | undefined {
  return error instanceof Error && 'fault' in error ? (error.fault as ThrownFault) : undefined
}

/** Keyed by Node's request, because the library uses that. */
const exchanges = new WeakMap<IncomingMessage, Exchange>()

export const exchangeOf = (req: IncomingMessage): Exchange | undefined => exchanges.get(req)

/** Begins the response to a request below /identity: its headers, and what every page needs. */
export function openExchange(context: IdentityContext, request: FastifyRequest, reply: FastifyReply): void {
  const nonce = randomBytes(16).toString('base64')
  void reply.header('content-security-policy', securityPolicy(context, nonce)).header('cache-control', 'no-store')
  const { cookies } = request
  const language = languageOf(cookies, request.headers['accept-language'])
  let cookie = cookies[context.cookies.form]
  exchanges.set(request.raw, {
    request,
    reply,
    path: request.url.split('?')[0] ?? '',
    cookies,
    clientAddress: clientAddress(request),
    language,
    t: wordsIn(language).identity,
    shell: { ...context.shell(language), theme: themeOf(cookies) },
    nonce,
    formToken() {
      if (cookie === undefined) {
        cookie = randomToken()
        addCookie(reply, cookieLine(context, context.cookies.form, cookie))
      }
      return signed(context.secrets, 'forms', cookie)
    },
  })
}

/** Returns the posted form, undefined on a GET. Refuses one that was not sent from one of these pages. */
export function formOf(context: IdentityContext, { request, cookies }: Exchange): URLSearchParams | undefined {
  if (request.method !== 'POST') return undefined
  const form = request.body instanceof URLSearchParams ? request.body : fault('contentType')
  const cookie = cookies[context.cookies.form] ?? ''
  if (cookie === '' || !isSigned(context.secrets, 'forms', cookie, form.get('_csrf') ?? '')) fault('stale')
  return form
}

/** Returns a Set-Cookie line. `maxAge` is in seconds; without it the cookie ends with the browser. */
export function cookieLine(context: IdentityContext, name: string, value: string, maxAge?: number): string {
  return `${name}=${value}${cookieAttributes({ secure: context.secure, maxAge })}`
}

/** Adds it to Node's response, because the library's pages set cookies too. */
export function addCookie({ raw }: FastifyReply, line: string): void {
  raw.appendHeader('set-cookie', line)
}

/**
 * Stricter than for the shop's pages, whose scripts load others and make calls: one script with a nonce, no
 * connections, and pictures from the shop's and the brand's addresses only. Forms include the relying party's origin,
 * because browsers apply form-action to the following redirect.
 */
function securityPolicy(context: IdentityContext, nonce: string): string {
  const shell = context.shell('en')
  const elsewhere = [...shell.stylesheets, shell.logo ?? '', shell.mark ?? ''].filter((address) =>
    URL.canParse(address),
  )
  const assets = ["'self'", ...new Set(elsewhere.map((address) => new URL(address).origin))].join(' ')
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${assets}`,
    `img-src ${assets}`,
    `font-src ${assets}`,
    `form-action ${["'self'", ...new Set(context.origins)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
