import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { useBrowser } from '../../support/browser.ts'
import { TestAuthenticator } from '../../support/authenticator.ts'
import { givenAShop } from '../../support/given.ts'
import { givenListed } from '../../support/given-admin.ts'

const shop = await givenAShop({ ADMIN_MFA: 'required' })
const browser = await useBrowser(shop)
const [id = ''] = await givenListed(shop, [{ firstName: 'Ada', lastName: 'Lovelace' }])

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  assert.deepEqual(
    violations.map((violation) => violation.id),
    [],
  )
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test(
  'is set up by keyboard alone, and asked for again before an export and before erasing, back on the same page',
  browser.visit(async (page) => {
    await page.goto('/api/v1/login?redirect_url=/administration/users')
    await page.getByLabel('Email').fill('admin@shop.example')
    await page.getByLabel('Password').fill('the administrator of the tests')
    await page.keyboard.press('Enter')
    await heading(page, 'Set up a second factor')
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await isAccessible(page)
    const app = TestAuthenticator.reading({ html: await page.content() })
    await page.keyboard.type(app.code())
    await page.keyboard.press('Enter')
    await heading(page, 'Save your recovery codes')
    const codes = await page.locator('.recovery-codes li').allTextContents()
    await isAccessible(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/administration/users')
    await heading(page, 'Users')
    const downloads = () => page.getByRole('link', { name: 'Export', exact: false }).first()
    const [file] = await Promise.all([page.waitForEvent('download'), downloads().click()])
    assert.match(file.suggestedFilename(), /\.csv$/)

    await shop.advanceTo(new Date(Date.now() + 16 * 60_000).toISOString())
    await page.goto('/administration/users?search=ada')
    await downloads().click()
    await heading(page, 'Confirm that it is you')
    await isAccessible(page)
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/administration/users?search=ada')
    const [again] = await Promise.all([page.waitForEvent('download'), downloads().click()])
    assert.match(again.suggestedFilename(), /\.csv$/)

    await shop.advanceTo(new Date(Date.now() + 33 * 60_000).toISOString())
    await page.goto(`/administration/users/${id}`)
    const erase = page.getByRole('button', { name: /^Forget/ })
    await erase.click()
    await heading(page, 'Confirm that it is you')
    await page.getByLabel('Code').fill(codes[1] ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/administration/users/${id}`)
    await erase.click()
    await page.getByRole('alertdialog').waitFor()
  }),
)
