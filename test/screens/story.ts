import type { Locator, Page } from 'playwright'
import { eventuallyEqual } from '../support/eventually.ts'
import { fieldWords } from '#words/forms/person-fields.ts'
import { aRegistration, eventually, password, personTexts, type TestShop } from '../support/given.ts'

/** Steps of visitors that several tests share, by what is visible on the page. */

export type Registrant = ReturnType<typeof aRegistrant>

export function aRegistrant(changes: Partial<Record<string, string>> = {}) {
  return {
    email: aRegistration().email,
    ...personTexts,
    country: 'United Kingdom',
    phone: '7700900123',
    jobFunction: 'Data scientist',
    industry: 'Energy',
    ...changes,
  }
}

/** Fills in the trial form except its agreement. */
export async function fillIn(page: Page, person: Registrant): Promise<void> {
  await chooseCountry(page, person.country)
  await fillInTexts(page, person)
}

/** Fills in everything except the country and the fields that depend on it. */
export async function fillInTexts(page: Page, person: Registrant): Promise<void> {
  await page.getByLabel('Business email').fill(person.email)
  await fillInNames(page, person)
  await page.getByLabel('Phone', { exact: true }).fill(person.phone)
  await page.getByLabel('Job function').selectOption(person.jobFunction)
  await page.getByLabel('Industry', { exact: true }).selectOption(person.industry)
}

export const textFields = Object.keys(personTexts) as (keyof typeof personTexts)[]

/** Fills in the texts that both forms request, such as the names, by their labels. */
export async function fillInNames(
  form: Page | Locator,
  person: typeof personTexts,
  labels: Record<keyof typeof personTexts, string> = fieldWords,
): Promise<void> {
  for (const field of textFields) await form.getByLabel(labels[field]).fill(person[field])
}

export async function chooseCountry(page: Page, name: string): Promise<void> {
  // The button, not the native select, which the scripts replace with it.
  await page.locator('button#country').click()
  // By text: computing the accessible names of 250 options takes a second.
  await page.locator('[role=option]:visible', { hasText: name }).first().click()
}

export function agreement(page: Page) {
  return page.getByRole('checkbox', { name: /^I agree/ })
}

export function startButton(page: Page) {
  return page.getByRole('button', { name: 'Start 30-day trial' })
}

/** Registers a person on the trial page; afterwards the dialog about the activation email is open. */
export async function register(page: Page, person: Registrant, path = '/'): Promise<void> {
  await page.goto(path)
  await fillIn(page, person)
  await agreement(page).check()
  const affirmation = page.getByRole('checkbox', { name: /^I affirm/ })
  if (await affirmation.isVisible()) await affirmation.check()
  await startButton(page).click()
  await page.getByRole('dialog').waitFor()
}

/** Returns the link of the newest email with this subject. If `known` is given, waits for a different link. */
export async function linkOf(shop: TestShop, email: string, subject: string, known = ''): Promise<string> {
  return eventually(`a link for ${email}`, async () => {
    const { text } = await shop.mailTo(email, subject)
    const link = /https?:\/\/\S+\/identity\/\S+/.exec(text)?.[0]
    return link === known ? undefined : link
  })
}

export async function openLink(
  page: Page,
  shop: TestShop,
  email: string,
  subject: string,
  known = '',
): Promise<string> {
  const link = await linkOf(shop, email, subject, known)
  await page.goto(link)
  return link
}

/** Follows the link of the activation email, chooses a password and is signed in. */
export async function activateBy(page: Page, shop: TestShop, email: string, known = ''): Promise<void> {
  await openLink(page, shop, email, 'Activate', known)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Activate account' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/identity'))
}

export async function signInBy(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Holds a page's requests back until the returned function is called. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Returns the part of a page below a heading, which may end with a number. */
export const part = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: new RegExp(`^${heading}( \\d+)?$`) }) })

/** Waits until an element that begins with these words has the focus. */
export const focusedOn = (page: Page, words: string) =>
  eventuallyEqual(
    async () => (await page.evaluate(() => document.activeElement?.textContent))?.slice(0, words.length),
    words,
  )

/** Waits until the focus is on a control. */
export const focusedIn = (control: Locator) =>
  eventuallyEqual(() => control.evaluate((element) => element === document.activeElement), true)

/** Returns the error of a field as a screen reader would read it. */
export function errorOf(page: Page, field: string) {
  return page.locator(`[id="${field}-error"]`)
}

/** Waits until the page is at a path. */
export async function arrivesAt(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path)
}
