import assert from 'node:assert/strict'
import { test } from 'vitest'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, password, signIn, whoIs } from '../../support/given.ts'
import { focusedOn } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const buyer = await givenATrialUser(shop, { country: 'DE', state: undefined })
const mover = await givenATrialUser(shop)
const careful = await givenATrialUser(shop)
const leaver = await givenATrialUser(shop, { firstName: 'Lea' })
const emigrant = await givenATrialUser(shop, { country: 'DE', state: undefined })
const as = await givenAnAdministrator(shop)

test('an address is saved after a correction of the country that removes the field of a VAT ID with an entered value', () =>
  visit({ as: emigrant.visitor }, async (page) => {
    await page.goto('/account')
    await page.getByText('Change address', { exact: true }).click()
    await page.getByLabel('VAT ID').fill('DE 123456789')
    await page.getByText('Correct details', { exact: true }).click()
    await page.getByLabel('Country').selectOption('AU')
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('Details saved.').waitFor()
    await page.getByLabel('VAT ID').waitFor({ state: 'detached' })
    await page.getByLabel('Street and number').fill('1 George St')
    await page.getByLabel('Town or city').fill('Sydney')
    await page.getByRole('button', { name: 'Save address' }).click()
    await page.getByText('Billing address saved.').waitFor()
  }))

test('what was entered into a form is shown again after a reload, also if its form was closed', () =>
  visit({ as: careful.visitor }, async (page) => {
    await page.goto('/account')
    await page.getByText('Correct details', { exact: true }).click()
    await page.getByLabel('Company').fill('Southwind')
    await page.getByText('Change email address', { exact: true }).click()
    await page.getByLabel('New email address').fill('careful@southwind.example')
    await page.reload()
    await page.getByLabel('Company').waitFor()
    await eventuallyEqual(() => page.getByLabel('Company').inputValue(), 'Southwind')
    await eventuallyEqual(() => page.getByLabel('New email address').inputValue(), 'careful@southwind.example')
  }))

test('the billing address is saved, and faults are shown at their field; the language of the emails is that of the pages, whether it is chosen in the settings or in the footer [10.31]', () =>
  visit({ as: buyer.visitor }, async (page) => {
    await page.goto('/account')
    await page.getByText('Change address', { exact: true }).click()
    await page.setViewportSize({ width: 375, height: 800 })
    const { right } = await page.getByLabel('Town or city').evaluate((field) => field.getBoundingClientRect().toJSON())
    assert.ok(right < 375, 'the form fits a phone')
    await page.getByLabel('Street and number').fill('Bahnhofstr. 4')
    await page.getByLabel('VAT ID').fill('12')
    await page.getByRole('button', { name: 'Save address' }).click()
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
    await page.getByRole('link', { name: /Town or city/ }).waitFor()
    await accessible(page, 'account')
    await page.getByLabel('Town or city').fill('Berlin')
    await page.getByRole('button', { name: 'Save address' }).click()
    await page.getByText('This is not a VAT ID of your country', { exact: true }).waitFor()
    await page.getByLabel('VAT ID').fill('DE 123456789')
    await page.getByRole('button', { name: 'Save address' }).click()
    await page.getByText('Billing address saved.').waitFor()
    await page.getByText('Bahnhofstr. 4, Berlin, VAT ID DE123456789').waitFor()
    await focusedOn(page, 'Change address')
    await eventuallyEqual(() => page.getByLabel('VAT ID').inputValue(), 'DE123456789')
    await page.reload()
    await page.getByText('Bahnhofstr. 4, Berlin, VAT ID DE123456789').waitFor()

    const language = page.locator('main').getByLabel('Language')
    await language.selectOption('de')
    await page.getByRole('button', { name: 'Save language' }).click()
    await page.getByRole('button', { name: 'Sprache speichern' }).waitFor()
    const kept = async () => {
      const [row] = await shop.sql('select language from subscribers where email = $1', [buyer.email])
      return row?.['language']
    }
    assert.equal(await kept(), 'de')
    // The footer is the same choice.
    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Save language' }).waitFor()
    assert.equal(await kept(), 'en')
    await eventuallyEqual(() => language.inputValue(), 'en')
  }))

test('a new email address is requested, the page shows that it is pending, and people view their own data as a page [10.32]', () =>
  visit({ as: mover.visitor }, async (page) => {
    const to = `new.${mover.email}`
    await page.goto('/account')
    await page.getByText('Change email address', { exact: true }).click()
    const field = page.getByLabel('New email address')
    await field.fill(mover.email)
    const secret = page.getByLabel('Current password')
    await secret.fill('not the password')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('The password is wrong', { exact: true }).waitFor()
    await secret.fill(password)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('This is already your email address.', { exact: true }).waitFor()
    await field.fill(to)
    await field.press('Enter')
    await page.getByText(`We have sent a link to ${to}.`).waitFor()
    await page.getByText(`${mover.email}. We have sent a link to ${to}`).waitFor()
    await focusedOn(page, 'Change email address')
    await eventuallyEqual(() => secret.inputValue(), '')

    await page.getByRole('link', { name: 'View your data' }).click()
    await page.getByRole('heading', { name: 'Your data', level: 1 }).waitFor()
    await page.getByText(mover.email).first().waitFor()
    await accessible(page, null)
    await page.setViewportSize({ width: 375, height: 800 })
    await eventuallyEqual(() => page.evaluate(() => document.documentElement.scrollWidth <= 375), true)
    await page.getByRole('link', { name: 'Back to your account' }).click()
    await page.getByRole('heading', { name: 'Your subscriptions' }).waitFor()
  }))

test('sessions are listed with their browser, and end one by one or all others together [10.34]', () =>
  visit(async (page) => {
    const other = shop.visitor()
    await signIn(other, careful.email)
    await page.goto('/api/v1/login?redirect_url=/account')
    await page.getByLabel('Email').fill(careful.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/account$/)
    const list = page.getByRole('list', { name: 'Where you are signed in' })
    await list.getByRole('listitem').filter({ hasText: 'Chrome, Linux' }).getByText('This device').waitFor()
    assert.equal(await list.getByRole('listitem').count(), 3)
    await list.getByRole('button', { name: 'Sign out Unknown browser' }).first().click()
    await page.getByText('That device has been signed out.').waitFor()
    await eventuallyEqual(() => list.getByRole('listitem').count(), 2)
    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await page.getByText('All other devices have been signed out.').waitFor()
    await eventuallyEqual(() => list.getByRole('listitem').count(), 1)
    assert.deepEqual([await whoIs(other), await whoIs(careful.visitor)], [null, null])

    await page.getByRole('link', { name: 'Change password' }).click()
    await page.getByLabel('Current password').fill('not the one')
    await page.getByLabel('New password').fill('another long one')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('link', { name: 'This is not your current password' }).waitFor()
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill('another long one')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.waitForURL(/\/account$/)
    await page.getByRole('heading', { name: 'Your subscriptions' }).waitFor()
    await shop.mailTo(careful.email, 'password')
  }))

test('deletion is requested after its consequences are shown, and can be withdrawn', () =>
  visit({ as: leaver.visitor }, async (page) => {
    await page.goto('/account')
    await page.getByText('Delete account', { exact: true }).last().click()
    await page.getByText('It cannot be undone.').waitFor()
    await page.getByRole('button', { name: 'Ask for deletion' }).click()
    await page.getByText(/You asked us on .* to delete your account/).waitFor()
    await focusedOn(page, 'Keep my account')
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await page.getByText('Request withdrawn. We will not delete your account.').waitFor()
    await focusedOn(page, 'Delete account')
    await page.getByText('Delete account', { exact: true }).last().click()
    await page.getByRole('button', { name: 'Ask for deletion' }).click()
    await page.getByText(/You asked us on/).waitFor()
  }))

test('an administrator sees the request in the queue, and on the page of the person [10.33]', () =>
  visit({ as }, async (page) => {
    await page.goto('/administration/queue')
    const requests = page.getByRole('list', { name: 'Requests for deletion' })
    await requests.getByText('today').waitFor()
    await requests.getByRole('link', { name: 'Lea Doe' }).click()
    await page.getByText(/Requested account deletion on /).waitFor()
  }))
