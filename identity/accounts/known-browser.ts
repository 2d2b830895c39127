import { lifetimes } from '../../domain/limits.ts'
import type { IdentityContext } from '../context.ts'
import { cookieLine } from '../http.ts'
import { isSigned, signed } from '../secrets.ts'
import type { Cookies } from '../../platform/cookies.ts'
import { randomToken } from '../../platform/crypto/secrets.ts'

/**
 * A browser in which an account has signed in before. It opens nothing; it only has a budget of wrong passwords of its own, so
 * that strangers who guess cannot keep the owner out.
 */
const nameOf = (accountId: string, browser: string) => `${accountId} ${browser}`

/** The name of this browser, where it once signed in to that account; else undefined. */
export function knownBrowser(context: IdentityContext, cookies: Cookies, accountId: string): string | undefined {
  const [id = '', browser = '', signature = ''] = (cookies[context.cookies.browser] ?? '').split('.')
  if (id !== accountId || browser === '') return undefined
  return isSigned(context.secrets, 'browsers', nameOf(id, browser), signature) ? browser : undefined
}

/** The cookie that has this browser known for the account from now on; undefined where it has one. */
export function browserCookie(context: IdentityContext, cookies: Cookies, accountId: string): string | undefined {
  if (knownBrowser(context, cookies, accountId) !== undefined) return undefined
  const browser = randomToken()
  const value = `${accountId}.${browser}.${signed(context.secrets, 'browsers', nameOf(accountId, browser))}`
  return cookieLine(context, context.cookies.browser, value, lifetimes.knownBrowser / 1000)
}
