import assert from 'node:assert/strict'
import { test } from 'vitest'
import { addInterval } from '../../../domain/catalogue/interval.ts'
import { longDate } from '../../../domain/calendar.ts'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { active, buy, givenABuyer, givenASubscriber, heldBy } from '../../support/billing/given-buyer.ts'
import { without } from '../../support/faults.ts'
import { simulate } from '../../support/billing/paying.ts'
import { aBuyersRegistration, givenAShop, givenATrialUser } from '../../support/given.ts'
import { eula, fillInToBuy, payButton } from '../buying.ts'
import { activateBy, aRegistrant, arrivesAt, chooseCountry, errorOf, signInBy } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const { visitor: buyer, email } = await givenABuyer(shop)
const subscriber = await givenASubscriber(shop, 'analytics-monthly')
const { visitor: held } = await givenATrialUser(shop, { email: 'jane.doe.buys@gmail.com' })
const { visitor: denied } = await givenATrialUser(shop, { country: 'BY' })

test('a visitor reads the whole order, what to do before paying, who sells and what is refunded, signs in, and is back on the same page as a buyer [2.25, 2.27, 2.30, 2.33]', () =>
  visit(async (page) => {
    await page.goto('/plans/analytics-annual')
    await eventuallyEqual(() => page.title(), 'Order summary | Parallax Analytics')
    await page.getByRole('heading', { level: 1, name: 'Order summary' }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Parallax Analytics, annual' }).waitFor()
    await page.locator('.price').getByText('US$1,188.00', { exact: true }).waitFor()
    await page.getByText('Billed every year, excluding tax', { exact: true }).waitFor()
    await page.getByText('For one named user').waitFor()
    await eventuallyEqual(() => payButton(page).count(), 0)
    const steps = page.locator('main').getByRole('list').filter({ hasText: 'choose a password' }).getByRole('listitem')
    assert.deepEqual(
      (await steps.allInnerTexts()).map((step) => step.split(/[,.]/)[0]),
      [
        'You register',
        'You open the link in our email and choose a password',
        'You choose your industry and agree to the license agreement',
        'You pay on our payment provider’s secure page',
        'You download the installer',
      ],
    )
    await page.getByText('tell us within 14 days, and we refund your first payment in full', { exact: false }).waitFor()
    await page.locator('main').getByText('1 Sample Street, Sampletown').waitFor()
    for (const name of ['Terms of sale', 'Refund policy', 'Imprint']) {
      const address = await page.locator('main').getByRole('link', { name }).getAttribute('href')
      assert.equal((await page.request.get(address ?? '')).status(), 200, name)
    }
    await accessible(page, 'orderSummary')
    await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
    await signInBy(page, email)
    await arrivesAt(page, '/plans/analytics-annual')
    const main = page.locator('main')
    await main.getByText(email, { exact: true }).waitFor()
    await main.getByText('Jane Doe', { exact: true }).waitFor()
    await payButton(page).waitFor()
    await main.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('header').getByRole('link', { name: 'Sign in' }).waitFor()
    await arrivesAt(page, '/plans/analytics-annual')
    await page.getByRole('button', { name: 'Register new account' }).waitFor()

    await main.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Password').waitFor()
    await eventuallyEqual(() => page.getByText(/free trial/).count(), 0)
    await page.getByRole('link', { name: 'New here? Register for an account' }).click()
    await arrivesAt(page, '/plans/analytics-annual')
    await page.getByRole('heading', { name: 'Register for an account to purchase' }).waitFor()
  }))

test('the order states subtotal, tax, the amount due today and the next charge, and changes the billing period; on a phone the amount due is on the first screen, the conditions are behind a button, and the form follows', () =>
  visit({ viewport: { width: 375, height: 812 } }, async (page) => {
    await page.goto('/plans/analytics-annual')
    await page.locator('.price').getByText('US$1,188.00', { exact: true }).waitFor()
    const box = await page.getByLabel('Business email').boundingBox()
    assert.ok(box && box.y < 1000, `the form begins at ${box?.y}`)
    const due = await page.getByText('Total due today').boundingBox()
    assert.ok(due && due.y + due.height < 812, `what is due stands at ${due?.y}`)
    const conditions = page.getByRole('heading', { name: 'Conditions' })
    assert.equal(await conditions.isVisible(), false)
    for (const text of ['Total due today', /^Next charge: .* Cancel on your account page/])
      assert.ok(await page.getByText(text).isVisible(), String(text))
    await page.getByRole('button', { name: 'Show conditions' }).press('Enter')
    await conditions.waitFor()
    await page.getByRole('button', { name: 'Hide conditions' }).press('Enter')
    await conditions.waitFor({ state: 'hidden' })

    await page.setViewportSize({ width: 1280, height: 720 })
    const totals = () => page.locator('.totals > div').allInnerTexts()
    const data = JSON.parse((await page.locator('#page-data').textContent()) ?? '') as { settings: { now: string } }
    const next = (interval: 'week' | 'year') => longDate(addInterval(new Date(data.settings.now), interval, 1), 'en-GB')
    assert.deepEqual(
      (await totals()).map((text) => text.replaceAll(/\s+/g, ' ')),
      [
        'Subtotal For 1 named user US$1,188.00',
        'Saving compared with monthly billing US$600.00 a year',
        'Tax Calculated at payment',
        'Total due today US$1,188.00 plus tax, if any',
      ],
    )
    await page.getByText(`Next charge: US$1,188.00 plus tax on ${next('year')}.`).waitFor()
    await page.getByText('Seller: Parallax Analytics Ltd.').waitFor()
    await page.getByRole('navigation', { name: 'Billing period' }).getByRole('link', { name: 'Weekly' }).click()
    await arrivesAt(page, '/plans/analytics-weekly')
    await page.getByText(`Next charge: US$49.00 plus tax on ${next('week')}.`).waitFor()
    await eventuallyEqual(() => page.locator('.totals__due dd').innerText(), 'US$49.00\nplus tax, if any')
    await page.getByRole('link', { name: 'All plans' }).click()
    await arrivesAt(page, '/plans')
    assert.equal(new URL(page.url()).search, '?period=week')
  }))

test('the order asks for the email first: a new address registers, a known one continues to the sign-in', () =>
  visit(async (page) => {
    await page.goto('/plans/analytics-annual')
    const main = page.locator('main')
    const proceed = main.getByRole('button', { name: 'Continue' })
    await proceed.click()
    await errorOf(page, 'order-email').getByText('This field is required').waitFor()
    // The browser's own rule accepts this.
    await main.getByLabel('Business email').fill('jane@northwind')
    await proceed.click()
    await errorOf(page, 'order-email').getByText('Email address is not valid').waitFor()
    await main.getByLabel('Business email').fill('new.buyer@northwind-bottling.example')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Register for an account to purchase' })
    await eventuallyEqual(
      () => dialog.getByLabel('Business email').inputValue(),
      'new.buyer@northwind-bottling.example',
    )
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await main.getByLabel('Business email').fill(email)
    await proceed.click()
    await page.getByLabel('Password').waitFor()
    await signInBy(page, email)
    await arrivesAt(page, '/plans/analytics-annual')
    await payButton(page).waitFor()
  }))

test('without a connection the email stays in its field, with a message', () =>
  visit({ alone: true, tolerate: /ERR_INTERNET_DISCONNECTED/ }, async (page) => {
    await page.goto('/plans/analytics-annual')
    const email = page.getByLabel('Business email')
    await email.fill('jane@northwind.example')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    const offline = page.getByText('You are offline. Check your connection and try again.')
    await offline.waitFor()
    await eventuallyEqual(() => email.inputValue(), 'jane@northwind.example')
    // The form to register has not been loaded; once it can be, the same press leads to it.
    await page.getByRole('button', { name: 'Register new account' }).click()
    await eventuallyEqual(() => offline.count(), 2)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Register new account' }).click()
    await page.getByLabel('First name').waitFor()
  }))

test('a known address too long for the identity provider leads to the sign-in page without it', () =>
  visit(async (page) => {
    const known = await givenABuyer(shop, { email: `jane@${'northwind.'.repeat(13)}example` })
    await page.goto('/plans/analytics-annual')
    const main = page.locator('main')
    await main.getByLabel('Business email').fill(known.email)
    await main.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password').waitFor()
    await eventuallyEqual(() => page.getByLabel('Business email').or(page.getByLabel('Email')).inputValue(), '')
  }))

test('registering asks for the fields of an order in a dialog 576 px wide, opened and left with the keyboard [2.16, 2.31, 9.13]', () =>
  visit({ viewport: { width: 1440, height: 900 } }, async (page) => {
    await page.goto('/plans/analytics-annual')
    const opener = page.getByRole('button', { name: 'Register new account' })
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Register for an account to purchase' })
    await dialog.waitFor()
    await eventuallyEqual(() => page.title(), 'Register for an account to purchase | Parallax Analytics')
    await eventuallyEqual(async () => (await dialog.boundingBox())?.width, 576)
    const asked = Object.keys(aBuyersRegistration())
    await eventuallyEqual(
      () => dialog.locator('[name]').evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('name')))]),
      asked,
    )
    await eventuallyEqual(() => dialog.locator('label:visible').count(), asked.length)
    await dialog.getByText('We review personal addresses before approving them.', { exact: false }).waitFor()
    await chooseCountry(page, 'Ukraine')
    await dialog.getByLabel('Region').selectOption('Kyiv (city)')
    await chooseCountry(page, 'United Kingdom')
    await dialog.getByLabel('Region').waitFor({ state: 'detached' })
    await eventuallyEqual(() => dialog.evaluate((one) => one.contains(document.activeElement)), true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await eventuallyEqual(() => opener.evaluate((button) => button === document.activeElement), true)
    await eventuallyEqual(() => page.title(), 'Order summary | Parallax Analytics')
  }))

const long = 'wilhelmina.katharina.oppenheimer-blythe@northwind-bottling.example'
test('a person who registers to buy reads every error at its field, with the focus on the summary and no input lost; they are sent to their inbox and return, activated, to the same order [1.3, 2.32]', () =>
  visit({ viewport: { width: 375, height: 812 } }, async (page) => {
    const person = aRegistrant({ email: `375.${long}`, lastName: 'D#e' })
    const dialog = await fillInToBuy(page, person)
    const summary = dialog.getByRole('alert').filter({ hasText: 'There is a problem' })
    await dialog.getByRole('button', { name: 'Register' }).click()
    await summary.waitFor()
    await eventuallyEqual(() => summary.evaluate((one) => one.contains(document.activeElement)), true)
    await errorOf(page, 'lastName').getByText('Contains invalid characters').waitFor()
    await errorOf(page, 'termsAndConditions').getByText('This field is required').waitFor()
    await accessible(page, 'orderSummary', 'dialog[open]')
    await eventuallyEqual(() => dialog.getByLabel('Company').inputValue(), 'Northwind Bottling')
    await dialog.getByLabel('Last name').fill('Doe')
    await errorOf(page, 'lastName').waitFor({ state: 'detached' })
    await dialog.getByRole('checkbox', { name: /^I agree/ }).check()
    await dialog.getByRole('button', { name: 'Register' }).click()
    const inbox = page.getByRole('dialog', { name: 'Almost ready! Please check your inbox.' })
    await inbox.getByText('We have sent an activation email to 375.wilhelmina.katharina….', { exact: true }).waitFor()
    await inbox.getByText('It leads back to this order.', { exact: false }).waitFor()
    await eventuallyEqual(() => inbox.getByText(/trial/).count(), 0)
    await eventuallyEqual(() => page.title(), 'Almost ready! Please check your inbox. | Parallax Analytics')
    await inbox.getByRole('button', { name: 'Done' }).click()
    await inbox.waitFor({ state: 'detached' })
    await activateBy(page, shop, person.email)
    await arrivesAt(page, '/plans/analytics-annual')
    await page.locator('main').getByText(person.email, { exact: true }).waitFor()
    await payButton(page).waitFor()
  }))

test('the button is enabled exactly if every field is valid, and names what is missing until then [2.34, 2.35]', () =>
  visit({ as: buyer }, async (page) => {
    const wait = page.getByText('Choose your industry and tick every box to continue.')
    await page.goto('/plans/analytics-annual')
    const industry = page.getByLabel('Industry', { exact: true })
    await eventuallyEqual(() => industry.locator('option').first().innerText(), 'Please select')
    await expectOpen(false)
    await wait.waitFor()
    await industry.selectOption('Energy')
    await expectOpen(false)
    await eula(page).check()
    await expectOpen(true)
    await wait.waitFor({ state: 'detached' })
    await industry.selectOption('Other')
    await expectOpen(false)
    const other = page.getByRole('checkbox', { name: /none of those listed/ })
    await other.check()
    await expectOpen(true)
    await accessible(page, 'orderSummary')
    await eula(page).uncheck()
    await expectOpen(false)
    await industry.selectOption('Energy')
    await eventuallyEqual(() => other.count(), 0)
    await eula(page).check()
    await expectOpen(true)
    await eventuallyEqual(() => page.getByRole('checkbox', { name: /^I affirm/ }).count(), 0)

    await page.goto('/plans/statistics-annual')
    await page.getByLabel('Industry', { exact: true }).selectOption('Energy')
    await eula(page).check()
    await expectOpen(false)
    await page.getByRole('checkbox', { name: /^I affirm/ }).check()
    await expectOpen(true)

    async function expectOpen(open: boolean) {
      await eventuallyEqual(() => payButton(page).isEnabled(), open)
    }
  }))

test('a person with a plan of the product sees it and, from any of its plans, a link to the provider’s page, which posts a download request for the owned plan [2.36, 2.37]', () =>
  visit({ as: subscriber.visitor }, async (page) => {
    await page.goto('/plans/analytics-annual')
    await page.getByText('You already have a subscription to this product.').waitFor()
    await eventuallyEqual(() => page.getByText(/Total due today|Next charge/).count(), 0)
    await eventuallyEqual(() => payButton(page).count(), 0)
    await page.locator('main').getByRole('button', { name: 'Sign out' }).waitFor()
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Manage subscription' }).click()
    const request = await asked
    assert.equal(new URL(request.url()).pathname, '/api/v1/plans/analytics-monthly/download')
    assert.deepEqual(request.postDataJSON(), { name: 'analytics-monthly' })
    assert.ok(request.headers()['x-xsrf-token'])
    await page.getByRole('heading', { name: 'Plan and billing' }).waitFor()
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await arrivesAt(page, '/account')
    await page.goto('/plans/statistics-annual')
    await payButton(page).waitFor()
  }))

for (const [who, as, reason, path, heading] of [
  ['held back by screening', held, 'Your account is in review', '/pending', 'Your account is pending approval'],
  [
    'in a denied country',
    denied,
    'Not available in your country',
    '/not-approved',
    'Your account has not been approved',
  ],
] as const)
  test(`a person ${who} is told immediately why they cannot buy, without a form to fill in [6.4]`, () =>
    visit({ as }, async (page) => {
      await page.goto('/plans/analytics-annual')
      await page.getByText(reason).waitFor()
      await eventuallyEqual(() => page.getByText(/Total due today|Next charge/).count(), 0)
      await eventuallyEqual(() => page.getByLabel('Industry', { exact: true }).count(), 0)
      await eventuallyEqual(() => payButton(page).count(), 0)
      await page.getByRole('link', { name: 'Find out more' }).click()
      await arrivesAt(page, path)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }))

test('a toast reports that payments are not available, and all input is kept; a page restored by the browser’s Back button can be used again', () =>
  visit({ as: buyer, tolerate: /503/ }, async (page) => {
    const message = 'Payments are not available at the moment. Nothing was charged. Please try again shortly.'
    await simulate('settings', { unavailable: true })
    await page.goto('/plans/analytics-annual')
    await page.getByLabel('Industry', { exact: true }).selectOption('Energy')
    await eula(page).check()
    const width = (await payButton(page).boundingBox())?.width
    await payButton(page).click()
    await page.getByRole('alert').getByText(message).waitFor()
    await eventuallyEqual(() => page.getByLabel('Industry', { exact: true }).inputValue(), 'Energy')
    await eventuallyEqual(() => eula(page).isChecked(), true)
    await eventuallyEqual(() => payButton(page).isEnabled(), true)
    await eventuallyEqual(async () => (await payButton(page).boundingBox())?.width, width)
    await simulate('settings', { unavailable: false })
    await page.route('**/checkout', (route) => route.fulfill({ json: { redirectUrl: '#away' } }))
    await payButton(page).click()
    await page.getByRole('button', { name: 'Opening payment' }).waitFor()
    // The page leaves only once the response is there, and can be restored only after that.
    await page.waitForURL(/#away$/)
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await payButton(page).waitFor()
    await eventuallyEqual(() => payButton(page).getAttribute('aria-busy'), null)
    await page.unroute('**/checkout')
    await payButton(page).click()
    await page.getByRole('heading', { name: 'Pay by card' }).waitFor()
  }))

test('a plan bought in another tab is not bought again: the page reports it and shows the subscription', () =>
  visit(async (page) => {
    const { visitor } = await givenABuyer(shop)
    await page.context().addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
    await page.goto('/plans/analytics-annual')
    await page.getByLabel('Industry', { exact: true }).selectOption('Energy')
    await eula(page).check()
    await buy(visitor, 'analytics-monthly')
    await active(visitor, 'analytics-monthly')
    await payButton(page).click()
    await page.getByRole('alert').getByText('You already have a subscription to this product.').waitFor()
    await page.getByRole('button', { name: 'Manage subscription' }).waitFor()
    assert.equal((await heldBy(visitor)).length, 1)
  }))

test('a failure on the order summary without a message names the act that failed, and its toast can be closed while the dialog is open [8.7, 8.8]', () =>
  visit({ tolerate: /status of 5\d\d/ }, async (page) => {
    const dialog = await fillInToBuy(page, aRegistrant())
    await dialog.getByRole('checkbox', { name: /^I agree/ }).check()
    await without(shop, 'acceptances', async () => {
      await dialog.getByRole('button', { name: 'Register' }).click()
      await page.locator('.toast--error').getByText('Error registering user', { exact: true }).waitFor()
    })
    // Everything outside the open dialog is inert, so the toast is within it.
    await dialog.locator('.toast--error').getByRole('button', { name: 'Close' }).click()
    await page.locator('.toast--error').waitFor({ state: 'detached' })

    await page.context().addCookies([...buyer.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
    await page.goto('/plans/analytics-annual')
    await page.getByLabel('Industry', { exact: true }).selectOption('Energy')
    await eula(page).check()
    await without(shop, 'orders', async () => {
      await payButton(page).click()
      await page.locator('.toast--error').getByText('Checkout failed', { exact: true }).waitFor()
    })
  }))
