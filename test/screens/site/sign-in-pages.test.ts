import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAShop, givenATrialUser, password } from '../../support/given.ts'
import { arrivesAt } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const { email } = await givenATrialUser(shop)
const signedIn = await givenATrialUser(shop)

test(
  'the sign-in page names its destination, shows a password on request and warns of caps lock',
  visit(async (page) => {
    await page.goto('/api/v1/login?redirect_url=/plans/analytics-weekly')
    await page.getByText('to continue to Parallax Analytics, weekly').waitFor()
    const field = page.getByLabel('Password')
    await field.fill(password)
    await page.getByRole('button', { name: 'Show' }).click()
    await eventuallyEqual(() => field.getAttribute('type'), 'text')
    await page.getByRole('button', { name: 'Hide' }).click()
    await eventuallyEqual(() => field.getAttribute('type'), 'password')
    await eventuallyEqual(() => page.getByText('Caps lock is on.').isVisible(), false)
    await field.evaluate((input) =>
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', modifierCapsLock: true })),
    )
    await page.getByText('Caps lock is on.').waitFor()
    await page.getByRole('link', { name: 'Parallax Analytics' }).waitFor()
    await page.goto(`/api/v1/login?redirect_url=/&login_hint=${encodeURIComponent(email)}`)
    await page.getByText('to continue to Parallax Analytics', { exact: true }).waitFor()
    await eventuallyEqual(() => page.getByLabel('Email').inputValue(), email)
  }),
)

test(
  'language, colours and legal pages are at the foot of the sign-in page, also without scripts',
  visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto('/api/v1/login?redirect_url=/account')
    const address = page.url()
    for (const name of ['End user license agreement', 'Privacy policy', 'Support'])
      await page.getByRole('contentinfo').getByRole('link', { name }).waitFor()
    await eventuallyEqual(() => page.getByRole('button', { name: 'Show' }).count(), 0)
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    assert.equal(page.url(), address)
    await page.getByRole('button', { name: 'Dunkel' }).click()
    await eventuallyEqual(() => page.locator('html').getAttribute('data-theme'), 'dark')
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort').fill(password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.waitForURL('**/account')
  }),
)

test(
  'the question whether to sign out also offers to stay signed in',
  visit({ as: signedIn.visitor }, async (page) => {
    await page.goto('/api/v1/login?redirect_url=/account')
    await arrivesAt(page, '/account')
    await page.goto('/identity/session/end')
    await page.getByText('Do you want to sign out?').waitFor()
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await arrivesAt(page, '/')
    await page.getByText(signedIn.email).first().waitFor()
  }),
)
