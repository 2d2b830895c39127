import assert from 'node:assert/strict'
import { test } from 'vitest'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAnAdministrator, givenAShop, givenSupport } from '../../support/given.ts'
import { givenAReceiver } from '../../support/http/receiver.ts'
import { focusedIn, focusedOn } from '../story.ts'

const shop = await givenAShop({ CLOCK_START: '2027-03-10T12:00:00Z' })
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const receiver = await givenAReceiver()
const path = '/administration/connect'

test('an administrator creates a key by keyboard, sees it once, rotates it and revokes it', () =>
  visit({ as }, async (page) => {
    await page.goto('/administration/users')
    await page
      .locator('header')
      .getByRole('button', { name: /Account of/ })
      .click()
    await page.locator('header').getByRole('link', { name: 'Integrations' }).click()
    await page.getByText('No API keys').waitFor()
    await page.getByRole('button', { name: 'Create key' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create an API key' })
    await dialog.getByRole('button', { name: 'Create key' }).press('Enter')
    await dialog.getByText('Please fill in this field.').waitFor()
    await dialog.getByText('Please choose at least one.').waitFor()
    await focusedIn(dialog.getByLabel('Name'))
    await dialog.getByLabel('Name').fill('CRM sync')
    await dialog.getByRole('button', { name: 'Create key' }).press('Enter')
    await focusedIn(dialog.getByLabel('Read subscriptions'))
    await dialog.getByLabel('Read subscriptions').press('Space')
    await page.reload()
    await page.getByRole('button', { name: 'Create key' }).press('Enter')
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'CRM sync', 'no input is lost')
    await dialog.getByRole('button', { name: 'Create key' }).press('Enter')
    const shown = page.getByRole('dialog', { name: 'Your API key' })
    const key = await shown.locator('code').innerText()
    await page.keyboard.press('Escape')
    const row = page.getByRole('row').filter({ hasText: 'CRM sync' })
    await row.getByText('Active').waitFor()
    assert.ok(!(await page.content()).includes(key), 'it is not shown again')

    await row.getByRole('button', { name: 'Rotate: CRM sync' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click()
    assert.notEqual(await shown.locator('code').innerText(), key)
    await shown.getByRole('button', { name: 'Close' }).first().click()
    await eventuallyEqual(() => row.count(), 2)
    await row.first().getByRole('button', { name: 'Revoke: CRM sync' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await row.getByText('Revoked').waitFor()
  }))

test('an administrator adds an endpoint, tests it, sees its deliveries, pauses it and removes it', () =>
  visit({ as, tolerate: /422/ }, async (page) => {
    await page.goto(path)
    await page.getByText('No webhook endpoints').waitFor()
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a webhook endpoint' })
    await dialog.getByLabel('URL').fill('http://192.168.0.1/hooks')
    await dialog.getByLabel('All events').check()
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await dialog.getByText('Nothing can be sent to this URL.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    assert.ok(await dialog.getByLabel('All events').isChecked(), 'no input is lost')
    await dialog.getByLabel('URL').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    const secret = page.getByRole('dialog', { name: 'Signing secret' })
    await secret.getByText(/^whsec_/).waitFor()
    await page.keyboard.press('Escape')

    const line = page.getByRole('listitem').filter({ hasText: receiver.url })
    await line.getByText('On', { exact: true }).waitFor()
    const lineHeight = (await line.boundingBox())?.height ?? assert.fail('no line')
    assert.ok(lineHeight < 130, `its acts stand in two lines: ${lineHeight} px`)
    await line.getByRole('button', { name: /^Send a test/ }).click()
    await page.getByText('A test message is on its way.').waitFor()
    await line.getByRole('button', { name: /^Deliveries/ }).click()
    const deliveries = page.getByRole('dialog', { name: /^Deliveries to/ })
    await deliveries.getByText('Delivered').waitFor()
    await accessible(page, 'connect')
    await deliveries.getByRole('button', { name: /^Send again: endpoint\.test/ }).click()
    await eventuallyEqual(() => Promise.resolve(receiver.received.length), 2)
    const [first, again] = receiver.received
    assert.equal(first?.headers['webhook-id'], again?.headers['webhook-id'])
    await page.keyboard.press('Escape')

    await line.getByRole('button', { name: /^Pause/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click()
    await line.getByText('Off', { exact: true }).waitFor()
    await line.getByRole('button', { name: /^Switch on/ }).click()
    await line.getByText('On', { exact: true }).waitFor()
    await focusedOn(page, 'Webhook endpoints')
    await line.getByRole('button', { name: /^Replay/ }).click()
    const replay = page.getByRole('dialog', { name: 'Replay messages?' })
    assert.equal(await replay.getByLabel('Since').inputValue(), '2027-03-10', 'since it exists')
    await shop.sql(`update webhook_endpoints set created_at = '2026-10-01'`)
    await page.reload()
    await line.getByRole('button', { name: /^Replay/ }).click()
    assert.equal(await replay.getByLabel('Since').inputValue(), '2026-12-10', 'as long as messages are kept')
    await replay.getByRole('button', { name: 'Replay' }).click()
    await page.getByText(/queued\.$/).waitFor()
    await line.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No webhook endpoints').waitFor()
  }))

test('a support agent finds no pages of administrators in the menu; their addresses say so inside the admin area and lead back', async () =>
  visit({ as: await givenSupport(shop), tolerate: /403/ }, async (page) => {
    await page.goto('/administration/users')
    const header = page.locator('header')
    await header.getByRole('button', { name: /Account of/ }).click()
    await header.getByRole('link', { name: 'Catalogue' }).waitFor()
    assert.equal(await header.getByRole('link', { name: /^(Integrations|Settings)$/ }).count(), 0)
    for (const address of [path, '/administration/integrations', '/administration/settings']) {
      const answer = await page.goto(address)
      assert.equal(answer?.status(), 403, address)
      await page.getByRole('heading', { level: 1, name: 'Administrators only' }).waitFor()
      await page.getByText('Only administrators can open this page.').waitFor()
      await header.getByRole('link', { name: 'Reviews' }).waitFor()
      await page.getByRole('link', { name: 'Back to Users' }).click()
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    }
  }))
