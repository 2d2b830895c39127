import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Locator } from 'playwright'
import { useBrowser } from '../../support/browser/browser.ts'
import { without } from '../../support/faults.ts'
import { givenABuyer } from '../../support/billing/given-buyer.ts'
import { givenListed } from '../../support/admin/given-admin.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { eula, fillInToBuy, payButton } from '../buying.ts'
import { aRegistrant } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const administrator = await givenAnAdministrator(shop)
const { visitor: buyer } = await givenABuyer(shop)

const statuses = ['active', 'pending', 'cancelled', 'expired'] as const
await givenListed(
  shop,
  statuses.map((status) => ({ firstName: 'Icon', lastName: status, company: 'Icons', holds: [{ status }] })),
)

/** Returns the shape and colour of an icon. */
const drawn = (icon: Locator) =>
  icon.evaluate((element) => ({
    strokes: [...element.querySelectorAll('path')].map((path) => path.getAttribute('d')).join(' '),
    colour: getComputedStyle(element).color,
  }))

test(
  'a status has its icon: a green tick, a warning, or a blocked sign for cancelled and expired [2.66, 4.3]',
  visit({ as: administrator, viewport: { width: 1440, height: 900 } }, async (page) => {
    await page.goto('/administration/users?search=icons')
    const mark = (status: string) => {
      const row = page.locator('tbody tr[data-row]').filter({ hasText: `Icon ${status}` })
      return drawn(row.getByRole('gridcell').nth(5).locator('svg'))
    }
    await page.getByRole('link', { name: 'Icon active' }).waitFor()
    const [active, pending, cancelled, expired] = await Promise.all(statuses.map(mark))
    assert.ok(active && pending && cancelled && expired)
    assert.equal(active.strokes, 'm5 12.5 4.5 4.5L19 7.5', 'a tick')
    const [lightness = 0, chroma = 0, hue = 0] = (/oklch\(([^)]*)\)/.exec(active.colour)?.[1] ?? '')
      .split(' ')
      .map(Number)
    assert.ok(lightness > 0 && chroma > 0.05 && hue > 120 && hue < 180, `${active.colour} is green`)
    assert.match(pending.strokes, /^M12 4 2\.75 19\.5h18\.5Z/, 'a triangle')
    assert.match(cancelled.strokes, /^M12 3a9 9 .*m5\.7 5\.7 12\.6 12\.6$/, 'a circle, struck through')
    assert.deepEqual(expired, cancelled)
  }),
)

test(
  'a failure on the order summary without a message names the act that failed [8.7, 8.8]',
  visit({ tolerate: /status of 5\d\d/ }, async (page) => {
    const dialog = await fillInToBuy(page, aRegistrant())
    await dialog.getByRole('checkbox', { name: /^I agree/ }).check()
    await without(shop, 'acceptances', async () => {
      await dialog.getByRole('button', { name: 'Register' }).click()
      await page.locator('.toast--error').getByText('Error registering user', { exact: true }).waitFor()
    })

    await page.context().addCookies([...buyer.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
    await page.goto('/plans/analytics-annual')
    await page.getByLabel('Industry', { exact: true }).selectOption('Energy')
    await eula(page).check()
    await without(shop, 'orders', async () => {
      await payButton(page).click()
      await page.locator('.toast--error').getByText('Checkout failed', { exact: true }).waitFor()
    })
  }),
)
