import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import { signIn, type TestShop } from '../../support/given.ts'
import {
  aCard,
  givenAPayer,
  historyOf,
  inPortal,
  mailsTo,
  payOpenInvoice,
  portalOf,
  rowOf,
  stateOf,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const debit = { pays: 'AT611904300234573201', fails: 'AT861904300235473202' }
const confirmsAlways = '4000 0027 6000 3184'
const ended = /has ended/
const failed = /did not go through/

async function paymentOf({ visitor, email }: Payer) {
  await signIn(visitor, email)
  return (await heldBy(visitor))[0]?.subscription.payment
}

test('a renewal by bank debit keeps access while it is processed, and continues once it is paid', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(debit.pays))
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal((await paymentOf(payer))?.state, 'processing')
    await signIn(payer.visitor, payer.email)
    const listed = await payer.visitor.get(`/api/v1/subscriptions/payments/${payer.id}`)
    assert.deepEqual(
      ((await listed.json()) as { kind: string }[]).map(({ kind }) => kind),
      ['charge'],
    )
    await shop.advanceTo('2026-12-23T12:00:00Z')
    assert.equal((await rowOf(shop, payer)).status, 'active')
    assert.deepEqual(await mailsTo(shop, payer, ended), [])
    await shop.advanceTo('2026-12-26T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    const receipts = await mailsTo(shop, payer, /receipt/)
    const cardsNamed = receipts.map(({ text }) => /^Paid with: (.+)$/m.exec(text)?.[1])
    assert.deepEqual(new Set(cardsNamed), new Set(['Visa ending in 4242', undefined]), 'a bank account is no card')
  }))

test('a renewal that the bank wants confirmed sends an email with the page to do so, is shown as such, and keeps access for the days of grace', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(confirmsAlways))
    await shop.advanceTo('2026-12-20T13:30:00Z')
    const payment = await paymentOf(payer)
    assert.equal(payment?.state, 'action_required')
    assert.match(payment.payUrl ?? '', /\/sandbox\/payment\/invoice\//)
    assert.equal(payment.graceUntil?.slice(0, 10), '2027-01-03')
    assert.deepEqual(await mailsTo(shop, payer, failed), [])
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
