import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenARegistration, givenAShop } from '../../support/given.ts'
import { activateBy, arrivesAt } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

const lost = "We can't seem to find the page you are looking for."
type Row = [
  path: string,
  status: number,
  title: string,
  heading: string,
  text: string,
  examine?: (page: Page) => Promise<void>,
]
const pages: Row[] = [
  ['/no/such/page', 404, 'Not found', '404: Page not found', lost],
  ['/notFound', 404, 'Not found', '404: Page not found', lost, (page) => accessible(page, 'notFound')],
  [
    '/forbidden',
    403,
    'No access',
    '403: No access',
    'You do not have permission to access this page.',
    (page) => accessible(page, 'forbidden'),
  ],
  ['/busy', 200, 'Busy', '429: Too many requests', 'Please try again later', (page) => accessible(page, 'busy')],
  [
    '/failure',
    200,
    'Something has gone wrong',
    'Something has gone wrong',
    'Please try again.',
    (page) => accessible(page, 'failure'),
  ],
]

test('a page with a message states its reason, and links home [2.4, 2.6, 2.9, 2.57]', () =>
  visit(async (page) => {
    const home = page.getByRole('link', { name: 'Go to homepage' })
    for (const [path, status, title, heading, text, examine] of pages) {
      const answer = await page.goto(path)
      assert.equal(answer?.status(), status, path)
      await eventuallyEqual(() => page.title(), `${title} | Parallax Analytics`)
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      await page.getByText(text).waitFor()
      assert.equal(await home.getAttribute('href'), '/')
      await examine?.(page)
    }
    await home.click()
    await page.getByRole('heading', { name: 'Register to continue' }).waitFor()
    await eventuallyEqual(() => page.title(), 'Try | Parallax Analytics')
  }))

test('a person from a denied country sees the message after activation on every page, without a flash of another page [2.8, 2.46, 2.52, 2.56]', () =>
  visit(async (page) => {
    const person = await givenARegistration(shop, { country: 'BY' })
    await activateBy(page, shop, person.email)
    await arrivesAt(page, '/not-approved')
    await eventuallyEqual(() => page.title(), 'Not approved | Parallax Analytics')
    await page.getByRole('heading', { name: 'Your account has not been approved' }).waitFor()
    await accessible(page, 'notApproved')
    for (const path of ['/', '/try/statistics-trial', '/plans/analytics-trial/confirmation']) {
      const answer = await page.goto(path)
      await eventuallyEqual(async () => new URL(page.url()).pathname, '/not-approved', path)
      assert.equal(answer?.status(), 200)
    }
  }))

test('a person with a personal address awaits approval, with nothing to download [2.7, 2.47, 2.55, 5.4]', () =>
  visit(async (page) => {
    const person = await givenARegistration(shop, { email: 'jane.doe.personal@gmail.com' })
    await activateBy(page, shop, person.email)
    await arrivesAt(page, '/pending')
    await eventuallyEqual(() => page.title(), 'Pending approval | Parallax Analytics')
    await page.getByRole('heading', { name: 'Your account is pending approval' }).waitFor()
    await page.getByText('Support can make an exception.').waitFor()
    await accessible(page, 'pending')
    await page.goto('/plans/analytics-trial/confirmation')
    await arrivesAt(page, '/pending')
  }))
