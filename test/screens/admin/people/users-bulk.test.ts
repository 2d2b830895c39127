import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { useBrowser } from '../../../support/browser/browser.ts'
import { eventuallyEqual } from '../../../support/eventually.ts'
import { givenListed } from '../../../support/admin/given-admin.ts'
import { givenAnAdministrator, givenAShop, givenSupport } from '../../../support/given.ts'
import { holdBack } from '../../story.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const support = await givenSupport(shop)
const viewport = { width: 1440, height: 900 }

await givenListed(shop, [
  { firstName: 'Ann', lastName: 'One', holds: [{ endDate: '2026-12-01' }] },
  { firstName: 'Ben', lastName: 'Two', holds: [{ endDate: '2026-12-05' }] },
  { firstName: 'Cleo', lastName: 'Three', holds: [{ status: 'cancelled' }] },
  { firstName: 'Dora', lastName: 'Four' },
])

const row = (page: Page, name: string) => page.locator('tbody tr[data-row]').filter({ hasText: name })
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const ends = (page: Page, name: string) => row(page, name).getByRole('gridcell').nth(7).innerText()
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem').allInnerTexts()

/** The bar with the focused button is gone, so the focus is on a cell of the list. */
const onTheList = (page: Page) =>
  eventuallyEqual(() => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null), true)

async function opened(page: Page): Promise<void> {
  await page.goto('/administration/users')
  await row(page, 'Ann One').waitFor()
}

test('several rows are extended together with one reason by keyboard, and each shows its result [10.9]', () =>
  visit({ as, viewport }, async (page) => {
    await opened(page)
    await row(page, 'Ann One').getByRole('gridcell').first().focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await page.getByText('2 selected').waitFor()
    await select(page, 'Cleo Three').check()
    await select(page, 'Dora Four').check()
    await eventuallyEqual(() => row(page, 'Ben Two').getAttribute('aria-selected'), 'true')
    await page.getByRole('button', { name: 'Extend', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Extend 3 subscriptions' })
    await dialog.getByText('1 person has no subscription.').waitFor()
    await dialog.getByLabel('Days').fill('400')
    await dialog.getByLabel('Reason').fill('Outage on Monday')
    await dialog.getByRole('button', { name: 'Extend', exact: true }).click()
    await dialog.getByText('Enter a whole number from 1 to 365').waitFor()
    await dialog.getByLabel('Days').fill('7')
    await dialog.getByLabel('Reason').press('Tab')
    await dialog.getByRole('button', { name: 'Extend', exact: true }).click()
    await page.getByRole('dialog', { name: '2 of 3 done' }).waitFor()
    const texts = await results(page)
    assert.match(texts[0] ?? '', /^Ann One\s+Done$/)
    assert.match(texts[1] ?? '', /^Ben Two\s+Done$/)
    assert.match(texts[2] ?? '', /^Cleo Three\s+Not done\s+\S/)
    await page.keyboard.press('Escape')
    await onTheList(page)
    await eventuallyEqual(() => ends(page, 'Ann One'), '8 Dec 2026')
    await eventuallyEqual(() => ends(page, 'Ben Two'), '12 Dec 2026')
    await eventuallyEqual(() => page.getByRole('checkbox', { checked: true }).count(), 0)
    await page.goto('/administration/audit')
    await eventuallyEqual(
      () => page.locator('tbody td:nth-child(4)').allTextContents(),
      ['Extended a subscription', 'Extended a subscription', 'Signed in', 'Signed in'],
    )
  }))

test('support comments on and signs out several people; a click with Shift selects all in between', () =>
  visit({ as: support, viewport }, async (page) => {
    await opened(page)
    await select(page, 'Ann One').click()
    await select(page, 'Dora Four').click({ modifiers: ['Shift'] })
    await page.getByLabel('Search', { exact: true }).fill('nobody')
    await page.getByText('4 selected, 4 not in this list').waitFor()
    await eventuallyEqual(() => page.getByRole('button', { name: /^Select / }).count(), 0)
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await page.getByText('4 selected', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'End sessions' }).click()
    const dialog = page.getByRole('dialog', { name: 'End the sessions of 4 people' })
    await dialog.getByLabel('Reason').fill('Stolen laptop')
    await dialog.getByRole('button', { name: 'End sessions' }).click()
    await page.getByRole('dialog', { name: '4 of 4 done' }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await eventuallyEqual(() => page.getByRole('region', { name: 'Selected rows' }).count(), 0)
    await select(page, 'Ben Two').click()
    await page.getByRole('button', { name: 'Select all 4' }).click()
    await page.getByText('4 selected').waitFor()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await eventuallyEqual(() => page.getByRole('checkbox', { checked: true }).count(), 0)
    await onTheList(page)
  }))

test('one press selects every row of a list longer than the window, and an act applies to all of them [10.9]', () =>
  visit({ as, viewport }, async (page) => {
    await givenListed(
      shop,
      Array.from({ length: 531 }, (_, at) => ({ firstName: 'Yan', lastName: String(at).padStart(3, '0') })),
    )
    await page.goto('/administration/users?search=yan')
    await select(page, 'Yan 000').check()
    const release = await holdBack(page, /limit=500/)
    await page.getByRole('button', { name: 'Select all 531' }).click()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    const last = page.waitForResponse((response) => /limit=500.*cursor=|cursor=.*limit=500/.test(response.url()))
    release()
    await (await last).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0, 'rows that came after the clearing')
    await select(page, 'Yan 000').check()
    await page.getByRole('button', { name: 'Select all 531' }).press('Enter')
    await page.getByText('531 selected').waitFor()
    await eventuallyEqual(() => page.evaluate(() => document.activeElement?.textContent), '531 selected')
    await eventuallyEqual(() => page.getByRole('button', { name: /^Select (all|the)/ }).count(), 0)
    await page.getByRole('button', { name: 'End sessions' }).click()
    await page.getByLabel('Reason').fill('Audit of the year')
    await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click()
    await page.getByRole('dialog', { name: '531 of 531 done' }).waitFor({ timeout: 60_000 })
    await shop.sql(`delete from subscribers where first_name = 'Yan'`)
  }))

test('one press selects the visible rows of a long list, as its label states', () =>
  visit({ as, viewport }, async (page) => {
    await givenListed(
      shop,
      Array.from({ length: 320 }, (_, at) => ({ firstName: 'Zoe', lastName: String(at).padStart(3, '0') })),
    )
    await page.goto('/administration/users?search=zoe')
    await row(page, 'Zoe 000').waitFor()
    await page.locator('.users-frame').evaluate((frame) => frame.scrollTo(0, 110 * 40))
    await select(page, 'Zoe 115').check()
    const button = page.getByRole('button', { name: /^Select the \d+ rows in view$/ })
    const [, count] = /(\d+)/.exec(await button.innerText()) ?? []
    await button.click()
    await page.getByText(`${count} selected`).waitFor()
    await eventuallyEqual(() => page.locator('tbody tr[aria-selected="true"]').count(), Number(count))
    await eventuallyEqual(() => row(page, 'Zoe 000').count(), 0)
  }))

test('a reason entered for some people is not offered for others, nor after a colleague has moved an end date, and a failed request is reported for each row', () =>
  visit({ as: support, viewport, tolerate: /ERR_FAILED/ }, async (page) => {
    await opened(page)
    await select(page, 'Ann One').check()
    const extend = page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Extend' })
    await extend.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('About Ann')
    await page.keyboard.press('Escape')
    await eventuallyEqual(() => dialog.count(), 0)
    await select(page, 'Ann One').uncheck()
    await select(page, 'Ben Two').check()
    await extend.click()
    assert.equal(await dialog.getByLabel('Reason').inputValue(), '')
    await page.keyboard.press('Escape')
    await select(page, 'Ben Two').uncheck()
    await select(page, 'Ann One').check()
    await extend.click()
    assert.equal(await dialog.getByLabel('Reason').inputValue(), 'About Ann')
    await page.keyboard.press('Escape')
    await shop.sql(
      `update subscriptions set end_date = end_date + interval '30 days'
         where subscriber_id = (select id from subscribers where first_name = 'Ann' and last_name = 'One')`,
    )
    await opened(page)
    await select(page, 'Ann One').check()
    await extend.click()
    assert.equal(await dialog.getByLabel('Reason').inputValue(), '')
    await dialog.getByLabel('Days').fill('7')
    await dialog.getByLabel('Reason').fill('A week for Ann')
    await page.route('**/api/v1/subscriptions/bulk', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Extend', exact: true }).click()
    await page.getByRole('dialog', { name: '0 of 1 done' }).waitFor()
    assert.match((await results(page))[0] ?? '', /^Ann One\s+Not done\s+\S/)
  }))
