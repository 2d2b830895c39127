import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAShop, givenATrialUser } from '../../support/given.ts'
import { arrivesAt } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

const cards = (page: Page) => page.locator('.pricing__cards > li')
const card = (page: Page, name: string) => cards(page).filter({ has: page.getByRole('heading', { name }) })
const period = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Billing period' }).getByRole('link', { name })
const prices = (page: Page) => cards(page).locator('.price').allInnerTexts()

test('the page has one card per product, starts with the recommended plan, and switches between weekly, monthly and annual [1.5, 9.3]', () =>
  visit(async (page) => {
    await page.goto('/')
    await page.locator('header').getByRole('link', { name: 'Plans' }).click()
    await arrivesAt(page, '/plans')
    await page.getByRole('heading', { level: 1, name: 'Plans and pricing' }).waitFor()
    await eventuallyEqual(() => page.title(), 'Buy | Parallax Analytics')
    await eventuallyEqual(
      () => cards(page).getByRole('heading').allInnerTexts(),
      ['Parallax Analytics', 'Parallax Statistics'],
    )
    assert.deepEqual(await prices(page), ['US$99.00', 'US$49.00'])
    await accessible(page, 'plans')
    const analytics = card(page, 'Parallax Analytics')
    await analytics.getByText('Recommended').waitFor()
    await analytics.getByText('US$1,188.00 billed every year, excluding tax', { exact: true }).waitFor()
    await analytics.getByText('Save 33% compared with monthly', { exact: true }).waitFor()
    await eventuallyEqual(
      () => page.getByRole('navigation', { name: 'Billing period' }).innerText(),
      'Weekly\nMonthly\nAnnual\nsave 33%',
    )
    assert.match((await analytics.getByRole('link', { name: /^Choose/ }).getAttribute('class')) ?? '', /primary/)
    assert.equal(await page.getByText('Recommended').count(), 1)

    await period(page, /^Monthly/).click()
    await arrivesAt(page, '/plans')
    await eventuallyEqual(() => prices(page), ['US$149.00', 'US$49.00'])
    await analytics.getByText('Billed every month, excluding tax', { exact: true }).waitFor()
    await eventuallyEqual(() => page.getByText(/^Save /).count(), 0)
    assert.match((await analytics.getByRole('link', { name: /^Choose/ }).getAttribute('class')) ?? '', /primary/)
    await card(page, 'Parallax Statistics').getByText('Annual billing only').waitFor()
    await period(page, /^Weekly/).click()
    await eventuallyEqual(() => prices(page), ['US$49.00', 'US$49.00'])
    await analytics.getByText('About US$212.33 a month').waitFor()
    await analytics.getByText('Billed every week, excluding tax', { exact: true }).waitFor()
    assert.equal(await period(page, /^Weekly/).getAttribute('aria-current'), 'true')

    await page.goBack()
    await eventuallyEqual(() => prices(page), ['US$149.00', 'US$49.00'])
    await page.getByRole('link', { name: 'Choose Parallax Analytics, monthly' }).click()
    await arrivesAt(page, '/plans/analytics-monthly')
    await page.getByRole('heading', { level: 1, name: 'Order summary' }).waitFor()
  }))

test('without scripts a visitor switches periods and chooses a plan; a period that is not sold shows the recommended one', () =>
  visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto('/plans')
    await period(page, /^Weekly/).click()
    assert.deepEqual(await prices(page), ['US$49.00', 'US$49.00'])
    await page.getByText('Do I get an invoice?').click()
    await page.getByText('Yes, for each payment').waitFor()
    await page.getByRole('link', { name: 'Choose Parallax Analytics, weekly' }).click()
    await page.waitForURL('**/plans/analytics-weekly')
    await page.goto('/plans?period=decade')
    assert.deepEqual(await prices(page), ['US$99.00', 'US$49.00'])
  }))

test('the owned plan is marked and linked, and its product’s other periods offer a change of plan', async () => {
  const { visitor } = await givenASubscriber(shop)
  await visit({ as: visitor }, async (page) => {
    await page.goto('/plans?period=month')
    const analytics = card(page, 'Parallax Analytics')
    await analytics.getByText('Your plan', { exact: true }).waitFor()
    await period(page, /^Annual/).click()
    await analytics.getByText('You have Parallax Analytics, monthly.').waitFor()
    await analytics.getByRole('button', { name: 'Change plan' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Choose Parallax Analytics, annual' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: /^Try Parallax Analytics/ }).count(), 0)
    await period(page, /^Monthly/).click()
    await analytics.getByRole('link', { name: 'Manage subscription' }).click()
    await arrivesAt(page, '/account')
  })
})

test('the end of the running trial is shown instead of a new offer of it', async () => {
  const { visitor } = await givenATrialUser(shop)
  await visit({ as: visitor }, async (page) => {
    await page.goto('/plans')
    await card(page, 'Parallax Analytics')
      .getByText(/^Your trial runs until \d+ \w+ \d{4}\.$/)
      .waitFor()
    await page.getByRole('link', { name: 'Try it free for 30 days: Parallax Statistics' }).waitFor()
    assert.equal(await page.getByRole('link', { name: /^Try Parallax Analytics/ }).count(), 0)
  })
})

test('two cards are side by side, one below the other on a phone, equally wide, and none is wider than the page; they offer the trial of each product beside its price, and the page answers questions [7.34]', () =>
  visit(async (page) => {
    await page.goto('/plans')
    for (const [width, columns] of [
      [320, 1],
      [375, 1],
      [768, 2],
      [1440, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const places = () =>
        cards(page).evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).map(({ x, width: wide }) => ({ x, wide: Math.round(wide) })),
        )
      await eventuallyEqual(async () => new Set((await places()).map(({ x }) => x)).size, columns, `${width} px`)
      assert.equal(new Set((await places()).map(({ wide }) => wide)).size, 1)
      await eventuallyEqual(() => page.evaluate(() => document.documentElement.scrollWidth), width)
    }

    const question = page.getByText('How do I cancel?')
    await question.click()
    await page.getByText('On your account page, at any time.').waitFor()
    await page.getByRole('link', { name: 'Try it free for 30 days: Parallax Statistics' }).click()
    await arrivesAt(page, '/try/statistics-trial')
    await page.getByRole('img', { name: /^Parallax Statistics trial: fill volumes on a control chart/ }).waitFor()
  }))
