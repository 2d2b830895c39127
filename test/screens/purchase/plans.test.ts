import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useBrowser } from '../../support/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAShop } from '../../support/given.ts'
import { arrivesAt } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

const offered = [
  ['Parallax Analytics, weekly', 'US$49.00', 'Billed every week, excluding tax'],
  ['Parallax Analytics, monthly', 'US$149.00', 'Billed every month, excluding tax'],
  ['Parallax Analytics, annual', 'US$1,188.00', 'Billed every year, excluding tax'],
  ['Parallax Statistics, annual', 'US$588.00', 'Billed every year, excluding tax'],
] as const

test(
  'the shelf shows every paid plan, product by product, the shortest interval first; Choose leads to its order summary',
  visit(async (page) => {
    await page.goto('/')
    await page.locator('header').getByRole('link', { name: 'Plans' }).click()
    await arrivesAt(page, '/plans')
    await page.getByRole('heading', { level: 1, name: 'Choose how you pay' }).waitFor()
    await eventuallyEqual(() => page.title(), 'Buy | Parallax Analytics')
    const cards = page.locator('.shelf > li')
    await eventuallyEqual(
      () => cards.getByRole('heading').allInnerTexts(),
      offered.map(([title]) => title),
    )
    for (const [title, price, billed] of offered) {
      const card = cards.filter({ has: page.getByRole('heading', { name: title }) })
      await card.getByText(price, { exact: true }).waitFor()
      await card.getByText(billed, { exact: true }).waitFor()
    }
    await page.getByRole('link', { name: 'Choose Parallax Analytics, annual' }).click()
    await arrivesAt(page, '/plans/analytics-annual')
    await page.getByRole('heading', { level: 1, name: 'Order summary' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Try it free' }).click()
    await arrivesAt(page, '/')
  }),
)

for (const [width, columns] of [
  [1440, 3],
  [768, 2],
  [375, 1],
] as const)
  test(
    `at ${width} px, ${columns} plans stand side by side, all as wide, their buttons on one line; nothing is wider than the page`,
    visit(
      async (page) => {
        await page.goto('/plans')
        const places = async (selector: string) =>
          page
            .locator(selector)
            .evaluateAll((all) =>
              all
                .map((one) => one.getBoundingClientRect())
                .map(({ x, y, width: wide }) => ({ x, y, wide: Math.round(wide) })),
            )
        const cards = await places('.shelf > li')
        assert.equal(new Set(cards.map(({ x }) => x)).size, columns)
        assert.equal(new Set(cards.map(({ wide }) => wide)).size, 1)
        const buttons = await places('.shelf > li > .button')
        const rows = new Set(cards.map(({ y }) => y)).size
        assert.equal(new Set(buttons.map(({ y }) => y)).size, rows)
        await eventuallyEqual(() => page.evaluate(() => document.documentElement.scrollWidth), width)
      },
      { viewport: { width, height: 900 } },
    ),
  )
