import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useBrowser } from '../../../support/browser/browser.ts'
import { recordShifts } from '../../../support/browser/layout-shifts.ts'
import { eventuallyEqual } from '../../../support/eventually.ts'
import { givenListed } from '../../../support/admin/given-admin.ts'
import { givenAnAdministrator, givenAShop } from '../../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)

await givenListed(
  shop,
  Array.from({ length: 60 }, (_, at) => ({
    firstName: 'Zoe',
    lastName: `Zimmer ${String(at).padStart(3, '0')}`,
    email: `zoe.zimmer.${String(at).padStart(3, '0')}@overseas-division.northwind-bottling.example`,
    company: 'Northwind Bottling',
    holds: [{ type: at % 2 ? ('trial' as const) : ('subscription' as const), status: 'active' as const }],
  })),
)

const people = '/administration/users'

test(
  'nothing moves while the parts of the list load one after the other, on a wide screen and a phone',
  visit({ as, alone: true }, async (page) => {
    const measure = await recordShifts(page)
    for (const [width, height] of [
      [1440, 900],
      [375, 812],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(people)
      await page.locator('tbody tr[data-row]').first().getByRole('link').waitFor()
      await page.getByRole('status').getByText('60 rows').waitFor()
      const { sum, shifts } = await measure()
      assert.ok(sum <= 0.02, `${width} px: ${JSON.stringify(shifts)}`)
    }
  }),
)

test(
  'no email address is cut off on a wide screen, every column is in view, menus open over the list, and Escape returns the focus to their button',
  visit({ as, viewport: { width: 1440, height: 900 } }, async (page) => {
    await page.goto(people)
    await page.locator('tbody tr[data-row]').first().getByRole('link').waitFor()
    const cut = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('tbody .cut, thead .cut')]
          .filter((text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight)
          .map(({ textContent }) => textContent),
      )
    assert.deepEqual(await cut(), [])
    for (const width of [1280, 1366, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const beyond = () =>
        page.locator('.users-frame').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      await eventuallyEqual(beyond, 0, `${width}`)
    }
    assert.deepEqual(await cut(), [])

    const top = () => page.locator('.users-frame').evaluate((frame) => frame.getBoundingClientRect().top)
    const before = await top()
    for (const [name, group] of [
      ['More filters', 'More filters'],
      ['Columns', 'Columns'],
      ['Views', 'Saved views'],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true })
      await button.click()
      await page.getByRole('group', { name: group }).waitFor()
      assert.equal(await top(), before, name)
      await page.keyboard.press('Escape')
      await page.getByRole('group', { name: group }).waitFor({ state: 'hidden' })
      assert.ok(await button.evaluate((element) => element === document.activeElement))
    }
  }),
)
