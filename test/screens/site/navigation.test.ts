import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { arrivesAt } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const { visitor: user } = await givenATrialUser(shop)
const administrator = await givenAnAdministrator(shop)
const people = '/administration/users'

const focused = (page: Page) => () =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`)

test(
  'a link to another page, and Back, move the focus to the page’s heading, which screen readers announce',
  visit({ as: user }, async (page) => {
    await page.goto('/plans')
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('link', { name: 'Your subscriptions', exact: true }).click()
    await arrivesAt(page, '/account')
    await eventuallyEqual(focused(page), 'H1 Your subscriptions')
    await page.goBack()
    await arrivesAt(page, '/plans')
    await eventuallyEqual(focused(page), `H1 ${await page.locator('h1').textContent()}`)
  }),
)

test(
  'a person’s page first shows a skeleton, and then moves the focus to its heading',
  visit({ as: administrator }, async (page) => {
    await page.goto(people)
    const link = page.locator('tbody tr[data-row] a').first()
    const name = await link.innerText()
    await link.click()
    await eventuallyEqual(focused(page), `H1 ${name}`)
  }),
)

test(
  'the header of the admin area stays on one line and shows the menu items that fit, in German, whose words are longer',
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
  }),
)

test(
  'an administrator’s menu links to their own account, and lists pages of the admin area only if the header lacks some',
  visit({ as: administrator, viewport: { width: 1440, height: 900 } }, async (page) => {
    await page.goto(people)
    const menu = page.locator('header .menu__items')
    await page.getByRole('button', { name: /Account of/ }).click()
    await menu.getByRole('link', { name: 'Catalogue' }).waitFor()
    assert.equal(await menu.getByRole('link', { name: 'Audit' }).isVisible(), false)
    await page.setViewportSize({ width: 768, height: 900 })
    await menu.getByRole('link', { name: 'Audit' }).waitFor()
    await menu.getByRole('link', { name: 'Your account', exact: true }).click()
    await arrivesAt(page, '/account')
  }),
)
