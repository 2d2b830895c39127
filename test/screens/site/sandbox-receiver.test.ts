import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const path = '/sandbox/webhooks'

test(
  'an arriving message leaves an open one as it is, with the focus on it',
  visit(async (page) => {
    const send = (type: string) => fetch(shop.url + path, { method: 'POST', body: JSON.stringify({ type }) })
    await send('trial.started')
    await page.goto(path)
    const first = page.getByRole('listitem').filter({ hasText: 'trial.started' })
    await first.locator('summary').press('Enter')
    await first.getByText('"type": "trial.started"').waitFor()

    await send('trial.expired')
    await page.getByText('trial.expired').first().waitFor()
    assert.deepEqual(await page.locator('.receiver-row__type').allTextContents(), ['trial.expired', 'trial.started'])
    assert.ok(await first.getByText('"type": "trial.started"').isVisible())
    assert.ok(await first.locator('summary').evaluate((summary) => summary === document.activeElement))
  }),
)
