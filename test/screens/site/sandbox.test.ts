import assert from 'node:assert/strict'
import { test } from 'vitest'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { givenAShop } from '../../support/given.ts'
import { aRegistrant, register } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

test('the dialog about the inbox links to the sandbox’s inbox, which shows new email without a reload', () =>
  visit(async (page) => {
    await page.goto('/sandbox/mail')
    let loads = 0
    page.on('load', () => (loads += 1))
    const other = await page.context().newPage()
    const person = aRegistrant()
    await register(other, person)
    const dialog = other.getByRole('dialog', { name: 'Almost ready! Please check your inbox.' })
    await dialog.getByRole('link', { name: 'Open the sandbox inbox' }).waitFor()

    await page.bringToFront()
    await page.locator('li', { hasText: person.email }).waitFor()
    assert.equal(loads, 0)

    await dialog.getByRole('link', { name: 'Open the sandbox inbox' }).click()
    await other.waitForURL('**/sandbox/mail')
  }))

test('an arriving message leaves an open one as it is, with the focus on it', () =>
  visit(async (page) => {
    const send = (type: string) =>
      fetch(`${shop.url}/sandbox/webhooks`, { method: 'POST', body: JSON.stringify({ type }) })
    await send('trial.started')
    await page.goto('/sandbox/webhooks')
    const first = page.getByRole('listitem').filter({ hasText: 'trial.started' })
    await first.locator('summary').press('Enter')
    await first.getByText('"type": "trial.started"').waitFor()

    await send('trial.expired')
    await page.getByText('trial.expired').first().waitFor()
    assert.deepEqual(await page.locator('.receiver-row__type').allTextContents(), ['trial.expired', 'trial.started'])
    await accessible(page, null)
    assert.ok(await first.getByText('"type": "trial.started"').isVisible())
    assert.ok(await first.locator('summary').evaluate((summary) => summary === document.activeElement))
  }))

test('with a real mail server no page links to the sandbox’s inbox', async () => {
  const settings = (html: string) => /"sandboxMail":(true|false)/.exec(html)?.[1]
  const path = '/try/analytics-trial'
  assert.equal(settings(await (await fetch(shop.url + path)).text()), 'true')
  await shop.restart({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shop@shop.example' })
  assert.equal(settings(await (await fetch(shop.url + path)).text()), 'false')
})
