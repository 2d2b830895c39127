import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { root } from './page-parts.ts'

const cookie = 'payment_form'

/** Returns the browser's secret for these forms, and the header that sets one if it has none. */
export function formSecret(request: IncomingMessage): { secret: string; setCookie: string | null } {
  const found = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{32})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
  if (found !== undefined) return { secret: found, setCookie: null }
  const secret = randomBytes(24).toString('base64url')
  return { secret, setCookie: `${cookie}=${secret}; Path=${root}; HttpOnly; SameSite=Strict` }
}

/** Returns the token that the form of one page must send. */
export function formToken(secret: string, page: string): string {
  return createHash('sha256').update(`${secret} ${page}`).digest('base64url')
}

/** Whether the form came from that page in that browser. */
export function isOwnForm(request: IncomingMessage, secret: string, page: string, token: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const wanted = Buffer.from(formToken(secret, page))
  const given = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
