import assert from 'node:assert/strict'
import { administratorRole } from '../../domain/account/role.ts'
import { active, hidden, password, signInPage, world, type Browser } from './given-identity.ts'

export type Page = Awaited<ReturnType<Browser['get']>>

export const minute = 60_000
export const later = (ms: number) => (world.clock = new Date(world.clock.getTime() + ms))

export const titleOf = (page: Page) => /<h1>([^<]+)</.exec(page.text)?.[1]
export const codesOn = (page: Page) =>
  [...page.text.matchAll(/<li><code>([A-Z0-9-]+)<\/code><\/li>/g)].map(([, code = '']) => code)

/** Creates an active account with the role of administrators; returns its subject. */
export async function administrator(email: string): Promise<string> {
  const subject = await active(email)
  await world.identity.giveRole(world.db, { email, returnTo: '/', role: administratorRole, language: 'en' })
  return subject
}

/** Sends the password and returns the next page. */
export async function withPassword(browser: Browser, email: string): Promise<Page> {
  const page = await signInPage(browser)
  return browser.post(page.url, { ...hidden(page.text), email, password })
}

export const send = (browser: Browser, page: Page, form: Record<string, string> = {}) =>
  browser.post(page.url, { ...hidden(page.text), ...form })

/** Follows the redirects that end a sign-in, up to the one that leads back to the shop. */
export async function toTheShop(browser: Browser, { status, location = '', text }: Page): Promise<URL> {
  assert.equal(status, 303, text)
  return location.startsWith(`${world.base}/callback`)
    ? new URL(location)
    : toTheShop(browser, await browser.get(location))
}
