import { test } from 'vitest'
import type { Page } from 'playwright'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const administrator = await givenAnAdministrator(shop)

/** Returns whether a chapter's heading is near the top of the window, below the header. */
const isAtTop = (page: Page, id: string) =>
  page.evaluate((chapter) => {
    const { top = -1 } = document.getElementById(chapter)?.getBoundingClientRect() ?? {}
    return top >= 40 && top < 160
  }, id)

test('Help on a page leads to the chapter about it, and the header leads to the whole handbook; an address still shows its chapter once the scripts run [10.39]', () =>
  visit({ as: administrator, viewport: { width: 1440, height: 900 } }, async (page) => {
    await page.goto('/administration/reviews')
    await page.getByRole('link', { name: 'Help about “Reviews”' }).click()
    await page.getByRole('heading', { level: 2, name: 'Reviews', exact: true }).waitFor()
    await eventuallyEqual(() => isAtTop(page, 'reviews'), true)
    await eventuallyEqual(() => page.evaluate(() => document.activeElement?.id), 'reviews')
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Money' }).click()
    await eventuallyEqual(() => isAtTop(page, 'money'), true)
    await page.goto('/administration/queue')
    await page.locator('header').getByRole('link', { name: 'Help', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Handbook for administrators' }).waitFor()
    await eventuallyEqual(() => page.evaluate(() => window.scrollY), 0)
    await accessible(page, 'help')

    await page.goto('/administration/help#list-matches')
    await eventuallyEqual(() => isAtTop(page, 'list-matches'), true)
  }))
