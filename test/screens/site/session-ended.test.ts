import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { useBrowser } from '../../support/browser/browser.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { idOf } from '../../support/admin/admin-page.ts'
import { arrivesAt, signInBy } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

const dialog = (page: Page) => page.getByRole('dialog', { name: 'You have been signed out' })
const signInLink = (page: Page) => dialog(page).getByRole('link', { name: 'Sign in' })

/** As "sign out everywhere" in another browser does. */
async function endEverySession(): Promise<void> {
  await shop.sql('delete from sessions')
  await shop.sql(`delete from identity_objects where kind = 'Session'`)
}

test('an act after the session has ended opens one dialog, without a toast, that leads back after signing in', async () => {
  const { visitor, email } = await givenASubscriber(shop, 'analytics-monthly')
  await visit({ as: visitor }, async (page) => {
    await page.goto('/account')
    await page.getByRole('button', { name: 'Manage billing' }).waitFor()
    await endEverySession()
    await page.getByRole('button', { name: 'Manage billing' }).click()
    await dialog(page).waitFor()
    await eventuallyEqual(() => page.locator('.toast').count(), 0)
    await page.getByRole('heading', { name: 'Parallax Analytics, monthly' }).waitFor()
    await signInLink(page).click()
    await signInBy(page, email)
    await arrivesAt(page, '/account')
    await eventuallyEqual(() => dialog(page).count(), 0)
  })
})

test('signing out in one tab is noticed in the others, and signing in again closes the dialog', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  await visit({ as: visitor }, async (page) => {
    let asked = 0
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/v1/users/userinfo', async (route) => {
      asked += 1
      const response = await route.fetch()
      if (asked === 1) await held
      await route.fulfill({ response })
    })
    await page.goto('/account')
    assert.equal(asked, 0, 'a page that was just loaded knows who is signed in')
    // This request receives a response from before the session ended.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await eventuallyEqual(async () => asked, 1)
    const other = await page.context().newPage()
    await other.goto('/')
    await other.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Register to continue' }).waitFor()
    answer()
    await dialog(page).waitFor()
    await page.getByText(email).first().waitFor()
    await other.goto('/api/v1/login?redirect_url=/account')
    await signInBy(other, email)
    await arrivesAt(other, '/account')
    await page.bringToFront()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await dialog(page).waitFor({ state: 'hidden' })
  })
})

test('an administrator whose session has ended keeps the search and sees a message', async () => {
  const administrator = await givenAnAdministrator(shop)
  await visit({ as: administrator }, async (page) => {
    await page.goto('/administration/users')
    await endEverySession()
    await page.getByLabel('Search', { exact: true }).fill('jane')
    await dialog(page).waitFor()
    assert.equal(new URL(page.url()).pathname, '/administration/users')
    await eventuallyEqual(() => page.getByLabel('Search', { exact: true }).inputValue(), 'jane')
    assert.match((await signInLink(page).getAttribute('href')) ?? '', /redirect_url=%2Fadministration%2Fusers/)
  })
})

test('an administrator who opens a page without a session signs in from the notice and arrives there', async () => {
  await givenAnAdministrator(shop)
  await visit(async (page) => {
    await page.goto('/administration/audit?search=jane')
    await arrivesAt(page, '/')
    await page.getByText('Sign in to open the admin page that you requested.').getByRole('link').click()
    await signInBy(page, 'admin@shop.example', 'the administrator of the tests')
    await page.waitForURL('**/administration/audit?search=jane')
  })
})

test('a dialog of the admin area keeps its input after signing in again and after Escape, until it is discarded', async () => {
  const { email } = await givenATrialUser(shop)
  const administrator = await givenAnAdministrator(shop)
  const id = await idOf(shop, email)
  await visit({ as: administrator }, async (page) => {
    const details = page.getByRole('dialog', { name: 'Correct details' })
    const typed = () =>
      Promise.all(['Company', 'Reason'].map((field) => details.getByLabel(field, { exact: true }).inputValue()))
    const openDetails = async () => {
      await page.getByRole('button', { name: 'Actions', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Correct details' }).click()
      await details.waitFor()
    }
    await page.goto(`/administration/users/${id}`)
    await openDetails()
    const [company] = await typed()
    await details.getByLabel('Company').fill('Northwind')
    await details.getByLabel('Reason').fill('By phone, ticket 4712')
    await endEverySession()
    await details.getByRole('button', { name: 'Save details' }).click()
    await signInLink(page).click()
    await signInBy(page, 'admin@shop.example', 'the administrator of the tests')
    await arrivesAt(page, `/administration/users/${id}`)
    await openDetails()
    assert.deepEqual(await typed(), ['Northwind', 'By phone, ticket 4712'])
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'hidden' })
    await openDetails()
    assert.deepEqual(await typed(), ['Northwind', 'By phone, ticket 4712'])
    await details.getByRole('button', { name: 'Discard request' }).click()
    await details.waitFor({ state: 'hidden' })
    await openDetails()
    assert.deepEqual(await typed(), [company, ''])
  })
})

test('the forms of the account page keep their input after signing in again, but no password', async () => {
  const { visitor, email } = await givenATrialUser(shop, { country: 'DE', state: undefined })
  await visit({ as: visitor }, async (page) => {
    await page.goto('/account')
    const company = page.getByLabel('Company', { exact: true })
    const city = page.getByLabel('Town or city', { exact: true })
    const address = page.getByLabel('New email address', { exact: true })
    const secret = page.getByLabel('Current password')
    for (const label of ['Correct details', 'Change address', 'Change email address'])
      await page.getByText(label, { exact: true }).click()
    await company.fill('Contoso')
    await city.fill('Berlin')
    await address.fill(`new.${email}`)
    await secret.fill('the old password')
    await endEverySession()
    await page.getByRole('button', { name: 'Save details' }).click()
    await signInLink(page).click()
    await signInBy(page, email)
    await arrivesAt(page, '/account')
    // The forms are open, so that nobody thinks that the input was lost.
    await city.waitFor()
    await eventuallyEqual(
      () => Promise.all([company, city, address, secret].map((field) => field.inputValue())),
      ['Contoso', 'Berlin', `new.${email}`, ''],
    )
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('Details saved.').waitFor()
    await page.reload()
    await city.waitFor()
    await page.getByText('Correct details', { exact: true }).click()
    await eventuallyEqual(() => company.inputValue(), 'Contoso')
    const kept = await page.evaluate(() => Object.keys(sessionStorage).map((key) => key.split(' ').at(-1)))
    assert.deepEqual(new Set(kept), new Set(['change-email', 'profile']))

    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await arrivesAt(page, '/')
    assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), [])
  })
})
