import assert from 'node:assert/strict'
import { test } from 'vitest'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAShop, givenATrialUser, personTexts } from '../../support/given.ts'
import { trialFields } from '../../support/trial-fields.ts'
import {
  agreement,
  aRegistrant,
  arrivesAt,
  chooseCountry,
  errorOf,
  fillIn,
  focusedIn,
  startButton,
  textFields,
  holdBack,
} from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

const long = 'x'.repeat(100)
/**
 * One rule per field, which shows how errors are displayed. Every rule of every field is tested in
 * domain/registration/.
 */
const rules: [label: string, field: string, typed: string, message: string][] = [
  ['Business email', 'email', 'jane', 'Email address is not valid'],
  ['First name', 'firstName', long, 'Length should be less than 100 characters'],
  ['Last name', 'lastName', 'Doe`', 'Contains invalid characters'],
  ['Company', 'company', 'North/wind', 'Contains invalid characters'],
  ['Phone', 'phone.phoneNumber', '12 3456x', 'This phone number is not valid'],
]

test('at 1440 × 900 the pitch, the form and its button are visible without scrolling, and the affirmation only if the plan requires it [2.39, 2.41, 5.11]', () =>
  visit({ viewport: { width: 1440, height: 900 } }, async (page) => {
    const affirmation = page.getByRole('checkbox', {
      name: 'I affirm that the product is not used for scientific research and development',
    })
    for (const [path, affirmations] of [
      ['/', 0],
      ['/try/statistics-trial', 1],
    ] as const) {
      await page.goto(path)
      await eventuallyEqual(() => affirmation.count(), affirmations)
      await eventuallyEqual(() => page.title(), 'Try | Parallax Analytics')
      await page.getByRole('heading', { level: 1, name: 'Start your free trial' }).waitFor()
      await page.getByText('No card needed, and nothing to cancel').waitFor()
      await page.getByRole('heading', { name: 'Register to continue' }).waitFor()
      await eventuallyEqual(
        async () => {
          const box = await startButton(page).boundingBox()
          return box && box.y + box.height < 900
        },
        true,
        `the button of ${path} is in sight`,
      )
    }
  }))

test('while typing, the first broken rule is shown at its field with an icon, and disappears when the value is corrected; the form asks for the state in the United States and Canada only, and for the extra tick only for Other [4.12, 4.13, 5.12, 5.17]', () =>
  visit(async (page) => {
    await page.goto('/')
    for (const [label, field, typed, message] of rules) {
      const input = page.getByLabel(label, { exact: true })
      await input.fill(typed)
      await errorOf(page, field).getByText(message, { exact: true }).waitFor()
      await errorOf(page, field).locator('svg').waitFor()
      await eventuallyEqual(() => input.getAttribute('aria-invalid'), 'true', `${field} with ${typed}`)
      await input.fill('')
      await errorOf(page, field).getByText('This field is required', { exact: true }).waitFor()
    }
    await page.getByLabel('First name').fill('Zoë')
    await errorOf(page, 'firstName').waitFor({ state: 'detached' })

    await page.getByLabel('State').selectOption('California')
    await chooseCountry(page, 'Canada')
    const province = page.getByLabel('Province or territory')
    await province.waitFor()
    await eventuallyEqual(() => province.getAttribute('aria-invalid'), null, 'untouched, it shows no error')
    await province.selectOption('Ontario')
    await province.selectOption('')
    await eventuallyEqual(() => province.getAttribute('aria-invalid'), 'true')
    await chooseCountry(page, 'France')
    await province.waitFor({ state: 'detached' })
    await eventuallyEqual(() => page.getByLabel('State').count(), 0)

    const tick = page.getByRole('checkbox', { name: /none of those listed/ })
    await eventuallyEqual(() => tick.count(), 0)
    await page.getByLabel('Industry', { exact: true }).selectOption('Other')
    await tick.waitFor()
    await page.getByLabel('Industry', { exact: true }).selectOption('Energy')
    await tick.waitFor({ state: 'detached' })
  }))

test('on leaving the email field the address is looked up; for a known one the form only offers to sign in [4.14, 5.14]', () =>
  visit(async (page) => {
    const { email } = await givenATrialUser(shop)
    const answer = await holdBack(page, '**/api/v1/users/search/*')
    await page.goto('/')
    await page.getByLabel('Business email').fill(email)
    await page.getByLabel('First name').focus()
    await page.getByText('Verifying email...', { exact: true }).waitFor()
    answer()
    await page.getByText('It seems like you already have an account.').waitFor()

    const usable = page.locator('main form :is(input, select, textarea, button):not([aria-hidden]):enabled')
    await eventuallyEqual(
      () => usable.evaluateAll((fields) => fields.map((field) => field.getAttribute('name'))),
      ['email'],
    )
    const link = page.locator('form').getByRole('link', { name: 'Sign in' })
    await eventuallyEqual(
      () => link.getAttribute('href'),
      `/api/v1/login?redirect_url=%2Ftry%2Fanalytics-trial&login_hint=${encodeURIComponent(email)}`,
    )

    await page.getByLabel('Business email').fill(aRegistrant().email)
    await page.getByText('It seems like you already have an account.').waitFor({ state: 'detached' })
    await eventuallyEqual(() => page.getByLabel('First name').isEnabled(), true)
  }))

test('an incomplete form is not sent: the summary takes the focus, and each of its links leads to its field [5.15]', () =>
  visit(async (page) => {
    let calls = 0
    page.on('request', (request) => void (calls += request.method() === 'POST' ? 1 : 0))
    await page.goto('/')
    await page.getByLabel('First name').fill('Jane')
    await startButton(page).click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await summary.waitFor()
    await eventuallyEqual(() => summary.evaluate((element) => element === document.activeElement), true)
    const empty = [...textFields.slice(1), 'email', 'state', 'phone', 'jobFunction', 'industry', 'termsAndConditions']
    await eventuallyEqual(() => summary.getByRole('link').count(), empty.length)
    await eventuallyEqual(() => errorOf(page, 'firstName').count(), 0)
    await accessible(page, 'trial')

    await summary.getByRole('link', { name: 'Company: This field is required' }).click()
    await eventuallyEqual(() => page.evaluate(() => document.activeElement?.id), 'company')
    await summary.getByRole('link', { name: /^Job function/ }).click()
    await eventuallyEqual(() => page.evaluate(() => document.activeElement?.id), 'jobFunction')
    assert.equal(calls, 0)
  }))

test('while the form is sent its button shows it; faults found by the server are shown at their fields, and no input is lost; hidden fields are not sent, the country is sent as its code, and pressing twice registers once [3.5, 5.16, 5.18]', () =>
  visit(async (page) => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    // The request has another company than was typed, so the server responds with an error.
    await page.route('**/api/v1/users', async (route) => {
      await held
      await route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), company: 'North/wind' }) })
    })
    await page.goto('/')
    const person = aRegistrant()
    await page.getByLabel('State').selectOption('California')
    await page.getByLabel('Industry', { exact: true }).selectOption('Other')
    await page.getByRole('checkbox', { name: /none of those listed/ }).check()
    await fillIn(page, person)
    await agreement(page).check()
    const before = await startButton(page).boundingBox()
    await startButton(page).click()
    const busy = page.getByRole('button', { name: 'Starting your trial' })
    await busy.waitFor()
    await eventuallyEqual(async () => (await busy.boundingBox())?.width, before?.width)
    answer()
    await errorOf(page, 'company').getByText('Contains invalid characters').waitFor()
    await eventuallyEqual(() => page.getByLabel('Business email').inputValue(), person.email)
    await eventuallyEqual(() => page.getByLabel('Phone', { exact: true }).inputValue(), person.phone)
    await eventuallyEqual(() => agreement(page).isChecked(), true)
    await page.getByLabel('Company').fill('Northwind')
    await errorOf(page, 'company').waitFor({ state: 'detached' })

    await page.unroute('**/api/v1/users')
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/users')) sent.push(request.postDataJSON())
    })
    await startButton(page).dblclick()
    await page.getByRole('dialog').waitFor()
    const { email } = person
    const shown = { email, ...personTexts, company: 'Northwind', country: 'GB', ...trialFields }
    assert.deepEqual(sent, [{ ...shown, termsAndConditions: true }])
  }))

test('input typed before the scripts load is kept', () =>
  visit(async (page) => {
    const come = await holdBack(page, '**/*.js')
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByLabel('First name').fill('Jane')
    await page.getByLabel('Industry', { exact: true }).selectOption('Other')
    await agreement(page).check()
    await page.locator('select[name=country]').selectOption('CA')
    await page.locator('select[name=country]').focus()
    come()
    await page.getByLabel('Province or territory').waitFor()
    await eventuallyEqual(() => page.evaluate(() => document.activeElement?.role), 'combobox')
    await page.getByRole('checkbox', { name: /none of those listed/ }).waitFor()
    await eventuallyEqual(() => page.getByLabel('First name').inputValue(), 'Jane')
    await eventuallyEqual(() => agreement(page).isChecked(), true)
  }))

test('a trial that does not exist is redirected to the first one, whose details on a phone are behind Learn more, with the form one tap away [2.38, 2.40]', () =>
  visit({ viewport: { width: 375, height: 667 } }, async (page) => {
    await page.goto('/try/no-such')
    await arrivesAt(page, '/try/analytics-trial')
    const detail = page.getByText('No card needed, and nothing to cancel')
    await eventuallyEqual(() => detail.isVisible(), false)
    await page.getByRole('button', { name: 'Learn more' }).click()
    await detail.waitFor()
    await page.getByRole('button', { name: 'Go back' }).click()
    await detail.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Go to the form' }).click()
    await eventuallyEqual(
      async () => {
        const box = await page.getByRole('heading', { name: 'Register to continue' }).boundingBox()
        return box && box.y > 64 && box.y < 300
      },
      true,
      'the form begins near the top',
    )
  }))

test('on a phone a person who has the trial is led to no form', async () => {
  const { visitor } = await givenATrialUser(shop)
  await visit({ as: visitor, viewport: { width: 375, height: 667 } }, async (page) => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'You already have a trial' }).waitFor()
    await page.getByRole('button', { name: 'Learn more' }).waitFor()
    await eventuallyEqual(() => page.getByRole('link', { name: 'Go to the form' }).count(), 0)
  })
})

test('a trial that ends soon is extended on the trial page, which then reports the new end', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  await shop.sql(
    `update subscriptions set end_date = date_trunc('day', now()) + interval '3 days'
       where subscriber_id in (select id from subscribers where email = $1)`,
    [email],
  )
  await visit({ as: visitor }, async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Extend trial' }).press('Enter')
    const done = page.getByText(/^Your trial now ends on/)
    await done.waitFor()
    await focusedIn(done)
  })
})

test('the form suggests the country of the browser’s time zone, with its dial code', () =>
  visit({ timezoneId: 'Europe/Berlin' }, async (page) => {
    await page.goto('/')
    await eventuallyEqual(() => page.locator('button#country').innerText(), 'Germany')
    await eventuallyEqual(() => page.locator('button[id="phone.countryCode"]').innerText(), '+49')
    await eventuallyEqual(() => page.getByText('State', { exact: true }).count(), 0)
  }))
