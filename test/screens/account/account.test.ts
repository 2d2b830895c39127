import assert from 'node:assert/strict'
import { test } from 'vitest'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenARegistration, givenAShop, givenATrialUser, password, whoIs } from '../../support/given.ts'
import { arrivesAt, linkOf, openLink, signInBy } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

test('the page shows the person after signing in, and no longer after signing out, which ends the session everywhere; they can sign in again [3.4, 4.5, 6.5]', () =>
  visit(async (page) => {
    const { email } = await givenATrialUser(shop)
    await page.goto('/try/analytics-trial')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signInBy(page, email, 'not the password')
    await page.getByRole('alert').getByText('Wrong email or password').waitFor()
    await accessible(page, null)
    await eventuallyEqual(() => page.getByLabel('Email').inputValue(), email)
    await signInBy(page, email)
    await arrivesAt(page, '/try/analytics-trial')
    await page.getByRole('heading', { name: 'You already have a trial' }).waitFor()

    const menu = page.getByRole('button', { name: 'Account of Jane Doe' })
    await menu.click()
    await page.locator('header').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await eventuallyEqual(() => menu.count(), 0)
    const answer: unknown = await (await page.request.get('/api/v1/users/userinfo')).json()
    assert.deepEqual(answer, { user: 'anonymousUser' })
    await page.goto('/plans/analytics-trial/confirmation')
    await page.getByLabel('Password').waitFor()
    await signInBy(page, email)
    await arrivesAt(page, '/plans/analytics-trial/confirmation')
  }))

test('a sign-out that fails on the server says so, and the session continues', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  await visit({ as: visitor, tolerate: /503/ }, async (page) => {
    await page.goto('/account')
    const message = 'The service is unavailable'
    await page.route('**/logout', (route) => route.fulfill({ status: 503, json: { message } }))
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.locator('header').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText(message).waitFor()
    assert.equal(new URL(page.url()).pathname, '/account')
    assert.equal(await whoIs(visitor), email)
  })
})

test('a forgotten password is replaced by email, which leads back to the page that the person came from', () =>
  visit(async (page) => {
    const { email } = await givenATrialUser(shop)
    await page.goto('/try/analytics-trial')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByRole('button', { name: 'Send reset link' }).waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()

    await openLink(page, shop, email, 'Set a new password')
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('alert').getByText('The password needs at least 10 characters').waitFor()
    await accessible(page, null)
    await page.getByLabel('Password').fill('another one of the tests')
    await page.getByRole('button', { name: 'Set password' }).click()
    await arrivesAt(page, '/try/analytics-trial')
    await page.getByRole('heading', { name: 'You already have a trial' }).waitFor()
  }))

test('an unknown activation link is explained, with a new one for an email address; a used one leads to sign-in', () =>
  visit(async (page) => {
    const person = await givenARegistration(shop)
    const first = await linkOf(shop, person.email, 'Activate')
    for (const path of ['activate', 'reset']) {
      await page.goto(`/identity/${path}?token=${'x'.repeat(43)}`)
      await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
      await accessible(page, null)
    }
    await page.goto('/identity/activate?token=cut')
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    await openLink(page, shop, person.email, 'Activate', first)
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Activate account' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Activate account' }).click()
    await page.getByRole('heading', { name: 'You already have a trial' }).waitFor()

    await openLink(page, shop, person.email, 'Activate')
    await page.getByRole('heading', { name: 'This link has been used' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
  }))

const signedIn = await givenATrialUser(shop)
test('the sign-in page names its destination, shows a password on request and warns of caps lock', () =>
  visit(async (page) => {
    const { email } = await givenATrialUser(shop)
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
  }))

test('language, colours and legal pages are at the foot of the sign-in page, also without scripts', () =>
  visit({ javaScriptEnabled: false }, async (page) => {
    const { email } = await givenATrialUser(shop)
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
  }))

test('the question whether to sign out also offers to stay signed in', () =>
  visit({ as: signedIn.visitor }, async (page) => {
    await page.goto('/api/v1/login?redirect_url=/account')
    await arrivesAt(page, '/account')
    await page.goto('/identity/session/end')
    await page.getByText('Do you want to sign out?').waitFor()
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await arrivesAt(page, '/')
    await page.getByText(signedIn.email).first().waitFor()
  }))
