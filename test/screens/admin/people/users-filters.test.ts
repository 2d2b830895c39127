import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { useBrowser } from '../../../support/browser/browser.ts'
import { eventuallyEqual } from '../../../support/eventually.ts'
import { givenListed } from '../../../support/admin/given-admin.ts'
import { givenAnAdministrator, givenAShop } from '../../../support/given.ts'
import { focusedOn, holdBack } from '../../story.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)

const old = { name: 'old-statistics', title: 'Legacy yearly', product: 'statistics' }
await givenListed(shop, [
  {
    firstName: 'Ann',
    country: 'DE',
    holds: [{ type: 'subscription', renewal: 'on', endDate: '2026-11-25', paidUntil: '2026-11-25' }],
  },
  { firstName: 'Ben', country: 'DE', holds: [{ type: 'subscription', renewal: 'stopped', endDate: '2026-12-24' }] },
  { firstName: 'Cleo', country: 'FR', holds: [{ type: 'subscription', plan: old }] },
  { firstName: 'Dora', confirmed: false },
])

const people = '/administration/users'
const names = (page: Page) => async () =>
  (await page.locator('tbody tr[data-row] a').allInnerTexts()).map((name) => name.split(' ')[0]).join(' ')
const shows = (page: Page, expected: string) => eventuallyEqual(names(page), expected)
const filtersIn = (page: Page) => new URL(page.url()).search

test('more filters narrow the list by keyboard, are part of the URL and the export, and are cleared together [10.7]', () =>
  visit({ as, viewport: { width: 1440, height: 900 } }, async (page) => {
    await page.goto(people)
    await shows(page, 'Ann Ben Cleo Dora')
    await page.getByRole('button', { name: 'More filters' }).press('Enter')
    await page.getByLabel('Country').selectOption('Germany')
    await shows(page, 'Ann Ben')
    await page.getByLabel('Ends', { exact: true }).selectOption('Within 30 days')
    await shows(page, 'Ann')
    assert.equal(filtersIn(page), '?country=DE&endsWithin=30')
    const href = await page.getByRole('link', { name: 'Export to CSV' }).getAttribute('href')
    assert.equal(href, '/api/v1/export/csv?include=subscribers&country=DE&endsWithin=30')
    await page.getByLabel('Ends', { exact: true }).selectOption('Any time')
    await page.getByRole('button', { name: 'Does not renew' }).press('Space')
    await shows(page, 'Ben')
    await page.getByRole('button', { name: 'More filters 2' }).waitFor()
    await page.getByRole('status').getByText('1 row').waitFor()
    await page.getByLabel('Plan or product').selectOption('Legacy yearly')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await shows(page, 'Ann Ben Cleo Dora')
    await page.getByRole('button', { name: 'More filters' }).press('Enter')
    await page.getByRole('button', { name: 'Unconfirmed' }).click()
    await shows(page, 'Dora')
    await page.goto(people)
    const payment = page.getByRole('group', { name: 'Payment' })
    await payment.getByRole('button', { name: 'Paying' }).press('Space')
    await shows(page, 'Ann')
    await payment.getByRole('button', { name: 'Paying' }).press('Space')
    await payment.getByRole('button', { name: 'Complimentary' }).press('Space')
    await shows(page, 'Ben Cleo')
    // Before the list shows the first choice.
    await payment.evaluate((group) => {
      for (const chip of group.querySelectorAll('button'))
        if (['Paying', 'Complimentary'].includes(chip.textContent)) chip.click()
    })
    await shows(page, 'Ann')
  }))

test('a shared address sets its filters, including those that can no longer be chosen', () =>
  visit({ as, viewport: { width: 1440, height: 900 } }, async (page) => {
    await page.goto(`${people}?product=statistics&endsWithin=3000`)
    await page.getByText('No data available').waitFor()
    await page.goto(`${people}?product=statistics`)
    await shows(page, 'Cleo')
    await page.getByRole('button', { name: 'More filters 1' }).press('Enter')
    await page.getByLabel('Plan or product').selectOption('Any plan')
    await shows(page, 'Ann Ben Cleo Dora')
    await page.goto(`${people}?country=DE,FR&sort=endDate`)
    await shows(page, 'Ann Ben Cleo')
    await page.getByRole('button', { name: 'More filters 1' }).press('Enter')
    await eventuallyEqual(() => page.getByLabel('Country').inputValue(), 'DE,FR')
    await page.reload()
    await shows(page, 'Ann Ben Cleo')
  }))

test('on a phone filters are behind one button, and open filters and the bulk bar leave the table visible', () =>
  visit({ as, viewport: { width: 375, height: 800 } }, async (page) => {
    await page.goto(`${people}?country=DE`)
    await shows(page, 'Ann Ben')
    assert.equal(await page.getByLabel('Country').isVisible(), false)
    await page.getByRole('button', { name: 'Filters 1', exact: true }).click()
    await page.getByRole('button', { name: 'More filters 1' }).click()
    await page.getByLabel('Country').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: /^Select Ann/ }).check()
    await page.getByText('1 selected').waitFor()
    const fits = () => {
      const { scrollWidth, clientWidth, clientHeight } = document.documentElement
      const acts = document.querySelector('.bulk-bar__acts')
      const row = document.querySelector('tbody tr[data-row]')?.getBoundingClientRect()
      return {
        page: scrollWidth - clientWidth,
        acts: acts ? acts.scrollWidth - acts.clientWidth : -1,
        table: row !== undefined && row.bottom < clientHeight,
      }
    }
    assert.deepEqual(await page.evaluate(fits), { page: 0, acts: 0, table: true })
  }))

test('a view is saved under a name, opened from anywhere, renamed and deleted, by keyboard alone [10.42]', () =>
  visit({ as, viewport: { width: 1440, height: 900 }, tolerate: /409/ }, async (page) => {
    await page.goto(`${people}?country=DE&sort=endDate`)
    await shows(page, 'Ann Ben')
    await page.getByRole('button', { name: 'Views' }).press('Enter')
    await page.getByLabel('Name of the view').fill('German customers')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'German customers' }).waitFor()
    await page.getByLabel('Name of the view').fill('german customers')
    await page.keyboard.press('Enter')
    await page.getByText('You already have a view with this name').waitFor()
    await page.goto(people)
    await shows(page, 'Ann Ben Cleo Dora')
    await page.getByRole('button', { name: 'Views' }).press('Enter')
    await page.getByRole('link', { name: 'German customers' }).press('Enter')
    await shows(page, 'Ann Ben')
    assert.equal(filtersIn(page), '?country=DE&sort=endDate&order=asc')
    await page.getByRole('button', { name: 'Rename German customers' }).press('Enter')
    await eventuallyEqual(() => page.evaluate(() => document.activeElement?.tagName), 'INPUT')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('DACH')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'DACH' }).waitFor()
    await focusedOn(page, 'DACH')
    const deletions: string[] = []
    page.on('request', (request) => void (request.method() === 'DELETE' && deletions.push(request.url())))
    const answer = await holdBack(page, '**/api/v1/views/*')
    for (const key of ['Enter', 'Enter']) await page.getByRole('button', { name: 'Delete DACH' }).press(key)
    answer()
    await page.getByText('No saved views yet').waitFor()
    await focusedOn(page, 'No saved views yet')
    assert.equal(deletions.length, 1)
  }))

test('columns are hidden and shown again, also after a reload, and arrow keys skip hidden ones', () =>
  visit({ as, viewport: { width: 1440, height: 900 } }, async (page) => {
    const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).join()
    const all = 'Name,Email,Company,Type,Industry,Status,Start date,End date,Latest comment'
    await page.goto(people)
    await shows(page, 'Ann Ben Cleo Dora')
    await eventuallyEqual(heads, all)
    await page.getByRole('button', { name: 'Columns' }).press('Enter')
    const chosen = page.getByRole('group', { name: 'Columns' })
    for (const name of ['Email', 'Industry', 'Latest comment'])
      await chosen.getByRole('button', { name, exact: true }).press('Space')
    const fewer = 'Name,Company,Type,Status,Start date,End date'
    await eventuallyEqual(heads, fewer)
    await page.reload()
    await shows(page, 'Ann Ben Cleo Dora')
    await eventuallyEqual(heads, fewer)
    await page.getByRole('gridcell').first().focus()
    await page.keyboard.press('ArrowRight')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-column'))
    await eventuallyEqual(focused, 'company')
    await page.keyboard.press('End')
    await eventuallyEqual(focused, 'endDate')
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['Email', 'Industry', 'Latest comment', 'Plan', 'Country', 'Ends', 'Renewal'])
      await page.getByRole('group', { name: 'Columns' }).getByRole('button', { name, exact: true }).click()
    await eventuallyEqual(heads, `${all},Plan,Country,Ends,Renewal`)
    await page.reload()
    await shows(page, 'Ann Ben Cleo Dora')
    const further = async (name: string) =>
      (await page.locator('tbody tr').filter({ hasText: name }).locator('td').allInnerTexts()).slice(9).join()
    await eventuallyEqual(() => further('Ann'), 'Analytics subscription,Germany,in 5 days,Renews')
    await eventuallyEqual(() => further('Dora'), '-,United Kingdom,-,-')
  }))
