import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { accessible } from '../../support/browser/accessible.ts'
import { givenAPayer } from '../../support/billing/paying.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import {
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenSupport,
  givenATrialUser,
} from '../../support/given.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const browser = await useBrowser(shop)
await givenAPayer(shop, 'analytics-monthly')
await givenATrialUser(shop)
await givenARegistration(shop)
await shop.catchUp()
const administrator = await givenAnAdministrator(shop)

const rowsOf = (page: Page, table: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))

test('the overview shows revenue, trials and what is due, each with a table and a file, by keyboard alone', () =>
  browser.visit({ as: administrator }, async (page) => {
    await page.goto('/administration/users')
    await page.getByRole('link', { name: 'Overview' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByRole('img', { name: 'Changes of monthly recurring revenue by month, in USD' }).waitFor()
    assert.deepEqual((await rowsOf(page, 'By plan')).slice(1), [['Parallax Analytics, monthly', '1', 'US$149.00']])
    await page.getByText('Monthly recurring revenue: Show the table').focus()
    await page.keyboard.press('Enter')
    await page.getByText('Monthly recurring revenue: Hide the table').waitFor()
    const [, november] = await rowsOf(page, 'Monthly recurring revenue')
    assert.deepEqual(november, [
      'November 2026',
      'US$0.00',
      'US$149.00',
      'US$0.00',
      'US$0.00',
      'US$0.00',
      'US$0.00',
      'US$149.00',
      '–',
      '1',
    ])
    const headline = page.getByRole('region', { name: 'The month in figures' })
    await headline.getByText('Month before: US$0.00').waitFor()
    assert.deepEqual(await headline.getByRole('definition').allInnerTexts(), [
      'US$149.00',
      'Month before: US$0.00',
      '–',
      'Month before: –',
      '2',
      'Month before: 0',
      '0.0%',
      'Month before: –',
    ])
    const [current] = await headline.getByLabel('Month').locator('option').allInnerTexts()
    assert.equal(current, 'November 2026, so far')
    await headline.getByLabel('Month').selectOption('October 2026')
    assert.deepEqual((await headline.getByRole('definition').allInnerTexts()).slice(0, 2), [
      'US$0.00',
      'Month before: US$0.00',
    ])
    await page.getByText('Trials: Show the table').click()
    assert.deepEqual((await rowsOf(page, 'Trials')).slice(0, 2), [
      ['Month', 'Registered', 'Confirmed', 'Cleared', 'Started', 'Converted', 'Conversion'],
      ['November 2026', '2', '1', '1', '1', '0', '0.0%'],
    ])
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    await page.getByText('Results: Show the table').click()
    assert.deepEqual(await rowsOf(page, 'Results'), [
      ['Week starting', 'Running', 'Address not confirmed'],
      ['16 November 2026', '1', '1'],
    ])
    await page.evaluate(() => {
      for (const table of document.querySelectorAll('details')) table.open = true
    })
    await accessible(page, 'overview')
    await page.getByRole('button', { name: 'Download CSV: By plan' }).focus()
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    assert.equal(file.suggestedFilename(), 'By plan.csv')
    assert.equal(
      await readFile(await file.path(), 'utf8'),
      '\uFEFFPlan,Subscriptions,Amount\r\n"Parallax Analytics, monthly",1,149\r\n',
    )
  }))

test('support sees the figures, and learns that only administrators download them', async () =>
  browser.visit({ as: await givenSupport(shop) }, async (page) => {
    await page.goto('/administration/overview')
    await page.getByRole('table', { name: 'By plan' }).waitFor()
    assert.deepEqual((await rowsOf(page, 'By plan')).slice(1), [['Parallax Analytics, monthly', '1', 'US$149.00']])
    await page.getByText('Administrators only: Download CSV').waitFor()
    assert.equal(await page.getByRole('button', { name: /CSV/ }).count(), 0)
    assert.equal(await page.getByRole('alert').count(), 0)
  }))

test('figures that are not computed yet, or cannot be loaded, are reported as such', () =>
  browser.visit({ as: administrator, tolerate: /ERR_FAILED/ }, async (page) => {
    await page.goto('/administration/users')
    const empty = { computedAt: null, revenue: [], trials: [], trialMonths: [], due: [], cohorts: [], returned: [] }
    await page.route('**/api/v1/overview', (route) => route.fulfill({ json: empty }))
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('The figures are being computed for the first time.').waitFor()
    await page.getByText('Revenue appears here once a paid subscription is active.').waitFor()
    await page.goto('/administration/users')
    await page.route('**/api/v1/overview', (route) => route.abort())
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('The figures could not be loaded.').waitFor({ timeout: 30_000 })
  }))

test('a refund in each of two currencies is one row each, also after the figures are computed again', () =>
  browser.visit({ as: administrator }, async (page) => {
    const refund = (currency: string, amount: number) => ({
      month: '2026-11-01',
      kind: 'refund',
      currency,
      count: 1,
      amount,
    })
    const answer = {
      computedAt: null,
      revenue: [],
      trials: [],
      trialMonths: [],
      due: [],
      cohorts: [],
      returned: [refund('eur', 10), refund('usd', 20)],
    }
    await page.clock.install()
    await page.goto('/administration/users')
    await page.route('**/api/v1/overview', (route) => route.fulfill({ json: answer }))
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('cell', { name: 'US$20.00' }).waitFor()
    answer.returned.push({ ...refund('usd', 30), month: '2026-12-01' })
    await page.clock.runFor(61_000)
    await page.getByRole('cell', { name: 'US$30.00' }).waitFor()
    assert.deepEqual((await rowsOf(page, 'Refunds and disputes')).slice(1), [
      ['December 2026', 'Refund', 'USD', '1', 'US$30.00'],
      ['November 2026', 'Refund', 'USD', '1', 'US$20.00'],
      ['November 2026', 'Refund', 'EUR', '1', '€10.00'],
    ])
  }))

test('charts have their full width before any script runs', () =>
  browser.visit(
    { as: administrator, viewport: { width: 1440, height: 900 }, javaScriptEnabled: false },
    async (page) => {
      await page.goto('/administration/overview')
      const chart = page.getByRole('img', { name: /^Trials by month/ })
      const [all, line] = await Promise.all([chart.boundingBox(), chart.locator('line').first().boundingBox()])
      assert.ok(line && all && Math.abs(line.width - all.width) < 2)
    },
  ))
