import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useBrowser } from '../../../support/browser/browser.ts'
import { eventuallyEqual } from '../../../support/eventually.ts'
import { givenAnAdministrator, givenAShop } from '../../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const path = '/administration/settings'

test('an administrator finds the file and line of a value, and the billing provider’s version of a price [10.68]', () =>
  visit({ as }, async (page) => {
    await page.goto('/administration/users')
    await page
      .locator('header')
      .getByRole('button', { name: /Account of/ })
      .click()
    await page.locator('header').getByRole('link', { name: 'Settings' }).click()
    const brand = page.getByRole('region', { name: 'Other values of the brand file' })
    assert.match(await brand.getByRole('row', { name: /^Legal name / }).innerText(), /Parallax Analytics Ltd\.\s+12$/)
    await page
      .getByText(/^Set in \/.*brand\.json, as read when the server started\./)
      .first()
      .waitFor()
    const documents = page.getByRole('region', { name: 'Legal documents' })
    await documents
      .getByRole('row', { name: /^License agreement/ })
      .getByText('Sample')
      .waitFor()
    const weekly = page.getByRole('region', { name: 'Plans' }).getByRole('row').filter({ hasText: 'analytics-weekly' })
    await weekly.getByText('Matches').waitFor()
    await weekly.getByText(/· Line \d+/).waitFor()
  }))

test('an administrator sees every email in both languages, and sends one to themselves by keyboard', () =>
  visit({ as }, async (page) => {
    await page.goto(path)
    await page.getByLabel('Email', { exact: true }).selectOption('Payment failed')
    await page.getByLabel('Version').selectOption({ index: 3 })
    const shown = page.frameLocator('iframe')
    await shown
      .getByText(/confirm/i)
      .first()
      .waitFor()
    const language = page.getByLabel('Language of the email')
    await language.focus()
    await language.selectOption('Deutsch')
    await shown.locator('html[lang="de"]').waitFor()
    await eventuallyEqual(() => language.evaluate((element) => element === document.activeElement), true)
    const subject = await page.locator('strong[lang="de"]').innerText()
    await page.getByText('Text part').click()
    await page
      .locator('p[lang="de"]')
      .getByText(/Parallax Analytics Ltd\./)
      .waitFor()
    await page.getByRole('button', { name: 'Send me a test' }).press('Enter')
    await page.getByText('A test is on its way to admin@shop.example.').waitFor()
    await shop.mailTo('admin@shop.example', `Test: ${subject}`)
  }))
