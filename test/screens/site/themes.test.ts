import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { alive, useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAShop, givenATrialUser } from '../../support/given.ts'
import { tabTo } from '../buying.ts'
import { agreement } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const { visitor: user } = await givenATrialUser(shop)

const choice = (page: Page, name: string): Locator => page.locator('footer').getByRole('button', { name, exact: true })
const chosen = (page: Page) => page.locator('footer button[aria-pressed=true]').allTextContents()

/** Returns how the page is drawn, by its background. */
const drawn = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) return 'not at all'
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return red + green + blue < 3 * 128 ? 'dark' : 'light'
  })

test('the chosen colours apply immediately, on the open page, after a reload, and on the sign-in pages', () =>
  visit({ colorScheme: 'light' }, async (page) => {
    await page.goto('/')
    await page.getByLabel('Company').fill('Northwind')
    assert.equal(await drawn(page), 'light')
    const kept = page.waitForResponse('**/api/v1/preferences')
    await choice(page, 'Dark').click()
    await eventuallyEqual(() => drawn(page), 'dark')
    assert.equal((await kept).status(), 204)
    await eventuallyEqual(() => chosen(page), ['English', 'Dark'])
    assert.equal(await page.getByLabel('Company').inputValue(), 'Northwind')
    await page.reload()
    assert.equal(await drawn(page), 'dark')
    await page.goto('/api/v1/login?redirect_url=/')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.equal(await drawn(page), 'dark')
    await page.goto('/plans')
    await choice(page, 'Light').click()
    await eventuallyEqual(() => drawn(page), 'light')
  }))

test('without a choice the page follows the system’s colours, also when they change; with a choice it does not', () =>
  visit({ colorScheme: 'dark' }, async (page) => {
    await page.goto('/')
    assert.equal(await drawn(page), 'dark')
    assert.deepEqual(await chosen(page), ['English', 'System'])
    await page.emulateMedia({ colorScheme: 'light' })
    await eventuallyEqual(() => drawn(page), 'light')
    await choice(page, 'Light').click()
    await eventuallyEqual(() => chosen(page), ['English', 'Light'])
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.equal(await drawn(page), 'light')
    await choice(page, 'System').click()
    await eventuallyEqual(() => drawn(page), 'dark')
  }))

test('the first HTML sets the colours, so that nothing flashes', async () => {
  for (const [cookie, theme, scheme] of [
    ['theme=dark', 'dark', 'dark'],
    ['theme=light', 'light', 'light'],
    ['theme=purple', 'system', 'light dark'],
    ['', 'system', 'light dark'],
  ] as const)
    for (const path of ['/', '/no/such/page', '/identity/forgotten', '/reminders/stop/x']) {
      const page = await (await fetch(shop.url + path, { headers: { cookie } })).text()
      assert.match(page, new RegExp(`<html lang="en" data-theme="${theme}">`), `${path} with ${cookie}`)
      assert.match(page, new RegExp(`<meta name="color-scheme" content="${scheme}"`), `${path} with ${cookie}`)
    }
})

test('without scripts the same buttons change the colours and return to the page, including its search', () =>
  visit({ javaScriptEnabled: false, colorScheme: 'light' }, async (page) => {
    const as = { waitUntil: 'load' } as const
    await page.goto('/plans?from=a+mail', as)
    await choice(page, 'Dark').click()
    await page.waitForURL('**/plans?from=a+mail')
    await eventuallyEqual(() => drawn(page), 'dark')
    await choice(page, 'Deutsch').click()
    await eventuallyEqual(() => page.locator('html').getAttribute('lang'), 'de')
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/plans?from=a+mail')
    assert.equal(await drawn(page), 'dark')
    await choice(page, 'English').click()
    await eventuallyEqual(() => page.locator('html').getAttribute('lang'), 'en')
  }))

test('one press changes the language, and the page and the input stay', () =>
  visit(async (page) => {
    await page.goto('/try/statistics-trial')
    await page.getByLabel('Company').fill('Northwind Bottling')
    await page.getByLabel('Phone', { exact: true }).fill('7700900123')
    await page.getByLabel('Job function').selectOption('Data scientist')
    await agreement(page).check()
    const before = await page.evaluate(() => history.length)
    await choice(page, 'Deutsch').click()
    await page.locator('html[lang=de]').waitFor({ state: 'attached' })
    await alive(page)
    assert.equal(new URL(page.url()).pathname, '/try/statistics-trial')
    assert.equal(await page.evaluate(() => history.length), before)
    assert.equal(await page.locator('[name=company]').inputValue(), 'Northwind Bottling')
    assert.equal(await page.locator('[name="phone.phoneNumber"]').inputValue(), '7700900123')
    assert.equal(await page.locator('[name=jobFunction]').inputValue(), 'Data scientist')
    // People must first read in their own language what they agree to.
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0)
    assert.equal(await page.evaluate(() => sessionStorage.getItem('fields')), null)
    assert.equal(await choice(page, 'Deutsch').getAttribute('aria-pressed'), 'true')
    assert.equal(await choice(page, 'English').getAttribute('lang'), 'en')
    await choice(page, 'English').click()
    await page.locator('html[lang=en]').waitFor({ state: 'attached' })
  }))

test('the choices are named groups, usable by keyboard, and large enough for a thumb on a phone; one that could not be stored is reported', () =>
  visit({ viewport: { width: 375, height: 812 }, tolerate: /ERR_FAILED/ }, async (page) => {
    await page.goto('/plans')
    const colours = page.getByRole('group', { name: 'Theme' })
    await page.getByRole('group', { name: 'Language' }).waitFor()
    assert.deepEqual(await colours.getByRole('button').allTextContents(), ['System', 'Light', 'Dark'])
    await tabTo(page, choice(page, 'Dark'))
    await page.keyboard.press('Enter')
    await eventuallyEqual(() => drawn(page), 'dark')
    assert.equal(await choice(page, 'Dark').evaluate((button) => button === document.activeElement), true)
    for (const target of await page.locator('footer :is(button, a)').all()) {
      const box = await target.boundingBox()
      assert.ok((box?.height ?? 0) >= 44, `${await target.textContent()}: ${box?.height} px`)
    }

    await page.route('**/api/v1/preferences', (route) => route.abort())
    await choice(page, 'Light').click()
    await page.locator('.toast--error').getByText('Your choice could not be saved').waitFor()
  }))

test('the error page of last resort offers no choice, because nothing could store it', () =>
  visit({ as: user, tolerate: /status of 500/ }, async (page) => {
    await page.goto('/plans')
    await choice(page, 'Dark').waitFor()
    await shop.sql('alter table sessions rename to sessions_away')
    try {
      const answer = await page.goto('/plans')
      assert.equal(answer?.status(), 500)
      assert.equal(await page.locator('footer').count(), 1)
      assert.equal(await page.locator('footer form').count(), 0)
    } finally {
      await shop.sql('alter table sessions_away rename to sessions')
    }
  }))
