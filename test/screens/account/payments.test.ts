import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { eventually, givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { act } from '../../support/admin/admin-calls.ts'
import { idOf } from '../../support/admin/admin-page.ts'
import { overThere, provider, simulate } from '../../support/billing/paying.ts'
import { planChangeTo } from '../../support/billing/plan-change.ts'
import { payBy, toPayment } from '../buying.ts'
import { arrivesAt, part } from '../story.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const { visit } = await useBrowser(shop)
const subscriber = await givenASubscriber(shop, 'analytics-annual')
const stopped = await givenASubscriber(shop, 'analytics-monthly')
const reduced = await givenASubscriber(shop, 'analytics-monthly')
const raced = await givenASubscriber(shop, 'analytics-weekly')
const whole = await givenASubscriber(shop, 'analytics-weekly', undefined, { lastName: 'Whole' })
const moved = await givenASubscriber(shop, 'analytics-annual')
const held = await givenASubscriber(shop, 'analytics-weekly')
const stop = await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`, {})
assert.equal(stop.status, 200)
const as = await givenAnAdministrator(shop)

async function openDetails(page: Page, email: string): Promise<void> {
  await page.goto(`/administration/users/${await idOf(shop, email)}`)
}

test('a paid subscription shows the date and amount of the next charge, and its invoices; those that cannot be loaded show a message and a retry', () =>
  visit({ as: subscriber.visitor, tolerate: /Failed to load resource/ }, async (page) => {
    let broken = true
    await simulate('settings', { unavailable: true })
    await page.route('**/subscriptions/payments/*', (route) => (broken ? route.abort() : route.continue()))
    await page.goto('/account')
    const invoices = part(page, 'Invoices')
    await invoices.getByText('Invoices are not available because our payment provider cannot be reached.').waitFor()
    await invoices.getByText('Refunds and credits could not be loaded.').waitFor()
    await simulate('settings', { unavailable: false })
    broken = false
    for (const left of [1, 0]) {
      await invoices.getByRole('button', { name: 'Try again' }).first().click()
      await eventuallyEqual(() => invoices.getByRole('button', { name: 'Try again' }).count(), left)
    }
    await page.getByText('Next charge: US$1,188.00 on 20 November 2027, including any tax', { exact: true }).waitFor()
    const invoice = part(page, 'Invoices').getByRole('listitem')
    await eventuallyEqual(() => invoice.count(), 1)
    for (const text of ['20 Nov 2026', 'US$1,188.00', 'Paid'])
      await invoice.getByText(text, { exact: true }).first().waitFor()
    for (const name of [/^View invoice .+ \(opens in a new tab\)$/, /^PDF of invoice .+ \(opens in a new tab\)$/]) {
      const link = invoice.getByRole('link', { name })
      assert.match((await link.getAttribute('href')) ?? '', /\/invoice\//)
      const { height = 0, width = 0 } = (await link.boundingBox()) ?? {}
      assert.ok(height >= 24 && width >= 24, `${width} × ${height}`)
    }
    // There is one primary action; the rest of the page is used less often.
    assert.deepEqual(await page.locator('main .button--primary:visible').allInnerTexts(), ['Installers'])
  }))

test('a discount and credit that reduce the next charge are named beside it', () =>
  visit({ as: reduced.visitor }, async (page) => {
    const { id, customer } = await overThere(shop, reduced)
    await simulate('discount', { subscription: id, percent_off: 50, duration: 'once' })
    await provider().rawRequest('POST', `/v1/customers/${customer as string}`, { balance: -1_050 })
    await shop.catchUp()
    await page.goto('/account')
    await page.getByText('Next charge: US$64.00 on 20 December 2026, including any tax', { exact: true }).waitFor()
    await page.getByText('A discount of US$74.50 has already been deducted.', { exact: true }).waitFor()
    await page.getByText('Your credit of US$10.50 has already been deducted.', { exact: true }).waitFor()
  }))

test('a partial refund is made once its fields are valid; history and invoices show it with author and reason [10.27]', () =>
  visit({ as }, async (page) => {
    await openDetails(page, subscriber.email)
    await part(page, 'Invoices')
      .getByRole('button', { name: /^Refund invoice/ })
      .click()
    const dialog = page.getByRole('alertdialog', { name: 'Refund payment?' })
    await dialog.getByText('Visa ending in 4242').waitFor()
    await eventuallyEqual(() => dialog.getByLabel('Amount').inputValue(), '1188.00')
    await eventuallyEqual(
      () => dialog.getByRole('combobox', { name: 'Subscription' }).locator('option').allInnerTexts(),
      ['It continues as before', 'It ends now', 'It ends on 20 Nov 2027 and does not renew'],
    )
    await dialog.getByRole('button', { name: 'Refund US$1,188.00 and keep the subscription' }).waitFor()
    const confirm = dialog.getByRole('button', { name: /^Refund/ })
    await confirm.click()
    await dialog.getByText('This field is required').waitFor()
    await accessible(page, 'userDetails', 'dialog[open]')
    await dialog.getByLabel('Reason').fill('Two weeks of trouble')
    await dialog.getByLabel('Amount').fill('a lot')
    await dialog.getByText('Enter an amount without a thousands separator, for example 1188.00').waitFor()
    await dialog.getByLabel('Amount').fill('5000')
    await confirm.click()
    await dialog.getByText('The amount cannot be more than US$1,188.00').waitFor()
    await eventuallyEqual(() => dialog.getByLabel('Amount').getAttribute('aria-invalid'), 'true')
    await eventuallyEqual(() => dialog.getByLabel('Reason').inputValue(), 'Two weeks of trouble')
    await dialog.getByLabel('Amount').fill('12,50')
    await confirm.click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('The refund for Jane Doe is on its way.').waitFor()
    await part(page, 'History').getByText('Refund of US$12.50 — Two weeks of trouble').waitFor()
    const row = part(page, 'History').getByRole('row').filter({ hasText: 'Refund of' })
    await eventuallyEqual(() => row.locator('td').nth(1).innerText(), 'admin@shop.example')
    await part(page, 'Invoices').getByText('US$12.50').waitFor()
    await part(page, 'Subscriptions').getByText('Active', { exact: true }).waitFor()
  }))

test('the owner sees what was refunded', () =>
  visit({ as: subscriber.visitor }, async (page) => {
    await page.goto('/account')
    await part(page, 'Invoices').getByText('US$12.50 refunded').waitFor()
    await part(page, 'Refunds and credits').getByText('Refund of US$12.50', { exact: true }).waitFor()
  }))

test('a refund that completes before the page requests the payments still appears among the invoices', () =>
  visit({ as }, async (page) => {
    await openDetails(page, raced.email)
    await page.getByRole('button', { name: 'Refund payment for Parallax Analytics, weekly' }).click()
    await part(page, 'Invoices').getByText('Paid').waitFor()
    // The page receives the invoices as they were before the refund, then the payments as they are after it.
    const invoices = await (await raced.visitor.get('/api/v1/account/invoices')).json()
    await page.route(/\/invoices$/, (route) => route.fulfill({ json: invoices }), { times: 1 })
    await page.route('**/subscriptions/payments/*', async (route) => {
      await eventually('the refund', async () => {
        const [refund] = await shop.sql<{ state: string }>(
          "select state from payments where subscription_id = $1 and kind = 'refund'",
          [raced.id],
        )
        return refund !== undefined && refund.state !== 'pending'
      })
      // A request that the page has aborted meanwhile cannot be continued.
      await route.continue().catch(() => undefined)
    })
    const dialog = page.getByRole('alertdialog', { name: 'Refund payment?' })
    await dialog.getByLabel('Reason').fill('Sooner than the page')
    await dialog.getByLabel('Amount').fill('7.25')
    await dialog.getByRole('button', { name: 'Refund US$7.25 and keep the subscription' }).click()
    await part(page, 'History').getByText('Refund of US$7.25').waitFor()
    await part(page, 'Invoices').getByText('US$7.25').waitFor()
  }))

test('a fully refunded invoice is not replaced by another one in the dialog', () =>
  visit({ as, alone: true }, async (page) => {
    await page.clock.install()
    await openDetails(page, subscriber.email)
    const refund = part(page, 'Invoices').getByRole('button', { name: /^Refund invoice/ })
    await refund.waitFor()
    await page.route('**/subscriptions/refundable/*', async (route) => {
      const [own] = (await (await route.fetch()).json()) as object[]
      await route.fulfill({
        json: [
          { ...own, invoice: 'OTHER-1' },
          { ...own, left: 0 },
        ],
      })
    })
    // After this time the page requests the amounts again.
    await page.clock.fastForward(6_000)
    await refund.click()
    const dialog = page.getByRole('alertdialog', { name: 'Refund payment?' })
    await dialog.getByText('There is no payment to refund.').waitFor()
  }))

test('no refund is offered of an invoice whose rest became credit of another plan', () =>
  visit({ as }, async (page) => {
    await act(as, `change-plan/${moved.id}`, await planChangeTo(as, moved, 'analytics-weekly'))
    await shop.catchUp()
    await openDetails(page, moved.email)
    const refund = part(page, 'Invoices').getByRole('button', { name: /^Refund invoice/ })
    await refund.click()
    const dialog = page.getByRole('alertdialog', { name: 'Refund payment?' })
    await eventuallyEqual(() => dialog.getByLabel('Amount').inputValue(), '49.00')
    await dialog.getByLabel('Reason').fill('The rest is credit')
    await dialog.getByRole('button', { name: 'Refund US$49.00 and keep the subscription' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await shop.catchUp()
    await page.reload()
    await part(page, 'Invoices').getByText('US$49.00').first().waitFor()
    await part(page, 'Payment').getByText('Parallax Analytics, weekly').waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(await page.getByRole('button', { name: /^Refund/ }).count(), 0)
  }))

test('a full refund from the list ends the subscription; then neither menu offers a refund', () =>
  visit({ as }, async (page) => {
    await page.goto('/administration/users?search=Whole')
    await page.getByRole('gridcell', { name: 'Jane Whole' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Refund payment' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Refund payment?' })
    await dialog.getByLabel('Reason').fill('Asked for')
    await dialog.getByRole('combobox', { name: 'Subscription' }).selectOption('It ends now')
    await dialog.getByRole('button', { name: 'Refund US$49.00 and end the subscription now' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('gridcell', { name: 'Cancelled' }).waitFor()
    await page.getByRole('gridcell', { name: 'Jane Whole' }).click({ button: 'right' })
    const offered = () => page.getByRole('menuitem').allTextContents()
    await eventuallyEqual(offered, ['View details', 'Undo cancellation', 'Add comment'])
    await page.keyboard.press('Escape')
    await openDetails(page, whole.email)
    await part(page, 'History').getByText('Refund of US$49.00 — Asked for').waitFor()
    await part(page, 'History').getByText('Subscription cancelled — Asked for').waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(await page.getByRole('button', { name: /^Refund/ }).count(), 0)
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await eventuallyEqual(offered, ['Undo cancellation', 'Add comment'])
  }))

test('a subscription that will not renew is bought again: the page states its end, and the remaining days are added', () =>
  visit({ as: stopped.visitor }, async (page) => {
    await page.goto('/account')
    await page.getByText('Ends on 20 December 2026', { exact: true }).waitFor()
    await page.getByText('If you buy it again now, the remaining days are added.').waitFor()
    await page.getByRole('link', { name: 'Buy again: Parallax Analytics, monthly' }).click()
    await arrivesAt(page, '/plans/analytics-monthly')
    await page
      .getByText('Your subscription “Parallax Analytics, monthly” runs until 20 December 2026 and does not renew.')
      .waitFor()
    await page.getByText('You can subscribe again now. We will add your remaining days.').waitFor()
    await eventuallyEqual(() => page.getByText('You already have a subscription').count(), 0)
    await toPayment(page, 'analytics-monthly')
    await payBy(page)
    await page.getByRole('heading', { name: 'Thank you for your purchase' }).waitFor()
    await eventuallyEqual(async () => {
      const [row] = await shop.sql<{ renewal: string }>('select renewal from subscriptions where id = $1', [stopped.id])
      return row?.renewal
    }, 'on')
    await shop.catchUp()
    await page.goto('/account')
    await page.getByText('Renews on 19 January 2027', { exact: true }).waitFor()
    await page.getByText('Next charge: US$149.00 on 19 January 2027, including any tax', { exact: true }).waitFor()
    await page.goto('/plans/analytics-monthly')
    await page.getByText('You already have a subscription to this product.').waitFor()
  }))

test('a refund of a subscription on hold can end it now', () =>
  visit({ as }, async (page) => {
    await shop.sql("update subscribers set first_name = 'Zoltan', last_name = 'Karnovak' where email = $1", [
      held.email,
    ])
    assert.equal((await held.visitor.get('/api/v1/download/analytics')).status, 403)
    await openDetails(page, held.email)
    await page.getByText('On hold', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: /^Refund payment/ }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Refund payment?' })
    const outcomes = dialog.getByRole('combobox', { name: 'Subscription' }).getByRole('option')
    await eventuallyEqual(
      () => outcomes.allTextContents(),
      ['It continues as before', 'It ends now', 'It ends on 27 Nov 2026 and does not renew'],
    )
    await dialog.getByLabel('Reason').fill('Not who they said')
    await dialog.getByRole('combobox', { name: 'Subscription' }).selectOption('It ends now')
    await dialog.getByRole('button', { name: 'Refund US$49.00 and end the subscription now' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await part(page, 'History').getByText('Subscription cancelled — Not who they said').waitFor()
  }))
