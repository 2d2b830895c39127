import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { idOf } from '../../../support/admin/admin-page.ts'
import { givenASubscriber } from '../../../support/billing/given-buyer.ts'
import { useBrowser } from '../../../support/browser/browser.ts'
import { eventuallyEqual } from '../../../support/eventually.ts'
import {
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  givenSupport,
  signIn,
} from '../../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const support = await givenSupport(shop)
const subscriber = await givenASubscriber(shop, 'analytics-monthly')
/** An administrator who bought a plan, and whom a check flagged. */
const buyer = await givenASubscriber(shop, 'analytics-monthly')
await shop.sql("update identity_accounts set role = 'SUBSCRIPTION_ADMIN' where email = $1", [buyer.email])
await shop.sql('update subscribers set review_since = now() where email = $1', [buyer.email])
await signIn(buyer.visitor, buyer.email)

async function open(page: Page, email: string): Promise<void> {
  await page.goto(`/administration/users/${await idOf(shop, email)}`)
  await page.getByRole('heading', { name: 'History' }).waitFor()
}

const glance = (page: Page) => page.getByRole('region', { name: 'At a glance' })

/** Opens the menu of the page's header and chooses an act, by keyboard alone. */
async function choose(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: act }).press('Enter')
}

/** Opens *Change plan* of a monthly plan by keyboard, chooses the annual one, and waits for the amount. */
async function chooseAnnualPlan(page: Page) {
  await page.getByRole('button', { name: 'Actions for Parallax Analytics, monthly' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Change plan' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change plan' })
  await dialog.getByRole('option', { name: /annual/ }).waitFor({ state: 'attached' })
  await dialog.getByLabel('New plan').press('End')
  const charged = dialog.getByRole('button', { name: /^Charge US\$1,0\d\d\.\d\d$/ })
  await charged.waitFor()
  return { dialog, charged }
}

test('the head shows a subscriber’s situation, plan, price, next charge and payment, links to the billing provider, and follows when renewal is stopped and resumed', () =>
  visit({ as }, async (page) => {
    await open(page, subscriber.email)
    for (const text of ['Active, renews', 'Parallax Analytics, monthly', 'US$149.00 / month', 'Next charge', 'Paid'])
      await glance(page).getByText(text, { exact: true }).waitFor()
    await glance(page)
      .getByText(/^\d{1,2} \w+ \d{4}, US\$149\.00$/)
      .waitFor()
    await glance(page).getByText('Northwind Bottling, United Kingdom').waitFor()
    assert.match(
      (await glance(page)
        .getByRole('link', { name: /^Open at the billing provider/ })
        .getAttribute('href')) ?? '',
      /\/sandbox\/payment/,
    )
    const act = async (name: string, confirm: string) => {
      await page.getByRole('button', { name: 'Actions for Parallax Analytics, monthly' }).press('Enter')
      await page.getByRole('menuitem', { name }).press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: confirm }).press('Enter')
    }
    await act('Stop renewal', 'Yes, stop renewal')
    await glance(page).getByText('Active, does not renew').waitFor()
    await page.getByText(/^Email .*sent: Your subscription will not renew/).waitFor()
    await act('Resume renewal', 'Yes, resume renewal')
    await glance(page).getByText('Active, renews').waitFor()
  }))

test('a plan is changed by keyboard: the amount is shown before, the new plan and the reason after', () =>
  visit(
    // Wide enough that nothing scrolls, which would close the menu.
    { as, viewport: { width: 1440, height: 900 } },
    async (page) => {
      const { email } = await givenASubscriber(shop, 'analytics-monthly')
      await open(page, email)
      await glance(page).getByText('Paid', { exact: true }).waitFor()
      const { dialog, charged } = await chooseAnnualPlan(page)
      await charged.press('Enter')
      await dialog.getByText('This field is required').waitFor()
      await dialog.getByLabel('Reason').fill('They asked by phone')
      await charged.press('Enter')
      await page.locator('.toast').filter({ hasText: 'now has Parallax Analytics, annual' }).waitFor()
      await glance(page).getByText('Parallax Analytics, annual', { exact: true }).waitFor()
      await page
        .getByText('Parallax Analytics, monthly → Parallax Analytics, annual: They asked by phone')
        .first()
        .waitFor()
    },
  ))

test('an unconfirmed address is marked; next to it, support sends the activation email again, and to a corrected address', () =>
  visit({ as: support }, async (page) => {
    const { email } = await givenARegistration(shop)
    await open(page, email)
    await glance(page).getByText('Address not confirmed').waitFor()
    await glance(page).getByRole('button', { name: 'Resend activation email' }).press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Resend the activation email?' })
    await dialog.getByRole('button', { name: 'Resend email' }).press('Enter')
    await page.getByText('The activation email is on its way.').waitFor()
    await page.getByText('Activation email sent again').waitFor()

    const right = `right.${email}`
    await glance(page).getByRole('button', { name: 'Correct email address' }).press('Enter')
    const correction = page.getByRole('dialog', { name: 'Correct the email address' })
    await correction.getByLabel('Correct email address').fill('right@')
    await correction.getByRole('button', { name: 'Correct and send' }).click()
    await correction.getByText('This field is required').waitFor()
    await correction.getByLabel('Correct email address').fill(right)
    await correction.getByLabel('Reason').fill('Typing error, by phone')
    await correction.getByRole('button', { name: 'Correct and send' }).press('Enter')
    await page.getByText(`The activation email is on its way to ${right}.`).waitFor()
    await page.getByText('Email address corrected, activation email sent').waitFor()
    assert.ok(!(await page.evaluate(() => JSON.stringify(sessionStorage))).includes('Typing error'), 'no draft stays')
  }))

test('a denied country is named, with the way to correct it; the correction waits for review', () =>
  visit({ as }, async (page) => {
    const { email } = await givenATrialUser(shop, { country: 'IR' })
    await open(page, email)
    await glance(page).getByText('Country denied').waitFor()
    await glance(page).getByText('Iran is a denied country').waitFor()
    await glance(page).getByRole('button', { name: 'Correct details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct details' })
    await dialog.getByLabel('Country').selectOption('GB')
    await dialog.getByRole('button', { name: 'Save details' }).click()
    await dialog.getByText('This field is required').waitFor()
    await dialog.getByLabel('Reason').fill('Typed by mistake')
    await dialog.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('The correction is awaiting review.').waitFor()
    await glance(page).getByText('Waiting for review: Country').waitFor()
  }))

test('details are corrected and a new address is requested by keyboard; faults are shown below their fields, no input is lost, and the key of a draft contains the id of the person, not name or address', () =>
  visit({ as }, async (page) => {
    const { email } = await givenATrialUser(shop)
    const to = `new.${crypto.randomUUID()}@northwind-bottling.example`
    await open(page, email)
    for (const act of ['Correct details', 'Change email address']) {
      await choose(page, act)
      const dialog = page.getByRole('dialog', { name: act })
      await dialog.getByLabel('Reason').fill('Typed so far')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
    const names = await page.evaluate(() => Object.keys(sessionStorage).join('\n'))
    assert.match(names, /details [\da-f-]{36}/)
    assert.match(names, /email [\da-f-]{36}/)
    for (const word of ['Jane', 'Doe', 'Northwind', email]) assert.ok(!names.includes(word), `${word}: ${names}`)
    await choose(page, 'Correct details')
    const details = page.getByRole('dialog', { name: 'Correct details' })
    assert.equal(await details.getByLabel('Reason').inputValue(), 'Typed so far')
    await details.getByLabel('First name').fill('J@net')
    await details.getByRole('button', { name: 'Save details' }).press('Enter')
    await details.getByText('Contains invalid characters').waitFor()
    await details.getByLabel('First name').fill('Janet')
    assert.equal(await details.getByLabel('Reason').inputValue(), 'Typed so far')
    await details.getByRole('button', { name: 'Save details' }).press('Enter')
    await page.getByRole('heading', { name: 'Janet Doe', level: 1 }).waitFor()
    await page.getByText('First name from “Jane” to “Janet”').waitFor()

    await choose(page, 'Change email address')
    const dialog = page.getByRole('dialog', { name: 'Change email address' })
    await dialog.getByLabel('New email address').fill('not an address')
    await dialog.getByLabel('Reason').fill('Asked by phone')
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await dialog.getByText('Email address is not valid').waitFor()
    await dialog.getByLabel('New email address').fill(to)
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await glance(page).getByText(`New email address requested: ${to}`).waitFor()
  }))

test('a complimentary subscription is added with an end date, shown as such, and extended by pressing “+30 days”', () =>
  visit({ as }, async (page) => {
    const { email } = await givenATrialUser(shop)
    await open(page, email)
    await choose(page, 'Add complimentary subscription')
    const dialog = page.getByRole('dialog', { name: 'Add complimentary subscription' })
    await dialog.getByRole('button', { name: 'Add subscription' }).click()
    await dialog.getByText('This field is required').first().waitFor()
    await dialog.getByLabel('Plan').selectOption({ label: 'Parallax Analytics, annual' })
    await dialog.getByLabel('End date').fill('2035-03-01')
    await dialog.getByText('1 March 2035', { exact: true }).waitFor()
    await dialog.getByLabel('Reason').fill('For a talk')
    await page.keyboard.press('Escape')
    await page.reload()
    await choose(page, 'Add complimentary subscription')
    await eventuallyEqual(() => dialog.getByLabel('Plan').inputValue(), 'analytics-annual')
    const slow = Promise.withResolvers<void>()
    await page.route(/\/invoices$/, async (route) => {
      await slow.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Add subscription' }).click()
    await glance(page).getByText('Complimentary').waitFor()
    assert.equal(await dialog.count(), 0, 'the dialog does not wait for the whole page')
    await eventuallyEqual(() => page.evaluate(() => JSON.stringify(sessionStorage).includes('For a talk')), false)
    slow.resolve()
    await page.getByRole('button', { name: 'Actions for Parallax Analytics, annual' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Update expiration date' }).press('Enter')
    const extend = page.getByRole('dialog', { name: 'Update expiration date' })
    await extend.getByRole('button', { name: '+30 days' }).press('Enter')
    assert.equal(await extend.getByLabel('New expiration date').inputValue(), '2035-03-31')
    await extend.getByText('31 March 2035, was 1 March 2035', { exact: true }).waitFor()
    await extend.getByLabel('Reason').fill('A month more')
    // A colleague is first: the dialog then shows their date, which the next press replaces.
    const [granted] = await shop.sql<{ id: string }>(
      `select x.id from subscriptions x join subscribers s on s.id = x.subscriber_id
       where s.email = $1 and x.type = 'subscription'`,
      [email],
    )
    const earlier = { endDate: '2035-03-15T00:00:00.000Z', comment: 'Two weeks' }
    assert.equal((await support.post(`/api/v1/subscriptions/extend/${granted?.id}`, earlier)).status, 200)
    const update = extend.getByRole('button', { name: 'Update expiration date' })
    await update.click()
    await extend.getByText('31 March 2035, was 15 March 2035', { exact: true }).waitFor()
    await update.click()
    await glance(page).getByText('31 Mar 2035').waitFor()
  }))

test('a menu opened while the page scrolls to its button stays open, and closes when the page scrolls further', () =>
  visit({ as, viewport: { width: 1440, height: 300 } }, async (page) => {
    await open(page, subscriber.email)
    const button = page.getByRole('button', { name: 'Actions for Parallax Analytics, monthly' })
    const menu = page.getByRole('menu')
    const frames = () =>
      page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
    await page.evaluate(() => scrollTo(0, 0))
    await frames()
    await button.evaluate((element: HTMLElement) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      element.click()
    })
    await frames()
    assert.ok(await page.evaluate(() => scrollY > 0), 'the page scrolled')
    await menu.waitFor()
    await page.evaluate(() => scrollBy(0, -50))
    await menu.waitFor({ state: 'detached' })
  }))

test('the timeline shows emails with their text and sends one again; filters narrow it', () =>
  visit({ as }, async (page) => {
    const { email } = await givenATrialUser(shop)
    await shop.catchUp()
    await open(page, email)
    const history = page.getByRole('table', { name: 'History' })
    await history.getByText('Signed in', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Emails', exact: true }).press('Enter')
    await eventuallyEqual(() => history.getByText('Signed in', { exact: true }).count(), 0)
    const row = history.getByRole('row').filter({ hasText: 'has started' })
    await row.getByText('Show text').click()
    await row.getByText(/It runs until/).waitFor()
    await row.getByRole('button', { name: /^Send again/ }).click()
    await page.getByText('The email is on its way.').waitFor()
    const activation = history.getByRole('row').filter({ hasText: 'Activate your' })
    await eventuallyEqual(() => activation.getByText('Show text').count(), 0)
  }))

test('support is not offered the acts of administrators, such as approving a match with a list, and is told who can', () =>
  visit({ as: support }, async (page) => {
    await open(page, subscriber.email)
    await page.getByRole('button', { name: 'Actions', exact: true }).waitFor()
    await page.getByText('Administrators only: Export for an auditor').waitFor()
    await page.waitForLoadState('networkidle')
    for (const name of ['Forget user data', /^Refund/])
      assert.equal(await page.getByRole('button', { name }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Export for an auditor' }).count(), 0)
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await eventuallyEqual(
      () => page.getByRole('menuitem').allTextContents(),
      ['Update expiration date', 'Change plan', 'Stop renewal', 'Cancel subscription', 'Add comment'],
    )
    await page.getByText('Administrators only: Refund payment').waitFor()
    await page.getByText('Administrators only: Refund', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByText('Administrators only: Change email address, Forget user data').waitFor()
    await page.goto('/administration/users')
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    await page.getByText('Administrators only: Export to CSV').waitFor()
    await eventuallyEqual(() => page.getByRole('link', { name: /CSV/ }).count(), 0)
    await page.goto('/administration/audit')
    await page.getByText('Administrators only: Export evidence on erased people, Export as CSV').waitFor()
    await eventuallyEqual(() => page.getByRole('link', { name: /Export/ }).count(), 0)
    const { email } = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak' })
    await open(page, email)
    await page.getByText('Administrators only: Approve').waitFor()
    await eventuallyEqual(() => page.getByRole('button', { name: 'Approve', exact: true }).count(), 0)
    await page.getByRole('button', { name: 'Refuse', exact: true }).waitFor()
  }))

test('on their own page, and for their own row of the list, administrators are offered only what the server accepts', () =>
  visit({ as: buyer.visitor }, async (page) => {
    const { email } = buyer
    await open(page, email)
    await page.getByText('This is your own account.').first().waitFor()
    await page.getByRole('heading', { name: 'Invoices' }).waitFor()
    await page.getByText('Show text').first().click()
    await page.waitForLoadState('networkidle')
    const names = ['Actions', 'Forget user data', /^Refund/, 'Approve', 'Refuse', /^Send again/] as const
    for (const name of names)
      assert.equal(await page.getByRole('button', { name, exact: typeof name === 'string' }).count(), 0, String(name))
    await page.getByRole('button', { name: /^Actions for/ }).click()
    const offered = () => page.getByRole('menuitem').allTextContents()
    await eventuallyEqual(offered, ['Stop renewal', 'Add comment'])
    await page.keyboard.press('Escape')
    await page.goto(`/administration/users?search=${encodeURIComponent(email)}`)
    await page.getByRole('gridcell', { name: email }).click({ button: 'right' })
    await eventuallyEqual(offered, ['View details', 'Stop renewal', 'Add comment'])
    await page.getByText('This is your own account.').waitFor()
  }))

test('in German and dark the page fits 375 pixels, and the history shows each event below its date and author', () =>
  visit({ as, locale: 'de-DE', viewport: { width: 375, height: 900 } }, async (page) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`/administration/users/${await idOf(shop, subscriber.email)}`)
    await page.getByRole('region', { name: 'Auf einen Blick' }).getByText('Aktiv, verlängert sich').waitFor()
    const history = page.getByRole('table', { name: 'Verlauf' })
    const event = history.getByText('Abonnement angelegt', { exact: false }).first()
    await event.waitFor()
    const box = await event.boundingBox()
    assert.ok(box && box.x >= 0 && box.x + box.width <= 375, JSON.stringify(box))
    const wider = () =>
      history.evaluate(({ parentElement }) => (parentElement?.scrollWidth ?? 0) - (parentElement?.clientWidth ?? 0))
    await eventuallyEqual(wider, 0)
    await page.getByRole('button', { name: 'Aktionen', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Angaben korrigieren' }).waitFor()
    await eventuallyEqual(() => page.evaluate(() => document.documentElement.scrollWidth), 375)
  }))
