import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { TestAuthenticator } from '../../support/admin/authenticator.ts'
import { givenAShop, givenATrialUser, password } from '../../support/given.ts'
import { givenListed } from '../../support/admin/given-admin.ts'

const shop = await givenAShop({ ADMIN_MFA: 'required' })
const browser = await useBrowser(shop)
const [id = ''] = await givenListed(shop, [{ firstName: 'Ada', lastName: 'Lovelace' }])

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('a second factor is set up by keyboard alone, and required again before an export, an erasure and selecting lines, back on the same page', () =>
  browser.visit(async (page) => {
    await page.goto('/api/v1/login?redirect_url=/administration/users')
    await page.getByLabel('Email').fill('admin@shop.example')
    await page.getByLabel('Password').fill('the administrator of the tests')
    await page.keyboard.press('Enter')
    await heading(page, 'Set up a second factor')
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await accessible(page, null)
    const app = TestAuthenticator.reading({ html: await page.content() })
    await page.getByRole('textbox', { name: 'Code' }).focus()
    await page.keyboard.type(app.code())
    await page.keyboard.press('Enter')
    await heading(page, 'Save your recovery codes')
    const codes = await page.locator('.recovery-codes li').allTextContents()
    await accessible(page, null)
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

    await shop.advanceTo(new Date(Date.now() + 50 * 60_000).toISOString())
    await page.goto('/administration/users?search=ada')
    const select = page.getByRole('checkbox', { name: 'Select Ada Lovelace' })
    await select.click()
    await heading(page, 'Confirm that it is you')
    await page.getByLabel('Code').fill(codes[2] ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/administration/users?search=ada')
    await select.click()
    await page.getByRole('button', { name: 'Extend' }).click()
    await page.getByRole('dialog').waitFor()
  }))

/** A device with a built-in authenticator, as Chromium simulates it (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn). */
async function withDevices(page: Page) {
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('WebAuthn.enable')
  return {
    async plugIn(): Promise<string> {
      const options = { protocol: 'ctap2', transport: 'internal' } as const
      const able = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
      const device = { options: { ...options, ...able, automaticPresenceSimulation: true } }
      return (await chromium.send('WebAuthn.addVirtualAuthenticator', device)).authenticatorId
    },
    unplug: (authenticatorId: string) => chromium.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    verifiesOwner: (authenticatorId: string, isUserVerified: boolean) =>
      chromium.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('passkeys are set up at the first sign-in, managed from the account page, and cannot be replayed', () =>
  browser.visit({ alone: true }, async (page) => {
    const { email } = await givenATrialUser(shop)
    await shop.sql('update identity_accounts set role = $1 where email_key = $2', ['SUBSCRIPTION_ADMIN', email])
    const devices = await withDevices(page)
    const laptop = await devices.plugIn()
    const signIn = async () => {
      await page.goto('/api/v1/login?redirect_url=/account')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.keyboard.press('Enter')
    }
    await signIn()
    await heading(page, 'Set up a second factor')
    await page.getByLabel('Name of the passkey').fill('Laptop')
    await page.keyboard.press('Enter')
    await heading(page, 'Save your recovery codes')
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await page.waitForURL('**/account')
    await page.getByRole('link', { name: 'Manage', exact: true }).click()

    await heading(page, 'Second factors')
    await page.getByText('This is your only second factor').waitFor()
    await accessible(page, null)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('This device already has a passkey').waitFor()
    await devices.unplug(laptop)
    const key = await devices.plugIn()
    await page.getByLabel('Name of the passkey').fill('Security key')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Remove Security key' }).waitFor()
    await page.getByRole('button', { name: 'Remove Laptop' }).click()
    await page.getByText('This is your only second factor').waitFor()
    assert.equal(await page.getByText('Laptop', { exact: true }).count(), 0)

    await page.context().clearCookies()
    await signIn()
    await heading(page, 'Confirm that it is you')
    await devices.verifiesOwner(key, false)
    await page.keyboard.press('Enter')
    await page.getByText('The passkey could not be used').waitFor()
    await devices.verifiesOwner(key, true)
    const sent = page.waitForRequest((request) => request.postData()?.includes('public-key') === true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    const assertion = await sent
    await page.waitForURL('**/account')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const replayed = await page.request.post(assertion.url(), { headers, data: assertion.postData() ?? '' })
    assert.equal(replayed.status(), 403)
    await page.getByRole('link', { name: 'Manage', exact: true }).click()
    await page.getByText('last used on').waitFor()
    const acts = await shop.sql<{ act: string }>(`select act from audit where "by" = $1 and act <> 'sign-in'`, [email])
    assert.deepEqual(
      acts.map(({ act }) => act).toSorted((one, other) => one.localeCompare(other)),
      ['add-passkey', 'remove-passkey', 'set-up-factor'],
    )
    await shop.catchUp()
    const told = (await shop.mails()).filter(({ to, subject }) => to === email && /second factor/.test(subject))
    assert.equal(told.length, 3)

    await shop.advanceTo(new Date(Date.now() + 70 * 60_000).toISOString())
    await page.goto('/identity/second-factors')
    await heading(page, 'Confirm that it is you')
    await page.getByRole('button', { name: 'Use a passkey' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, 'Second factors')
    assert.equal(new URL(page.url()).search, '')
  }))
