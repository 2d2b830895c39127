import { lifetimes } from '../../domain/limits.ts'
import type { IdentityContext } from '../context.ts'
import { cookieLine } from '../http.ts'
import { isSigned, signed } from '../secrets.ts'
import type { Cookies } from '../../platform/cookies.ts'
import { randomToken } from '../../platform/crypto/secrets.ts'

/**
 * Identifies a browser in which an account has signed in before. It grants no access, only a separate budget of wrong
 * passwords, so that strangers who guess cannot lock the owner out.
 */
const nameOf = (accountId: string, browser: string) => `${accountId} ${browser}`

/** Returns the name of this browser if it has signed in to that account; otherwise undefined. */
export function knownBrowser(context: IdentityContext, cookies: Cookies, accountId: string): string | undefined {
  const [id = '', browser = '', signature = ''] = (cookies[context.cookies.browser] ?? '').split('.')
  if (id !== accountId || browser === '') return undefined
  return isSigned(context.secrets, 'browsers', nameOf(id, browser), signature) ? browser : undefined
}

/** Returns the cookie that makes this browser known for the account; undefined if it has one. */
export function browserCookie(context: IdentityContext, cookies: Cookies, accountId: string): string | undefined {
  if (knownBrowser(context, cookies, accountId) !== undefined) return undefined
  const browser = randomToken()
  const value = `${accountId}.${browser}.${signed(context.secrets, 'browsers', nameOf(accountId, browser))}`
  return cookieLine(context, context.cookies.browser, value, lifetimes.knownBrowser / 1000)
}
