import assert from 'node:assert/strict'
import { test } from 'vitest'
import { jobRoles } from '../../../domain/lists/job-roles.ts'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAShop, password } from '../../support/given.ts'
import {
  activateBy,
  agreement,
  aRegistrant,
  arrivesAt,
  chooseCountry,
  fillIn,
  fillInTexts,
  register,
  startButton,
  textFields,
} from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

test('a visitor registers, follows the email in the inbox, chooses a password and has a running trial [1.1, 2.16, 2.43, 2.44, 2.45, 2.49, 4.10]', () =>
  visit(async (page) => {
    const person = aRegistrant()
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
    })
    await register(page, person)
    assert.deepEqual(calls, ['/api/v1/users', '/api/v1/plans/analytics-trial/checkout'])
    await eventuallyEqual(() => page.title(), 'Almost ready! Please check your inbox. | Parallax Analytics')
    const dialog = page.getByRole('dialog', { name: 'Almost ready! Please check your inbox.' })
    await dialog.getByText(person.email.slice(0, 20)).waitFor()

    const reloaded = page.waitForEvent('load')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await reloaded
    await dialog.waitFor({ state: 'detached' })
    await eventuallyEqual(() => page.getByLabel('Business email').inputValue(), '')

    await shop.mailTo(person.email, 'Activate')
    await page.goto('/sandbox/mail')
    await page
      .locator('li', { hasText: person.email })
      .getByRole('link', { name: /^Activate/ })
      .click()
    const mail = page.frameLocator('iframe')
    await accessible(page, null)
    await mail.getByRole('link', { name: 'Activate account' }).click()
    await page.getByRole('heading', { name: 'Activate your account' }).waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Activate account' }).click()

    await arrivesAt(page, '/try/analytics-trial')
    await eventuallyEqual(() => page.title(), 'You already have a trial | Parallax Analytics')
    const end = new Date(Date.now() + 30 * 86_400_000)
    const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(end)
    await page.getByText(`Your trial expires on ${date}`, { exact: true }).waitFor()
    await page.getByText(person.email, { exact: true }).waitFor()
    await accessible(page, 'trial')

    await page.getByRole('link', { name: 'Find installers' }).click()
    await arrivesAt(page, '/plans/analytics-trial/confirmation')
    await page.goBack()
    await page.locator('main').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Register to continue' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
  }))

test('a person with one trial who requests the other completes only the missing fields [4.11, 4.15, 7.6]', () =>
  visit(async (page) => {
    const person = aRegistrant({ country: 'Canada', phone: '5551234567' })
    await page.goto('/')
    await chooseCountry(page, 'Canada')
    await page.getByLabel('Province or territory').selectOption('Ontario')
    await fillInTexts(page, { ...person, industry: 'Other' })
    await page.getByRole('checkbox', { name: /none of those listed/ }).check()
    await agreement(page).check()
    await startButton(page).click()
    await page.getByRole('dialog').waitFor()
    await activateBy(page, shop, person.email)

    await page.goto('/try/statistics-trial')
    await page.getByRole('heading', { name: 'A few details to start' }).waitFor()
    for (const [label, value] of [
      ['Business email', person.email],
      ['First name', person.firstName],
      ['Company', person.company],
      ['Phone', person.phone],
    ] as const) {
      await eventuallyEqual(() => page.getByLabel(label, { exact: true }).inputValue(), value)
      await eventuallyEqual(() => page.getByLabel(label, { exact: true }).isDisabled(), true, label)
    }
    await eventuallyEqual(() => page.getByLabel('Industry', { exact: true }).isDisabled(), true)
    await eventuallyEqual(() => page.getByRole('checkbox', { name: /none of those listed/ }).isChecked(), true)
    await agreement(page).check()
    await page.getByRole('checkbox', { name: /^I affirm/ }).check()
    await startButton(page).click()
    await arrivesAt(page, '/plans/statistics-trial/confirmation')
    await page.getByRole('heading', { level: 1, name: 'Your trial has started: Parallax Statistics trial' }).waitFor()
  }))

test('a pasted phone number is accepted: on leaving the field it shows digits and the right country code; the dialog shows 25 characters of a long address below 768 px, and 40 from there [2.48, 9.10]', () =>
  visit(async (page) => {
    const email = 'wilhelmina.katharina.oppenheimer-blythe@northwind-bottling.example'
    const person = aRegistrant({ email, phone: '+44 (0)7700 900-123', country: 'France' })
    await page.goto('/')
    await fillIn(page, person)
    const number = page.getByLabel('Phone', { exact: true })
    await number.blur()
    await eventuallyEqual(() => number.inputValue(), '7700900123')
    await eventuallyEqual(() => page.locator('button[id="phone.countryCode"]').innerText(), '+44')
    await number.fill('07700 900 123')
    await agreement(page).check()
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/v1/users'))
    await startButton(page).click()
    const { phone } = (await sent).postDataJSON() as { phone: unknown }
    assert.deepEqual(phone, { countryCode: '+44', phoneNumber: '07700900123' })
    for (const [width, shown] of [
      [767, 'wilhelmina.katharina.opp…'],
      [768, 'wilhelmina.katharina.oppenheimer-blythe…'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('dialog').getByText(`activation email to ${shown}.`, { exact: false }).waitFor()
    }
  }))

test('the whole registration works by keyboard alone', () =>
  visit({ alone: true }, async (page) => {
    const person = aRegistrant()
    const type = (text: string) => page.keyboard.type(text)
    const press = (key: string) => page.keyboard.press(key)
    const focused = () => page.evaluate(() => document.activeElement?.id)
    await page.clock.install({ time: '2026-11-20T12:00:00Z' })
    await page.goto('/')
    await page.locator('button#country').waitFor()
    await press('Tab')
    await eventuallyEqual(() => page.evaluate(() => document.activeElement?.className), 'skip-link')
    await press('Enter')
    for (let steps = 0; (await focused()) !== 'email'; steps += 1) {
      assert.ok(steps < 6, 'the form comes soon after the skip link')
      await press('Tab')
    }
    await type(person.email)
    await press('Tab')
    for (const field of textFields) {
      await type(person[field])
      await press('Tab')
    }
    await eventuallyEqual(() => focused(), 'country')
    // The keys belong together, however slowly a busy machine sends them.
    await page.clock.pauseAt('2026-11-20T13:00:00Z')
    await type('united k')
    await press('Enter')
    await page.clock.resume()
    await press('Tab')
    await eventuallyEqual(() => focused(), 'phone.countryCode')
    await eventuallyEqual(() => page.locator('[id="phone.countryCode"]').innerText(), '+44')
    await press('Tab')
    await type(person.phone)
    await press('Tab')
    for (let steps = 0; steps <= jobRoles.indexOf('Data scientist'); steps += 1) await press('ArrowDown')
    await press('Tab')
    await press('ArrowDown')
    await press('Tab')
    await press('Space')
    // Privacy policy, end user license agreement, the button.
    for (let steps = 0; steps < 3; steps += 1) await press('Tab')
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Almost ready! Please check your inbox.' })
    await dialog.waitFor()
    await eventuallyEqual(() => dialog.evaluate((element) => element.contains(document.activeElement)), true)
    const reloaded = page.waitForEvent('load')
    await press('Escape')
    await reloaded
    const sent = await shop.sql<{ country: string; job_title: string }>(
      'select country, job_title from subscribers where email = $1',
      [person.email],
    )
    assert.deepEqual(sent, [{ country: 'GB', job_title: 'Data scientist' }])
  }))

test('a form whose token has expired registers again at the next attempt', () =>
  visit({ tolerate: /403|503/ }, async (page) => {
    const person = aRegistrant()
    await page.goto('/')
    await fillIn(page, person)
    await agreement(page).check()
    const checkout = '**/api/v1/plans/analytics-trial/checkout'
    await page.route(checkout, (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }), { times: 1 })
    await startButton(page).click()
    await page.getByRole('alert').getByText('Not now.').waitFor()
    await shop.sql(
      `update trial_tokens set expires_at = '2020-01-01' where subscriber_id =
      (select id from subscribers where email = $1)`,
      [person.email],
    )
    const refused = page.waitForResponse((response) => response.url().endsWith('/checkout'))
    await startButton(page).click()
    assert.equal((await refused).status(), 403)
    await startButton(page).click()
    await page.getByRole('dialog', { name: 'Almost ready! Please check your inbox.' }).waitFor()
  }))
