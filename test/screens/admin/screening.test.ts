import assert from 'node:assert/strict'
import { test } from 'vitest'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { aConsolidatedList, givenAFolder, manyNames } from '../../support/screening/given-lists.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'

const folder = givenAFolder()
folder.put('csl.csv', aConsolidatedList(manyNames(30)))
const shop = await givenAShop({ SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.2' })
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const path = '/administration/screening'

test('the page names the lists in force and the rules, is linked in the header, and downloads the evidence as a file [10.64]', () =>
  visit({ as }, async (page) => {
    await page.goto('/administration/users')
    await page.getByRole('link', { name: 'Screening' }).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { name: 'Screening', exact: true }).waitFor()
    await eventuallyEqual(() => page.title(), 'Screening | Parallax Analytics')
    const row = page.getByRole('row', { name: /US Consolidated Screening List/ })
    await row.getByText('csl.csv, 30 rows').waitFor()
    await row
      .getByText(/[0-9a-f]{64}/)
      .first()
      .waitFor()
    await page.getByText('No rejected files').waitFor()
    await page.getByText(/Cuba, Iran/).waitFor()
    await eventuallyEqual(() => page.getByText('only with a sample').count(), 0)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export for an auditor' }).click(),
    ])
    assert.match(file.suggestedFilename(), /^screening-\d{4}-\d\d-\d\d\.csv$/)
  }))

test('a file that has shrunk is rejected with an explanation, and accepted with a reason', () =>
  visit({ as }, async (page) => {
    await page.goto(path)
    folder.put('csl.csv', aConsolidatedList(manyNames(12)))
    await page.getByText(/csl\.csv has 12 rows, the list in force 30/).waitFor()
    await accessible(page, 'screening')
    await page.getByRole('button', { name: 'Use it anyway: csl.csv' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Use it anyway' }).click()
    await dialog.getByText('This field is required').waitFor()
    await dialog.getByLabel('Reason').fill('The publisher struck off eighteen')
    await dialog.getByRole('button', { name: 'Use it anyway' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Accepted. The folder will be read again.').waitFor()
    await page.getByText('csl.csv, 12 rows').waitFor()
    await page.getByText('Accepted by admin@shop.example').waitFor()
    await page.getByText('No rejected files').waitFor()
  }))
