import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { cards, heldBy } from '../../support/billing/given-buyer.ts'
import { signIn, type TestShop } from '../../support/given.ts'
import {
  aCard,
  chargesOf,
  givenAPayer,
  historyOf,
  inPortal,
  invoicesOf,
  mailsTo,
  overThere,
  type Payer,
  payOpenInvoice,
  portalOf,
  simulate,
  stateOf,
  withShop,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
/** Stripe's own preset: attempts on days 0, 3, 8 and 15; the last is after the end of a monthly plan's grace. */
const shopAt = (body: (shop: TestShop) => Promise<void>) =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    await simulate('settings', { retryDays: '3, 5, 7' })
    await body(shop)
  })

async function paymentOf({ visitor, email }: Payer) {
  await signIn(visitor, email)
  return (await heldBy(visitor))[0]?.subscription.payment
}

test('a payment attempt after access has ended is announced with its date on the page and in emails, and its success restores access', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2026-12-29T12:00:00Z')
    const payment = await paymentOf(payer)
    assert.deepEqual(
      [payment?.state, payment?.graceUntil?.slice(0, 10), payment?.retryAt?.slice(0, 10)],
      ['past_due', '2027-01-03', '2027-01-04'],
    )
    await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(cards.pays))
    await shop.advanceTo('2027-01-04T00:30:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, on, 2027-01-03')
    const [mail] = await mailsTo(shop, payer, /has ended/)
    assert.match(
      mail?.text ?? '',
      /We will try to charge you again on 4 January 2027\. A payment restores your access\./,
    )
    assert.doesNotMatch(mail?.text ?? '', /You will not be charged again/)
    assert.equal((await paymentOf(payer))?.retryAt?.slice(0, 10), '2027-01-04')
    await shop.advanceTo('2027-01-04T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 14900', '2027-01-04 14900'])
    assert.deepEqual((await historyOf(shop, payer)).slice(2), [
      'END_DATE_CHANGED 2027-01-03',
      'STATUS_CHANGED system',
      'END_DATE_CHANGED 2027-01-20',
      'STATUS_CHANGED',
    ])
  }))

test('a first email names a next attempt after the days of grace, and an invoice open when the provider ends the subscription after its last attempt is voided', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-weekly', cards.failsLater)
    await simulate('settings', { afterRetries: 'canceled', retryDays: '5' })
    await shop.advanceTo('2026-11-27T13:30:00Z')
    const [mail] = await mailsTo(shop, payer, /did not go through/)
    assert.match(mail?.text ?? '', /access continues until 30 November 2026/)
    assert.match(mail?.text ?? '', /again on 2 December 2026, after your access has ended\. A payment restores/)
    await shop.advanceTo('2026-12-02T13:30:00Z')
    assert.equal((await overThere(shop, payer)).status, 'canceled')
    assert.deepEqual(
      (await invoicesOf(shop, payer)).map(({ status }) => status),
      ['void', 'paid'],
    )
    assert.match(await stateOf(shop, payer), /^expired, /)
  }))

test('a renewal that the bank wants confirmed sends an email with the page to do so, is shown as such, and keeps access for the days of grace', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard('4000 0027 6000 3184'))
    await shop.advanceTo('2026-12-20T13:30:00Z')
    const payment = await paymentOf(payer)
    assert.equal(payment?.state, 'action_required')
    assert.match(payment.payUrl ?? '', /\/sandbox\/payment\/invoice\//)
    assert.equal(payment.graceUntil?.slice(0, 10), '2027-01-03')
    assert.deepEqual(await mailsTo(shop, payer, /did not go through/), [])
    const [mail, ...more] = await mailsTo(shop, payer, /Confirm your payment/)
    assert.deepEqual(more, [])
    assert.match(mail?.text ?? '', /Your bank needs your approval.*\/sandbox\/payment\/invoice\//s)
    assert.doesNotMatch(mail?.text ?? '', /could not charge/)
    await payOpenInvoice(shop, payer, undefined, { bank: 'complete' })
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), [
      'END_DATE_CHANGED 2027-01-03',
      'END_DATE_CHANGED 2027-01-20',
    ])
  }))
