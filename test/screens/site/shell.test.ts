import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAReceiver } from '../../support/http/receiver.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { arrivesAt, holdBack } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const { visitor: user } = await givenATrialUser(shop, { firstName: 'Wilhelmina', lastName: 'Oppenheimer-Blythe' })
const { visitor: longest } = await givenATrialUser(shop, {
  email: `${'x'.repeat(64)}@northwind-bottling.example`,
  firstName: 'x'.repeat(99),
  lastName: 'y'.repeat(99),
  company: `Northwind Bottling ${'z'.repeat(80)}`,
})
const administrator = await givenAnAdministrator(shop)

test('the header for a visitor: the logo links home, and signing in returns to the same page [2.21, 2.23, 4.4]', () =>
  visit(async (page) => {
    await page.goto('/try/statistics-trial')
    const header = page.locator('header')
    await eventuallyEqual(
      () => header.getByRole('link', { name: 'Parallax Analytics, home' }).getAttribute('href'),
      '/',
    )
    await eventuallyEqual(
      () => header.getByRole('link', { name: 'Sign in' }).getAttribute('href'),
      '/api/v1/login?redirect_url=%2Ftry%2Fstatistics-trial',
    )
    await eventuallyEqual(() => header.getByRole('link', { name: 'Plans' }).getAttribute('href'), '/plans')
    await eventuallyEqual(() => header.getByRole('link').count(), 3)
  }))

test('the header for a user: a menu with the full name and sign out, and no link to the admin area [2.22, 4.4]', () =>
  visit({ as: user }, async (page) => {
    await page.goto('/')
    const header = page.locator('header')
    const menu = header.getByRole('button', { name: /Account of Wilhelmina Oppenheimer-Blythe$/ })
    await eventuallyEqual(async () => (await menu.innerText()).trim(), 'Wilhelmina O…')
    await menu.click()
    await header.getByText('Wilhelmina Oppenheimer-Blythe', { exact: true }).waitFor()
    await header.getByRole('button', { name: 'Sign out' }).waitFor()
    await accessible(page, 'trial', 'header')
    await eventuallyEqual(() => header.getByText(/^(Users|Administration)$/).count(), 0)
    await page.keyboard.press('Escape')
    await header.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'hidden' })
    await eventuallyEqual(() => menu.evaluate((button) => button === document.activeElement), true)
  }))

test('the header for an administrator: the logo links to the admin area, with Administration, Users and a short name [2.10, 2.21, 2.22, 2.24, 4.4, 9.10]', () =>
  visit({ as: administrator }, async (page) => {
    await page.goto('/plans')
    const header = page.locator('header')
    await eventuallyEqual(() => header.getByRole('link', { name: 'Administration' }).count(), 0)
    await page.goto('/administration')
    await arrivesAt(page, '/administration/users')
    await page.goto('/plans')
    await header.getByRole('link', { name: 'Parallax Analytics, home' }).click()
    await arrivesAt(page, '/administration/users')
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await eventuallyEqual(() => page.title(), 'Subscribers | Parallax Analytics')
    await header.getByRole('link', { name: 'Administration' }).waitFor()
    const menu = header.getByRole('button', { name: /Account of/ })
    await eventuallyEqual(async () => (await menu.innerText()).trim(), 'admin@shop.e…')
    await menu.press('ArrowDown')
    await header.getByRole('link', { name: 'Users' }).waitFor()
    await eventuallyEqual(() => page.evaluate(() => document.activeElement?.textContent), 'Users')
  }))

test('a new page starts at its top; Back and Forward go through the pages, and redirects add no history entry [2.16, 2.18]', () =>
  visit({ as: user, viewport: { width: 375, height: 600 } }, async (page) => {
    await page.goto('/try/no-such')
    await page.getByRole('button', { name: 'Learn more' }).click()
    await page.getByRole('link', { name: 'Find installers' }).scrollIntoViewIfNeeded()
    await page.waitForFunction(() => window.scrollY > 0)
    await page.getByRole('link', { name: 'Find installers' }).click()
    await page.getByRole('heading', { level: 1, name: /^Your trial has started/ }).waitFor()
    await eventuallyEqual(() => page.evaluate(() => window.scrollY), 0)
    await eventuallyEqual(() => page.title(), 'Confirmation | Parallax Analytics')
    await page.goBack()
    await arrivesAt(page, '/try/analytics-trial')
    await page.getByText('You already have a trial').waitFor()
    await eventuallyEqual(() => page.title(), 'You already have a trial | Parallax Analytics')
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: /^Your trial has started/ }).waitFor()
  }))

test('the old page stays until the next one is ready; the loader covers it after 400 ms [4.4, 9.6]', () =>
  visit(async (page) => {
    const answer = await holdBack(page, '**/api/v1/plans?type=trial')
    await page.goto('/busy')
    await page.getByRole('link', { name: 'Go to homepage' }).click()
    const loader = page.locator('.loader--over')
    await loader.waitFor({ state: 'attached' })
    const delay = await loader.evaluate((element) => element.getAnimations()[0]?.effect?.getTiming().delay)
    assert.equal(delay, 400)
    await loader.waitFor({ state: 'visible' })
    await loader.getByText('Loading').waitFor()
    assert.equal(await page.getByRole('heading', { level: 1, name: '429: Too many requests' }).isVisible(), true)
    assert.equal(await page.locator('.loader').count(), 1)
    answer()
    await page.getByRole('heading', { level: 1, name: 'Start your free trial' }).waitFor()
    await eventuallyEqual(() => loader.count(), 0)
  }))

test('a page whose data cannot be loaded reports it and offers a retry', () =>
  visit({ tolerate: /503|not available/ }, async (page) => {
    let failing = true
    const message = 'The service is not available at the moment. Please try again shortly.'
    await page.route('**/api/v1/plans?type=trial', (route) =>
      failing ? route.fulfill({ status: 503, json: { message } }) : route.continue(),
    )
    await page.goto('/busy')
    await page.getByRole('link', { name: 'Go to homepage' }).click()
    await page.getByRole('alert').getByText(message).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: '429: Too many requests' }).waitFor()
    await page.getByRole('link', { name: 'Go to homepage' }).click()
    await page.getByRole('alert').getByText(message).waitFor()
    failing = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Start your free trial' }).waitFor()
  }))

test('the longest names and addresses make no page wider', () =>
  visit(
    {
      as: longest,
      viewport: { width: 375, height: 812 },
    },
    async (page) => {
      for (const path of ['/', '/try/statistics-trial', '/plans/analytics-trial/confirmation']) {
        await page.goto(path)
        await page.getByRole('button', { name: /Account of/ }).click()
        await page.locator('header').getByRole('button', { name: 'Sign out' }).waitFor()
        const outside = () =>
          page.evaluate(() =>
            [...document.querySelectorAll('main *, header *')]
              .filter((element) => element.getBoundingClientRect().right > 375)
              .filter((element) => !element.closest('svg, .visually-hidden'))
              .map((element) => element.outerHTML.slice(0, 200)),
          )
        await eventuallyEqual(outside, [], path)
      }
    },
  ))

const people = '/administration/users'

const focused = (page: Page) => () =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`)

test('a link to another page, and Back, move the focus to the page’s heading, which screen readers announce', () =>
  visit({ as: user }, async (page) => {
    await page.goto('/plans')
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('link', { name: 'Your subscriptions', exact: true }).click()
    await arrivesAt(page, '/account')
    await eventuallyEqual(focused(page), 'H1 Your subscriptions')
    await page.goBack()
    await arrivesAt(page, '/plans')
    await eventuallyEqual(focused(page), `H1 ${await page.locator('h1').textContent()}`)
  }))

test('a person’s page first shows a skeleton, and then moves the focus to its heading', () =>
  visit({ as: administrator }, async (page) => {
    await page.goto(people)
    const link = page.locator('tbody tr[data-row] a').first()
    const name = await link.innerText()
    await link.click()
    await eventuallyEqual(focused(page), `H1 ${name}`)
  }))

test('the header of the admin area stays on one line and shows the menu items that fit, in German, whose words are longer', () =>
  visit({ as: administrator, locale: 'de' }, async (page) => {
    await page.goto(people)
    const items = page.locator('header .nav-link--second')
    for (const [width, least] of [
      [768, 3],
      [900, 4],
      [1100, 6],
      [1440, 6],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const { height, shown } = await items.evaluateAll((all) => ({
        height: document.querySelector('header')?.getBoundingClientRect().height ?? 0,
        shown: all.filter((one) => one.getClientRects().length > 0).length,
      }))
      assert.ok(height <= 65, `${width}: ${height}`)
      assert.ok(shown >= least, `${width}: ${shown}`)
    }
  }))

test('an administrator’s menu links to their own account, and lists pages of the admin area only if the header lacks some', () =>
  visit({ as: administrator, viewport: { width: 1440, height: 900 } }, async (page) => {
    await page.goto(people)
    const menu = page.locator('header .menu__items')
    await page.getByRole('button', { name: /Account of/ }).click()
    await menu.getByRole('link', { name: 'Catalogue' }).waitFor()
    assert.equal(await menu.getByRole('link', { name: 'Audit log' }).isVisible(), false)
    await page.setViewportSize({ width: 768, height: 900 })
    await menu.getByRole('link', { name: 'Audit log' }).waitFor()
    await menu.getByRole('link', { name: 'Your account', exact: true }).click()
    await arrivesAt(page, '/account')
  }))

test('another site that frames a page shows an empty frame: pages of the shop, of an answer and of the sign-in', async () => {
  const paths = ['/', '/nowhere', '/identity/reset', '/openapi.json']
  const frames = paths.map((path) => `<iframe src="${shop.url}${path}"></iframe>`)
  const other = await givenAReceiver((response) => response.setHeader('content-type', 'text/html').end(frames.join('')))
  await visit({ tolerate: /frame-ancestors/ }, async (page) => {
    await page.goto(other.url)
    for (const element of await page.locator('iframe').elementHandles()) {
      const frame = await element.contentFrame()
      await eventuallyEqual(() => Promise.resolve(frame?.url()), 'chrome-error://chromewebdata/')
      assert.equal(await frame?.locator('body').innerText(), '')
    }
  })
})
