import assert from 'node:assert/strict'
import type { Request } from 'playwright'
import { test } from 'vitest'
import { act } from '../../support/admin/admin-calls.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { cards, checkOut, givenABuyer, givenASubscriber, orderIn, payOn } from '../../support/billing/given-buyer.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { planChangeTo } from '../../support/billing/plan-change.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { signInBy } from '../story.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const { visit } = await useBrowser(shop)

test('a bank debit in progress is shown wherever its buyer looks, links to the same order, and becomes a subscription', () =>
  visit(async (page) => {
    const { visitor, email } = await givenABuyer(shop)
    const { to } = await checkOut(visitor)
    const order = orderIn(await payOn(visitor, to, 'AT611904300234573201'))
    const confirmation = `/plans/analytics-monthly/confirmation?order=${order}`
    await shop.catchUp()
    await page.goto('/account')
    await signInBy(page, email)
    await page.getByText('Payment processing', { exact: true }).waitFor()
    await page.getByText(/A bank debit takes several working days/).waitFor()
    assert.equal(await page.getByText('You have no subscriptions yet.').count(), 0)
    await page.goto('/plans')
    const onCard = page.getByRole('link', { name: 'Payment is being processed' })
    assert.equal(await onCard.getAttribute('href'), confirmation)
    await page.goto('/plans/analytics-annual')
    await page.getByText(/You have ordered “Parallax Analytics, monthly”/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Continue to payment' }).count(), 0)
    await page.getByRole('link', { name: 'View your order' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your payment is being processed' }).waitFor()
    assert.ok(page.url().endsWith(confirmation), page.url())
    assert.equal(await page.getByText(/a few seconds/).count(), 0)
    await shop.advanceTo('2026-11-25T13:00:00Z')
    await page.goto('/account')
    await signInBy(page, email)
    await page.goto(confirmation)
    await page.getByRole('heading', { level: 1, name: 'Thank you for your purchase' }).waitFor()
  }))

test('the waiting page polls at growing intervals, at most once in ten seconds after the first minute, and continues automatically', () =>
  visit({ alone: true }, async (page) => {
    const { visitor, email } = await givenABuyer(shop)
    const { to } = await checkOut(visitor)
    const session = to.split('/').at(-1)
    const [{ id: order } = { id: '' }] = await shop.sql<{ id: string }>('select id from orders where session = $1', [
      session,
    ])
    await page.goto('/account')
    await signInBy(page, email)
    await page.clock.install()
    const asked: number[] = []
    let virtual = 0
    const unanswered = new Set<Request>()
    page.on('request', (request) => {
      unanswered.add(request)
      if (new URL(request.url()).pathname === `/api/v1/orders/${order}`) asked.push(virtual)
    })
    page.on('requestfinished', (request) => unanswered.delete(request))
    page.on('requestfailed', (request) => unanswered.delete(request))
    await page.goto(`/plans/analytics-monthly/confirmation?order=${order}`)
    await page.getByText(/This usually takes a few seconds/).waitFor()
    for (; virtual < 180; virtual += 2) {
      await page.clock.runFor(2_000)
      // The next pause begins with the response, which does not arrive by the page's clock.
      await eventuallyEqual(async () => unanswered.size, 0)
    }
    const later = asked.filter((second) => second >= 70)
    const gaps = later.slice(1).map((second, place) => second - (later[place] ?? 0))
    assert.ok(later.length > 2 && gaps.every((gap) => gap >= 10), asked.join(' '))
    assert.ok(asked.length < 30, asked.join(' '))
    await payOn(visitor, to, cards.pays)
    await shop.catchUp()
    await page.clock.runFor(60_000)
    await page.getByRole('heading', { level: 1, name: 'Thank you for your purchase' }).waitFor()
  }))

test('the link of an order still confirms the purchase after a change of plan, and after the subscription has ended', () =>
  visit(async (page) => {
    const { id, email, order } = await givenASubscriber(shop)
    await shop.advanceTo('2026-11-26T12:00:00Z')
    const administrator = await givenAnAdministrator(shop)
    await act(administrator, `change-plan/${id}`, await planChangeTo(administrator, { id }, 'analytics-annual'))
    await shop.catchUp()
    const confirmation = `/plans/analytics-monthly/confirmation?order=${order}`
    await page.goto('/account')
    await signInBy(page, email)
    await page.goto(confirmation)
    await page.getByRole('heading', { level: 1, name: 'Thank you for your purchase' }).waitFor()
    await page
      .getByText('You bought “Parallax Analytics, monthly”. Your plan is now “Parallax Analytics, annual”.')
      .waitFor()
    await page.getByText('US$149.00').waitFor()
    const [view, pdf] = await Promise.all(
      [/^View invoice/, /^PDF of invoice/].map((name) => page.getByRole('link', { name }).boundingBox()),
    )
    assert.ok(view && pdf && pdf.x - view.x - view.width >= 8, 'the links of the invoice do not touch')
    await act(administrator, `cancel/${id}`, { comment: 'asked by phone' })
    await page.goto(confirmation)
    await page.getByRole('heading', { level: 1, name: 'No active subscription' }).waitFor()
    assert.equal(await page.getByText(/did not start a new subscription/).count(), 0)
  }))

test('the link of another person’s order, and one without an order, end with a message instead of waiting', () =>
  visit({ tolerate: /40[04]/ }, async (page) => {
    const { order } = await givenASubscriber(shop)
    const { email } = await givenABuyer(shop)
    await page.goto('/account')
    await signInBy(page, email)
    for (const id of [order, 'abc']) {
      await page.goto(`/plans/analytics-monthly/confirmation?order=${id}`)
      await page.getByRole('heading', { level: 1, name: 'Order not found' }).waitFor()
    }
  }))
