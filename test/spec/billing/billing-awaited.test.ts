import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useCluster } from '../../support/cluster.ts'
import { active, cards, checkOut, givenABuyer, heldBy, payOn } from '../../support/billing/given-buyer.ts'
import { signIn, type TestShop } from '../../support/given.ts'
import {
  aCard,
  chargesOf,
  givenAPayer,
  historyOf,
  inPortal,
  invoicesOf,
  issuesOf,
  mailsTo,
  paidDays,
  payOpenInvoice,
  portalOf,
  provider,
  rowOf,
  simulate,
  stateOf,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const there = async (shop: TestShop, payer: Payer) => ({
  subscription: (await rowOf(shop, payer)).provider_subscription,
})
const debit = { pays: 'AT611904300234573201', fails: 'AT861904300235473202' }
const confirmsAlways = '4000 0027 6000 3184'
const ended = /has ended/
const failed = /did not go through/

async function paymentOf({ visitor, email }: Payer) {
  await signIn(visitor, email)
  return (await heldBy(visitor))[0]?.subscription.payment
}

test('billed with 30 days to pay, access goes on until the invoice is due; paid by then, for its whole period', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    await simulate('net-terms', { ...(await there(shop, payer)), days: 30 })
    await shop.advanceTo('2027-11-20T13:30:00Z')
    for (const moment of ['2027-11-23T12:00:00Z', '2027-12-10T12:00:00Z']) {
      await shop.advanceTo(moment)
      assert.equal((await rowOf(shop, payer)).status, 'active', moment)
    }
    assert.equal((await paymentOf(payer))?.state, 'processing')
    assert.equal((await payer.visitor.get('/api/v1/plans/analytics-annual/download/link')).status, 200)
    assert.deepEqual(await mailsTo(shop, payer, ended), [])
    assert.deepEqual(await mailsTo(shop, payer, failed), [])
    await payOpenInvoice(shop, payer, cards.pays)
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2028-11-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2027-12-10'])
  }))

test('billed with 30 days to pay and not paid: grace counts from the due date, then it expires', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('net-terms', { ...(await there(shop, payer)), days: 20 })
    await shop.advanceTo('2027-01-08T12:00:00Z')
    assert.equal((await rowOf(shop, payer)).status, 'active')
    assert.deepEqual(await mailsTo(shop, payer, failed), [])
    await shop.advanceTo('2027-01-10T13:30:00Z')
    assert.equal((await paymentOf(payer))?.state, 'past_due')
    assert.match(await stateOf(shop, payer), /^active, on, 2027-01-2[34]$/)
    assert.equal((await mailsTo(shop, payer, failed)).length, 1)
    await shop.advanceTo('2027-01-25T12:00:00Z')
    assert.equal((await rowOf(shop, payer)).status, 'expired')
  }))

test('a renewal by bank debit keeps access while it is processed, and goes on when it is paid', () =>
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

test('a renewal by bank debit that fails after five days: the email then, and the days of grace from the due day', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(debit.fails))
    await shop.advanceTo('2026-12-24T12:00:00Z')
    assert.deepEqual(await mailsTo(shop, payer, failed), [])
    await shop.advanceTo('2026-12-26T12:00:00Z')
    assert.equal((await mailsTo(shop, payer, failed)).length, 1)
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-03')
    assert.equal((await paymentOf(payer))?.state, 'past_due')
    await shop.advanceTo('2027-03-01T12:00:00Z')
    assert.equal((await rowOf(shop, payer)).status, 'expired')
  }))

test('a first payment by bank debit starts the subscription once it is paid', () =>
  shopAt(async (shop) => {
    const { visitor, email } = await givenABuyer(shop)
    const { to } = await checkOut(visitor)
    assert.equal((await payOn(visitor, to, debit.pays)).status, 303)
    await shop.catchUp()
    const early = await heldBy(visitor)
    await shop.advanceTo('2026-11-26T12:00:00Z')
    await signIn(visitor, email)
    const { id } = await active(visitor)
    const payer = { visitor, email, plan: 'analytics-monthly', id }
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20', JSON.stringify(early))
    assert.equal((await chargesOf(shop, payer)).length, 1)
  }))

test('a first payment by bank debit that fails leaves nothing, closes the order and lets the person buy anew', () =>
  shopAt(async (shop) => {
    const { visitor, email } = await givenABuyer(shop)
    const { to } = await checkOut(visitor)
    const paid = await payOn(visitor, to, debit.fails)
    const order = new URL(paid.headers.get('location') ?? '').searchParams.get('order') ?? ''
    await shop.advanceTo('2026-12-26T12:00:00Z')
    await signIn(visitor, email)
    const { state } = (await (await visitor.get(`/api/v1/orders/${order}`)).json()) as { state: string }
    const held = (await heldBy(visitor)).filter(({ subscription }) => subscription.status === 'active')
    assert.deepEqual([state === 'waiting', held], [false, []], state)
    const again = await checkOut(visitor)
    assert.equal(again.status, 200)
    assert.equal((await payOn(visitor, again.to)).status, 303)
    await active(visitor)
  }))

test('an invoice that cannot be finalised keeps access, opens a payment issue, and closes it once it can', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('settings', { finalisationFails: true })
    await shop.advanceTo('2026-12-20T13:30:00Z')
    await shop.advanceTo('2026-12-26T12:00:00Z')
    assert.equal((await rowOf(shop, payer)).status, 'active')
    assert.deepEqual(await mailsTo(shop, payer, ended), [])
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, issue?.subscription?.id, more], ['invoice-not-finalised', payer.id, []])
    await simulate('settings', { finalisationFails: false })
    const [draft] = await invoicesOf(shop, payer, 'draft')
    await provider().invoices.finalizeInvoice(draft?.id ?? '')
    await shop.advanceTo('2026-12-26T14:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('a renewal that the bank wants confirmed: an email with the page to do so, its own state, access for the days of grace', () =>
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
