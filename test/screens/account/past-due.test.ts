import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { cards, givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, signIn } from '../../support/given.ts'
import { part } from '../story.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const { visit } = await useBrowser(shop)
const failing = await givenASubscriber(shop, 'analytics-monthly', cards.failsLater, { lastName: 'Overdue' })
const healthy = await givenASubscriber(shop, 'analytics-annual', cards.pays, { lastName: 'Paid' })
// After the hour in which the provider keeps an invoice as a draft.
await shop.advanceTo('2026-12-20T12:30:00Z')
await shop.advanceTo('2026-12-20T14:30:00Z')
await signIn(failing.visitor, failing.email)
await signIn(healthy.visitor, healthy.email)
const administrator = await givenAnAdministrator(shop)

const card = (page: Page) => page.getByRole('main').locator('section.card').first()

async function inState(state: string, more = ''): Promise<void> {
  await shop.sql(`update subscriptions set payment_state = $2 ${more} where id = $1`, [failing.id, state])
}

const restored = 'status, end_date, retry_at, pay_url, renewal, provider_period_end, disputed'

async function afterwards(body: () => Promise<void>): Promise<void> {
  const [before] = await shop.sql<{ retry_at: Date }>(`select ${restored} from subscriptions where id = $1`, [
    failing.id,
  ])
  try {
    await body()
  } finally {
    await shop.sql(
      `update subscriptions set payment_state = 'past_due', (${restored}) =
         (select ${restored} from json_populate_record(null::subscriptions, $2))
       where id = $1`,
      [failing.id, JSON.stringify(before)],
    )
  }
}

test('the account page states that a payment failed and until when access lasts, and links to the invoice and to a new card', () =>
  visit({ as: failing.visitor, viewport: { width: 375, height: 900 } }, async (page) => {
    await page.goto('/account')
    await card(page).locator('.badge').getByText('Payment failed', { exact: true }).waitFor()
    await card(page).getByText('Payment failed on 20 December 2026', { exact: true }).waitFor()
    await card(page).getByText('Pay now or update your card; access until 3 January 2027.').waitFor()
    await card(page).getByText('We will retry the payment on 23 December 2026.', { exact: true }).waitFor()
    await eventuallyEqual(
      () =>
        card(page)
          .getByText(/Renews on|Active|Next charge/)
          .count(),
      0,
    )
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375)
    await page.getByText('Open', { exact: true }).waitFor()
    await accessible(page, 'account', 'section.card')
    await card(page).getByRole('link', { name: 'Pay now' }).click()
    await page.waitForURL(/\/sandbox\/payment\//)
    await page.goBack()
    await card(page).getByRole('button', { name: 'Update card' }).click()
    await page.getByRole('heading', { name: 'Plan and billing' }).waitFor()
  }))

test('the page takes over the server’s markup even if the payments arrive before its script', () =>
  visit({ as: failing.visitor }, async (page) => {
    const payments = page.waitForResponse(/\/api\/v1\/subscriptions\/payments\//)
    await page.route(/\/account-overdue-[^/]*\.js$/, async (route) => {
      await (await payments).finished()
      await route.continue()
    })
    await page.goto('/account')
    await card(page).getByText('Payment failed on 20 December 2026', { exact: true }).waitFor()
  }))

test('each other state of the payment has its own sentence, none promises a renewal, and paying an open invoice restores access', () =>
  afterwards(async () => {
    const states: [string, string, RegExp[]][] = [
      [
        'past_due',
        `, retry_at = '2027-01-22T12:00:00Z'`,
        [/retry the payment on 22 January 2027\. If it succeeds, your access is restored/],
      ],
      [
        'action_required',
        `, retry_at = null`,
        [/^Your bank needs you to confirm this payment$/, /until 3 January 2027/],
      ],
      ['processing', '', [/^Your payment is being processed\. Your access continues\.$/, /^Payment processing$/]],
      ['disputed', '', [/^A payment is disputed\. Renewal is paused until/, /^Access until 3 January 2027$/]],
      ['paused', '', [/^Billing is paused/, /^Access until 3 January 2027$/]],
    ]
    await visit({ as: failing.visitor, javaScriptEnabled: false }, async (page) => {
      for (const [state, more, sentences] of states) {
        await inState(state, more)
        await page.goto('/account')
        for (const sentence of sentences) await card(page).getByText(sentence).waitFor()
        const promises = card(page).getByText(/Renews on|Active/)
        await eventuallyEqual(() => promises.count(), 0, state)
        const confirms = card(page).getByRole('link', { name: 'Confirm payment' })
        await eventuallyEqual(() => confirms.count(), state === 'action_required' ? 1 : 0)
      }
      await inState('past_due', `, status = 'expired', end_date = '2026-12-19T00:00:00Z'`)
      await page.goto('/account')
      await card(page).getByText('Expired', { exact: true }).waitFor()
      await card(page).getByText('Pay the open invoice to restore your access').waitFor()
      await card(page).getByRole('link', { name: 'Pay now' }).waitFor()
    })
    await visit({ as: failing.visitor }, async (page) => {
      await page.goto('/account')
      await card(page).getByText('The open invoice pays for the period until 20 January 2027.').waitFor()
      const again = card(page).getByRole('link', { name: 'Subscribe again: Parallax Analytics, monthly' })
      await again.click()
      await page.waitForURL(/\/plans\/analytics-monthly/)
    })
  }))

test('the renewal can be stopped on hold, and not resumed during a dispute', () =>
  afterwards(() =>
    visit({ as: failing.visitor, javaScriptEnabled: false }, async (page) => {
      const renewal = (name: string) => card(page).getByRole('button', { name })
      await inState('paused', `, status = 'pending', held_since = '2026-12-19T00:00:00Z'`)
      await page.goto('/account')
      await renewal('Stop renewal').waitFor()
      await inState('paid', `, status = 'active', held_since = null, renewal = 'stopped'`)
      await page.goto('/account')
      assert.equal(await renewal('Resume renewal').count(), 0, 'the paid period is over')
      await inState('disputed', `, provider_period_end = '2027-01-20T12:00:00Z', disputed = true`)
      await page.goto('/account')
      await card(page).getByText('You cannot resume the renewal before the dispute is settled.').waitFor()
      assert.equal(await renewal('Resume renewal').count(), 0)
      await inState('paid', ', disputed = false')
      await page.goto('/account')
      await renewal('Resume renewal').waitFor()
    }),
  ))

test('administrators see the state of the payment, the failure in the history and the open invoice', () =>
  visit({ as: administrator }, async (page) => {
    const [row] = await shop.sql<{ id: string }>('select id from subscribers where email = $1', [failing.email])
    await page.goto(`/administration/users/${row?.id}`)
    const fact = async (label: string) =>
      (await part(page, 'Payment').locator('dl > div').filter({ hasText: label }).locator('dd').innerText()).trim()
    await eventuallyEqual(() => fact('Payment state'), 'Payment failed')
    // One badge at the top states this, beside the date of the next attempt.
    const glance = page.getByRole('region', { name: 'At a glance' })
    await glance.getByText('Next attempt', { exact: true }).waitFor()
    assert.equal(await glance.getByText('Payment failed', { exact: true }).count(), 1)
    assert.equal(await glance.getByText('Next charge', { exact: true }).count(), 0)
    const why = 'Visa ending in 0341, declined by the bank without a reason, attempt 1'
    await part(page, 'Payment').getByText(why, { exact: true }).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await part(page, 'Payment').getByRole('button', { name: 'Copy payment link: Parallax Analytics, monthly' }).click()
    await part(page, 'Payment').getByText('Copied').first().waitFor()
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\/sandbox\/payment\/invoice\//)
    assert.match(await fact('Access until'), /^3 Jan 2027/)
    assert.match(await fact('Next attempt'), /^23 Dec 2026/)
    assert.match(await fact('Last payment'), /^20 Nov 2026/)
    const provider = page.getByRole('link', { name: 'Open at the billing provider' })
    assert.match((await provider.getAttribute('href')) ?? '', /\/sandbox\/payment/)
    await part(page, 'History').getByText('Payment of US$149.00 failed').waitFor()
    await eventuallyEqual(() => part(page, 'Invoices').getByRole('row').count(), 3)
    await part(page, 'Invoices').getByText('Open', { exact: true }).waitFor()
    const pdf = part(page, 'Invoices').getByRole('link', { name: /^PDF of invoice/ })
    await eventuallyEqual(() => pdf.count(), 2)
  }))

test('the list marks overdue payments, filters and counts them, and keeps the filter in the URL', () =>
  visit({ as: administrator, viewport: { width: 1440, height: 900 } }, async (page) => {
    await page.goto('/administration/users')
    const rows = page.locator('tbody tr[data-row]')
    const row = (name: string) => rows.filter({ hasText: name })
    await eventuallyEqual(() => rows.count(), 2)
    await row('Overdue').getByText('Payment failed', { exact: true }).waitFor()
    await eventuallyEqual(() => row('Paid').getByText('Payment failed').count(), 0)
    const chip = page.getByRole('group', { name: 'Payment' }).getByRole('button', { name: /^Payment failed/ })
    await eventuallyEqual(() => chip.innerText().then((text) => text.replaceAll(/\s+/g, ' ')), 'Payment failed 1')
    await chip.click()
    await eventuallyEqual(() => rows.count(), 1)
    await row('Overdue').waitFor()
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.waitForURL(/filters=past_due/)
    await page.reload()
    await eventuallyEqual(() => chip.getAttribute('aria-pressed'), 'true')
    await chip.click()
    await eventuallyEqual(() => rows.count(), 2)
  }))
