import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const cleared = await givenATrialUser(shop)
const held = await givenATrialUser(shop, { email: 'jane.held@contoso.example', firstName: 'Hanna' })
const plain = await givenATrialUser(shop, { email: 'jane.plain@contoso.example' })
const denied = await givenATrialUser(shop, { firstName: 'Dana', country: 'IR' })

/** Opens the account page and waits until the scripts have taken over its form, whose hidden token is then gone. */
const openAccount = async (page: Page) => {
  await page.goto('/account')
  await page.locator('details input[name=_csrf]').first().waitFor({ state: 'detached' })
}
const card = (page: Page) => page.locator('section').filter({ hasText: 'Your details' })

test('a cleared person corrects their details, which take effect immediately; the state of a newly chosen country is reported as missing only once the form is sent', () =>
  visit({ as: cleared.visitor }, async (page) => {
    await openAccount(page)
    await card(page).getByText('Northwind Bottling').waitFor()
    await page.getByText('Correct details', { exact: true }).click()
    const company = page.getByLabel('Company')
    await company.fill('')
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
    await company.fill('Northwind Bottling GmbH')
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor({ state: 'hidden' })
    await company.fill('')
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
    assert.equal(await company.evaluate((field) => field === document.activeElement), true, 'the keyboard stays')
    await company.fill('Northwind Bottling GmbH')
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('Details saved.').waitFor()
    await card(page).getByText('Northwind Bottling GmbH').waitFor()
    await eventuallyEqual(() => page.evaluate(() => document.activeElement?.textContent), 'Correct details')
    await company.waitFor({ state: 'hidden' })

    await page.getByText('Correct details', { exact: true }).press('Enter')
    await page.getByLabel('Country').selectOption('US')
    const state = page.getByLabel('State')
    await state.waitFor()
    assert.equal(await state.getAttribute('aria-invalid'), null)
    await page.getByRole('button', { name: 'Save details' }).press('Enter')
    await page.getByRole('link', { name: /^State: / }).press('Enter')
    assert.equal(await state.evaluate((element) => element === document.activeElement), true)
    assert.equal(await state.getAttribute('aria-invalid'), 'true')
    await state.selectOption('CA')
    await eventuallyEqual(() => state.getAttribute('aria-invalid'), null)
  }))

test('the correction of a person on hold waits, as the page says, until they withdraw it [10.29]', () =>
  visit({ as: held.visitor }, async (page) => {
    await openAccount(page)
    await page.getByText('Correct details', { exact: true }).click()
    await page.getByText('Your account is not approved, so we review a correction before it applies.').waitFor()
    await page.getByLabel('Company').fill('Contoso')
    await page.getByRole('button', { name: 'Save details' }).click()
    await card(page).getByText('Your correction is awaiting review.').waitFor()
    await card(page).getByText('Company: Contoso').waitFor()
    await card(page).getByText('Hanna Doe, Northwind Bottling, United Kingdom').waitFor()
    await openAccount(page)
    await card(page).getByText('Company: Contoso').waitFor()
    await page.getByRole('button', { name: 'Withdraw correction' }).click()
    await page.getByText('Correction withdrawn.').waitFor()
    await card(page).getByText('Your correction is awaiting review.').waitFor({ state: 'detached' })
  }))

test('without scripts the form shows its faults, stores a correction for review, and withdraws it', () =>
  visit({ as: plain.visitor, javaScriptEnabled: false }, async (page) => {
    await page.goto('/account')
    await page.getByText('Correct details', { exact: true }).click()
    await page.getByLabel('Company').fill('Contoso <b>')
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('Contains invalid characters', { exact: true }).waitFor()
    await page.getByLabel('Company').fill('Contoso')
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.waitForURL(/\/account$/)
    await card(page).getByText('Company: Contoso').waitFor()
    await page.getByRole('button', { name: 'Withdraw correction' }).click()
    await card(page).getByText('Company: Contoso').waitFor({ state: 'detached' })
  }))

/** Opens a person in the list of reviews and returns the pane beside it. */
async function open(page: Page, name: string) {
  await page
    .getByRole('rowheader')
    .getByRole('button', { name: new RegExp(`^${name} `) })
    .click()
  const pane = page.getByRole('complementary')
  await pane.getByRole('link', { name }).waitFor()
  return pane
}

test('administrators see what a correction changes and decide about it, apart from other reasons for a hold [10.20]', () =>
  visit({ as }, async (page) => {
    const send = (visitor: typeof held.visitor, body: object) => visitor.post('/api/v1/account/details', body)
    assert.equal((await send(held.visitor, { company: 'Contoso', lastName: 'Roe' })).status, 200)
    assert.equal((await send(denied.visitor, { country: 'GB' })).status, 200)
    await page.goto('/administration/reviews')
    const one = await open(page, 'Hanna Doe')
    await one.getByText('On hold', { exact: true }).waitFor()
    await one.getByText('from Northwind Bottling to Contoso').waitFor()
    await one.getByText('from Doe to Roe').waitFor()
    const other = await open(page, 'Dana Doe')
    await other.getByText('A correction is awaiting review').waitFor()
    await other.getByText('from Iran to United Kingdom').waitFor()

    await other.getByRole('button', { name: 'Refuse' }).click()
    const refusal = page.getByRole('dialog', { name: 'Refuse the correction by Dana Doe?' })
    await refusal.getByText('The details, the account and the subscriptions stay as they are.').waitFor()
    await refusal.getByLabel('Reason').fill('Writes from there')
    await refusal.getByRole('button', { name: 'Refuse' }).click()
    await page.getByText('The correction by Dana Doe is refused.').waitFor()
    await page.getByText(denied.email).waitFor({ state: 'detached' })

    await open(page, 'Hanna Doe')
    await one.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('alertdialog').getByText('The correction is discarded as well.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Hanna Doe' }).click()
    await page.waitForURL(/\/administration\/users\/[0-9a-f-]{36}$/)
    // The reviews page is shown until this one is ready.
    await page.getByRole('heading', { level: 1, name: 'Hanna Doe' }).waitFor()
    await page.getByText('from Northwind Bottling to Contoso').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const approval = page.getByRole('dialog', { name: 'Approve the correction by Hanna Doe?' })
    await approval.getByLabel('Reason').fill('Their new company')
    await approval.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('The correction by Hanna Doe is approved.').waitFor()
    await page.getByRole('heading', { name: 'Hanna Roe' }).waitFor()
    assert.equal((await heldBy(held.visitor))[0]?.subscription.status, 'active')
  }))
