import { randomBytes } from 'node:crypto'
import { cookieAttributes } from '../platform/cookies.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Html } from '../platform/html.ts'
import { requestLimits } from '../domain/limits.ts'
import type { PageShell } from '../platform/page.ts'
import { languageOf, themeOf } from '../domain/preferences.ts'
import type { Language } from '../domain/language.ts'
import { wordsIn, type Spoken } from '../i18n/spoken.ts'
import type { IdentityContext } from './context.ts'
import { isSigned, signed } from './secrets.ts'
import { randomToken } from '../platform/crypto/secrets.ts'

/** A request for one of the provider's own pages. */
export type Visit = {
  req: IncomingMessage
  res: ServerResponse
  /** The path below /identity. */
  path: string
  query: URLSearchParams
  /** What was posted; undefined on a GET. */
  form: URLSearchParams | undefined
  cookies: Map<string, string>
  clientAddress: string
  language: Language
  /** The words of the pages in it. */
  t: IdentityWords
  /** The hidden field every form carries. */
  formToken: string
}

export type IdentityWords = Spoken['identity']

/** `back` is where the page can be shown again; the address asked for unless said. `script` is what runs on it. */
export type Page = { status: number; title: string; body: Html; back?: string; script?: string }

export type Answer =
  | Page
  | { redirect: string; cookies?: string[] }
  /** The library has sent the response. */
  | 'answered'

/** Why a request gets an error page. */
export type Fault = 'stale' | 'tooMany' | 'failed' | 'unavailable' | 'notFound' | 'method' | 'contentType' | 'tooLarge'

export const faultStatus: Record<Fault, number> = {
  stale: 403,
  tooMany: 429,
  failed: 500,
  unavailable: 503,
  notFound: 404,
  method: 405,
  contentType: 415,
  tooLarge: 413,
}

export function fault(kind: Fault): never {
  throw Object.assign(new Error(kind), { fault: kind })
}

export function faultOf(error: unknown): Fault | undefined {
  return error instanceof Error && 'fault' in error ? (error.fault as Fault) : undefined
}

export function readCookies(req: IncomingMessage): Map<string, string> {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair): [string, string] => {
    const at = pair.indexOf('=')
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()]
  })
  return new Map(pairs)
}

/** Returns the visitor's language: the one chosen in the shop, else their browser's. */
export function languageFor(req: IncomingMessage): Language {
  return languageOf(Object.fromEntries(readCookies(req)), req.headers['accept-language'])
}

/** Returns the words of the pages in the visitor's language. */
export function wordsFor(req: IncomingMessage): IdentityWords {
  return wordsIn(languageFor(req)).identity
}

/** Returns what every page needs, in the visitor's language and theme. */
export function shellFor(context: IdentityContext, req: IncomingMessage): PageShell {
  return { ...context.shell(languageFor(req)), theme: themeOf(Object.fromEntries(readCookies(req))) }
}

/** A Set-Cookie line. `maxAge` in seconds; without one it goes with the browser. */
export function cookieLine(context: IdentityContext, name: string, value: string, maxAge?: number): string {
  return `${name}=${value}${cookieAttributes({ secure: context.secure, maxAge })}`
}

/** Reads a posted form, and refuses one that was not sent from one of these pages. */
export async function readForm(
  context: IdentityContext,
  req: IncomingMessage,
  cookies: Map<string, string>,
): Promise<URLSearchParams> {
  const type = (req.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') fault('contentType')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > requestLimits.bodyBytes) fault('tooLarge')
    chunks.push(chunk)
  }
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  const cookie = cookies.get(context.cookies.form) ?? ''
  if (cookie === '' || !isSigned(context.secrets, 'forms', cookie, form.get('_csrf') ?? '')) fault('stale')
  return form
}

/** Returns the anti-forgery token of this browser, and sets the cookie it is bound to if there is none. */
export function formTokenFor(context: IdentityContext, res: ServerResponse, cookies: Map<string, string>): string {
  const known = cookies.get(context.cookies.form) ?? newFormCookies.get(res)
  const cookie = known ?? randomToken()
  if (known === undefined) {
    newFormCookies.set(res, cookie)
    res.appendHeader('set-cookie', cookieLine(context, context.cookies.form, cookie))
  }
  return signed(context.secrets, 'forms', cookie)
}

/** The cookies that a response sets: a page has more than one form. */
const newFormCookies = new WeakMap<ServerResponse, string>()

/**
 * The headers of every answer below /identity. The nonce is for the one script there is, which submits the sign-out
 * form. Forms name the relying party's origin too, as browsers apply form-action to the redirect that follows.
 */
export function setHeaders(context: IdentityContext, res: ServerResponse): { nonce: string } {
  const nonce = randomBytes(16).toString('base64')
  res.setHeader('content-security-policy', securityPolicy(context, nonce))
  res.setHeader('x-content-type-options', 'nosniff')
  res.setHeader('referrer-policy', 'same-origin')
  res.setHeader('cache-control', 'no-store')
  if (context.secure) res.setHeader('strict-transport-security', 'max-age=63072000; includeSubDomains')
  return { nonce }
}

/**
 * Stricter than the shop's pages, whose scripts load others and make calls: one script with a nonce, no connections, and
 * pictures from the shop's and the brand's own addresses only.
 */
function securityPolicy(context: IdentityContext, nonce: string): string {
  const shell = context.shell('en')
  const elsewhere = [...shell.stylesheets, shell.logo ?? ''].filter((address) => URL.canParse(address))
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
