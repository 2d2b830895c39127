import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'vitest'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenABuyer, givenASubscriber } from '../../support/billing/given-buyer.ts'
import { simulate } from '../../support/billing/paying.ts'
import { givenAShop, givenATrialUser, signIn, whoIs } from '../../support/given.ts'
import { arrivesAt, focusedIn, focusedOn, signInBy, holdBack } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const subscriber = await givenASubscriber(shop, 'analytics-annual')
const newcomer = await givenABuyer(shop)
const { visitor: user } = await givenATrialUser(shop)
const leaver = await givenASubscriber(shop, 'statistics-annual', undefined, { firstName: 'Zoë' })

const nextYear = new Date()
nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1)
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(nextYear)

test('renewal is stopped and resumed, each after a confirmation, and the page shows the state [1.6]', () =>
  visit({ as: subscriber.visitor }, async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('link', { name: 'Your subscriptions' }).click()
    await arrivesAt(page, '/account')
    await page.getByText('US$1,188.00 per year plus tax, if any').waitFor()
    await page.getByRole('link', { name: 'Change plan' }).waitFor()
    await page.getByText(`Renews on ${date}`, { exact: true }).waitFor()
    await eventuallyEqual(() => page.title(), 'Subscriptions | Parallax Analytics')
    await page.getByText('Active', { exact: true }).waitFor()
    await accessible(page, 'account')

    const stop = page.locator('main section').getByRole('button', { name: 'Stop renewal' })
    await stop.click()
    const question = page.getByRole('alertdialog', { name: 'Stop the renewal?' })
    await question
      .getByText(`“Parallax Analytics, annual” remains active until ${date} and then ends.`, { exact: false })
      .waitFor()
    await eventuallyEqual(() => question.evaluate((dialog) => dialog.contains(document.activeElement)), true)
    await accessible(page, 'account', 'dialog[open]')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await eventuallyEqual(() => stop.evaluate((button) => button === document.activeElement), true)
    await stop.click()
    await question.getByRole('button', { name: 'Keep it running' }).click()
    await question.waitFor({ state: 'hidden' })

    await stop.click()
    await question.getByRole('button', { name: 'Stop renewal' }).click()
    await page.getByText('Renewal stopped.').waitFor()
    await page.getByText(`Ends on ${date}`, { exact: true }).waitFor()
    await page.reload()
    await page.getByText(`Ends on ${date}`, { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Resume renewal' }).click()
    const other = page.getByRole('alertdialog', { name: 'Resume the renewal?' })
    await other.getByText(`will renew on ${date}, and the card on file will be charged.`, { exact: false }).waitFor()
    await other.getByRole('button', { name: 'Resume renewal' }).click()
    await page.getByText(`Renews on ${date}`, { exact: true }).waitFor()
  }))

test('the billing button leads to the provider’s page and its receipts, the installers to the download, and the data to a file [1.9]', () =>
  visit({ as: subscriber.visitor }, async (page) => {
    await page.goto('/account')
    await page.getByRole('button', { name: 'Manage billing' }).click()
    await page.getByRole('heading', { name: 'Plan and billing' }).waitFor()
    await page.getByText('Visa ending in 4242').waitFor()
    await page.getByText('Change card').click()
    await page.getByRole('button', { name: 'Save card' }).waitFor()
    await accessible(page, null)
    await page.getByRole('link', { name: /^Receipt/ }).click()
    await page.getByText('Amount paid').first().waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await arrivesAt(page, '/account')

    await page.getByRole('link', { name: 'Installers' }).click()
    await arrivesAt(page, '/plans/analytics-annual/confirmation')
    await page.getByRole('button', { name: 'Download the installer' }).waitFor()
    await page.getByRole('link', { name: 'Your subscriptions' }).click()
    await arrivesAt(page, '/account')

    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download your data' }).click()
    const file = await coming
    assert.match(file.suggestedFilename(), /^account-\d{4}-\d{2}-\d{2}\.json$/)
    const data = await readFile(await file.path(), 'utf8')
    assert.doesNotThrow(() => JSON.parse(data))
    assert.ok(data.includes(subscriber.email) && data.includes('analytics-annual'))
  }))

test('a failed act is reported and changes nothing', () =>
  visit({ as: subscriber.visitor, tolerate: /503/ }, async (page) => {
    const message = 'Payments are not available at the moment. Nothing was charged. Please try again shortly.'
    await simulate('settings', { unavailable: true })
    await page.goto('/account')
    const button = page.getByRole('button', { name: 'Manage billing' })
    const words = await button.evaluate((one) => one.clientWidth)
    assert.ok(words < 160, `the button is ${words} px wide for its words`)
    await button.click()
    await page.getByRole('alert').getByText(message).waitFor()
    await simulate('settings', { unavailable: false })
    await eventuallyEqual(() => button.getAttribute('aria-busy'), null)
    await page.route('**/api/v1/subscriptions/stop-renewal/*', (route) =>
      route.fulfill({ status: 503, json: { message } }),
    )
    await page.getByRole('button', { name: 'Stop renewal' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop renewal' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    await page.getByText(`Renews on ${date}`, { exact: true }).waitFor()
  }))

test('a trial is shown with its end and installers, without billing, and extended once by keyboard, with messages when offline, slow or already extended in another tab [1.9]', () =>
  visit({ as: user, tolerate: /409|ERR_INTERNET_DISCONNECTED|NETWORK/i }, async (page) => {
    const other = await page.context().newPage()
    await other.goto('/account')
    await page.goto('/account')
    await page.getByText(/^Ends on \d+ \w+ \d{4}$/).waitFor()
    await page.getByRole('link', { name: 'Installers' }).waitFor()
    await eventuallyEqual(() => page.getByRole('button', { name: /billing|renewal/i }).count(), 0)
    const extend = page.getByRole('button', { name: 'Extend trial' })
    await page.context().setOffline(true)
    await extend.press('Enter')
    await page.getByRole('alert').getByText('Check your connection and try again.', { exact: false }).waitFor()
    await page.context().setOffline(false)

    let sent = 0
    page.on('request', (request) => void (sent += request.url().includes('/extend-trial/') ? 1 : 0))
    const release = await holdBack(page, '**/extend-trial/*')
    await extend.press('Enter')
    const busy = page.getByRole('button', { name: 'Extending' })
    await busy.press('Enter')
    await eventuallyEqual(() => busy.getAttribute('aria-disabled'), 'true')
    release()
    const done = page.getByText(/^Your trial now ends on \d{1,2} \w+ 20\d\d\.$/)
    await done.waitFor()
    assert.equal(sent, 1)
    await focusedIn(done)
    await eventuallyEqual(() => extend.count(), 0)
    await page.getByText('Correct details', { exact: true }).click()
    await page.getByLabel('First name').fill('Renamed')
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByRole('button', { name: 'Account of Renamed Doe' }).waitFor()
    await focusedOn(page, 'Correct details')

    await other.getByRole('button', { name: 'Extend trial' }).press('Enter')
    await other.getByRole('alert').getByText('You have already extended this trial.').waitFor()
    await eventuallyEqual(() => other.getByRole('button', { name: 'Extend trial' }).count(), 0)
    await page.getByRole('link', { name: 'Plans', exact: true }).click()
    await arrivesAt(page, '/plans')
    await page.goBack()
    await arrivesAt(page, '/account')
    await eventuallyEqual(() => page.getByText('You can extend this trial').count(), 0)
  }))

test('a person without a subscription sees a message and a link to the plans', () =>
  visit({ as: newcomer.visitor }, async (page) => {
    await page.goto('/account')
    await page.getByText('You have no subscriptions yet.').waitFor()
    await page.getByRole('link', { name: 'See the plans' }).click()
    await arrivesAt(page, '/plans')
  }))

test('signing out everywhere ends the other session, or reports that it failed; the page then asks to sign in and returns', () =>
  visit({ tolerate: /ERR_INTERNET_DISCONNECTED/ }, async (page) => {
    const elsewhere = shop.visitor()
    await signIn(elsewhere, leaver.email)
    assert.equal(await whoIs(elsewhere), leaver.email)
    await page.goto('/account')
    await signInBy(page, leaver.email)
    await arrivesAt(page, '/account')
    const button = page.getByRole('button', { name: 'Sign out everywhere' })
    // Hydrated: the hidden token of a form without scripts is gone.
    await eventuallyEqual(() => page.locator('form', { has: button }).locator('[name=_csrf]').count(), 0)
    await page.context().setOffline(true)
    await button.click()
    await page.getByRole('alert').getByText('You are offline. Check your connection and try again.').waitFor()
    await page.context().setOffline(false)
    assert.equal(await whoIs(elsewhere), leaver.email)
    await button.click()
    await page.locator('header').getByRole('link', { name: 'Sign in' }).waitFor()
    assert.equal(await whoIs(elsewhere), null)
    assert.match((await elsewhere.form('/account')).html, /name="password"/)
    await page.goto('/account')
    await page.getByLabel('Password').waitFor()
  }))
