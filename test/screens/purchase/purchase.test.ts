import assert from 'node:assert/strict'
import { test } from 'vitest'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import {
  active,
  buy,
  cards,
  checkOut,
  givenABuyer,
  heldBy,
  loseMessages,
  orderIn,
  payOn,
} from '../../support/billing/given-buyer.ts'
import { planChangeTo } from '../../support/billing/plan-change.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { eula, headingsOf, payBy, payButton, tabTo, toPayment } from '../buying.ts'
import { arrivesAt, holdBack } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const people = await Promise.all([1, 2, 3, 4].map(() => givenABuyer(shop)))
const [first, second, third, fourth] = people as [Buyer, Buyer, Buyer, Buyer]
type Buyer = (typeof people)[number]

const none = 'No active subscription'
const recorded = 'We have received your payment'

test('a buyer pays and arrives at the thank-you page, with the receipt notice and an installer to download [1.3, 1.11, 2.51]', () =>
  visit({ as: first.visitor, alone: true }, async (page) => {
    const headings = await headingsOf(page)
    await toPayment(page, 'analytics-annual')
    await page.getByText('Subscribe to Parallax Analytics').waitFor()
    await page.getByText('Test cards: no money moves').click()
    await accessible(page, null)
    await page.getByText('Total due today').waitFor()
    assert.doesNotMatch(await page.locator('main').innerText(), /analytics-annual|price_|prod_/)
    await payBy(page)
    await arrivesAt(page, '/plans/analytics-annual/confirmation')
    await page.getByRole('heading', { level: 1, name: 'Thank you for your purchase' }).waitFor()
    await eventuallyEqual(() => page.title(), 'Confirmation | Parallax Analytics')
    await page.getByText(`A receipt is on its way to ${first.email}.`, { exact: true }).waitFor()
    assert.ok(!headings.includes(none), headings.join(', '))
    const receipt = page.locator('main section').first()
    await receipt.getByText('US$1,188.00', { exact: true }).waitFor()
    await receipt.getByText('Visa ending in 4242', { exact: true }).waitFor()
    await receipt.getByText(/^Renews on /).waitFor()
    await receipt.getByRole('link', { name: /^View invoice / }).waitFor()
    await page.getByRole('heading', { name: '2. Sign in' }).waitFor()
    await page.getByText('Verify download').first().click()
    await page.getByRole('button', { name: 'Copy: sha256sum parallax-analytics.AppImage' }).waitFor()
    await accessible(page, 'confirmation')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the installer' }).click()
    assert.equal((await coming).suggestedFilename(), 'parallax-analytics.AppImage')
    await shop.mailTo(first.email, 'eceipt')
  }))

test('the receipt is for the payment of the page’s order, even after another purchase and after changes of plan', async () => {
  const { visitor } = await givenABuyer(shop)
  const order = await buy(visitor, 'analytics-monthly')
  const { id } = await active(visitor, 'analytics-monthly')
  await buy(visitor, 'statistics-annual')
  await active(visitor, 'statistics-annual')
  const administrator = await givenAnAdministrator(shop)
  for (const plan of ['analytics-annual', 'analytics-monthly']) {
    const change = await planChangeTo(administrator, { id }, plan)
    assert.equal((await administrator.post(`/api/v1/subscriptions/change-plan/${id}`, change)).status, 200)
    await shop.catchUp()
  }
  await visit({ as: visitor }, async (page) => {
    await page.goto(`/plans/analytics-monthly/confirmation?order=${order}`)
    const receipt = page.locator('main section').first()
    await receipt.getByText('Visa ending in 4242', { exact: true }).waitFor()
    await receipt.getByText('US$149.00', { exact: true }).waitFor()
  })
})

test('the page waits until the provider’s report arrives, then thanks automatically; no buyer reads that they have nothing', () =>
  visit({ as: second.visitor, alone: true }, async (page) => {
    const found = await loseMessages(shop)
    try {
      const headings = await headingsOf(page)
      const answer = await holdBack(page, '**/api/v1/orders/*')
      await toPayment(page, 'analytics-monthly')
      await payBy(page)
      await page.getByRole('heading', { level: 1, name: 'Confirming your payment' }).waitFor()
      await page.getByRole('status').getByText('You can also close this page', { exact: false }).waitFor()
      answer()
      await page.getByRole('heading', { level: 1, name: 'Thank you for your purchase' }).waitFor()
      await eventuallyEqual(async () => headings.slice(-2), ['Confirming your payment', 'Thank you for your purchase'])
      assert.ok(!headings.includes(none), headings.join(', '))
    } finally {
      await found()
    }
  }))

test('the page of a plan that is bought again waits for the new payment, and shows its invoice', async () => {
  const { visitor } = await givenABuyer(shop)
  await buy(visitor)
  const { id } = await active(visitor)
  await shop.catchUp()
  // Nobody buys twice within a second.
  await shop.sql("update payments set at = at - interval '1 minute' where subscription_id = $1", [id])
  assert.equal((await visitor.post(`/api/v1/subscriptions/stop-renewal/${id}`)).status, 200)
  const found = await loseMessages(shop)
  try {
    const order = await buy(visitor)
    await visit({ as: visitor }, async (page) => {
      const answer = await holdBack(page, '**/api/v1/orders/*')
      await page.goto(`/plans/analytics-monthly/confirmation?order=${order}`)
      await page.getByRole('heading', { level: 1, name: 'Confirming your payment' }).waitFor()
      answer()
      await page.getByRole('heading', { level: 1, name: 'Thank you for your purchase' }).waitFor()
      const invoices = (await (await visitor.get('/api/v1/account/invoices')).json()) as {
        number: string
        total: number
      }[]
      const [second, first] = invoices.filter(({ total }) => total > 0).map(({ number }) => number)
      assert.ok(second && first)
      const receipt = page.locator('main section').first()
      await receipt.getByText(second).waitFor()
      assert.equal(await receipt.getByText(first).count(), 0)
    })
  } finally {
    await found()
  }
})

test('a payment on a page that was opened before renewal was resumed is not thanked for, but will be refunded', async () => {
  const { visitor } = await givenABuyer(shop)
  await buy(visitor)
  const { id } = await active(visitor)
  await shop.catchUp()
  assert.equal((await visitor.post(`/api/v1/subscriptions/stop-renewal/${id}`)).status, 200)
  const { to } = await checkOut(visitor)
  assert.equal((await visitor.post(`/api/v1/subscriptions/resume-renewal/${id}`)).status, 200)
  const order = orderIn(await payOn(visitor, to))
  await shop.catchUp()
  await visit({ as: visitor }, async (page) => {
    await page.goto(`/plans/analytics-monthly/confirmation?order=${order}`)
    await page.getByRole('heading', { level: 1, name: recorded }).waitFor()
  })
})

test('a payment is not called unused while the subscriptions cannot be loaded, and the page retries', () =>
  visit({ as: fourth.visitor, alone: true, tolerate: /500/ }, async (page) => {
    let failures = 0
    let works = false
    await page.route('**/api/v1/orders/*', (route) => route.fulfill({ json: { state: 'done', bought: null } }))
    await page.route(/\/api\/v1\/subscriptions\/user/, (route) => {
      if (works) return route.continue()
      failures += 1
      return route.fulfill({ status: 500, json: { code: 'UNEXPECTED', message: 'An unexpected error occurred.' } })
    })
    const headings = await headingsOf(page)
    await page.goto('/plans/analytics-annual/confirmation?order=1')
    await eventuallyEqual(async () => failures >= 2, true)
    assert.ok(!headings.includes(recorded), headings.join(', '))
    works = true
    await page.getByRole('heading', { level: 1, name: recorded }).waitFor()
  }))

test('a declined card is reported beside the number and charges nothing; another one pays', () =>
  visit({ as: third.visitor }, async (page) => {
    await toPayment(page, 'statistics-annual')
    await payBy(page, cards.declined)
    const said = page.getByRole('alert').filter({ hasText: 'The payment did not go through' })
    await said.getByText('Nothing has been charged.', { exact: false }).waitFor()
    await page.locator('#number-error').getByText('Your card was declined.').waitFor()
    await eventuallyEqual(() => page.getByLabel('Name on card').inputValue(), 'Jane Doe')
    assert.deepEqual(await heldBy(third.visitor), [])
    await payBy(page)
    await page.getByRole('heading', { level: 1, name: 'Thank you for your purchase' }).waitFor()
    await active(third.visitor, 'statistics-annual')
    // No page of the payment was the response to a form, so Back does not ask to send a form again.
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Thank you for your purchase' }).waitFor()
  }))

test('a purchase works by keyboard alone', () =>
  visit({ as: fourth.visitor }, async (page) => {
    await page.goto('/plans?period=month')
    const choose = page.getByRole('link', { name: 'Choose Parallax Analytics, monthly' })
    await tabTo(page, choose)
    await page.keyboard.press('Enter')
    const industry = page.getByLabel('Industry', { exact: true })
    await industry.waitFor()
    await tabTo(page, industry)
    await page.keyboard.type('Energy')
    await eventuallyEqual(() => industry.inputValue(), 'Energy')
    await tabTo(page, eula(page))
    await page.keyboard.press('Space')
    await tabTo(page, payButton(page))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Pay by card' }).waitFor()
    for (const [label, typed] of [
      ['Card number', cards.pays],
      ['Expiry', '12 / 34'],
      ['CVC', '123'],
    ] as const) {
      await tabTo(page, page.getByLabel(label))
      await page.keyboard.type(typed)
    }
    await page.keyboard.press('Enter')
    const download = page.getByRole('button', { name: 'Download the installer' })
    await download.waitFor()
    await tabTo(page, download)
    const coming = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    await coming
  }))
