import assert from 'node:assert/strict'
import { test } from 'vitest'
import { read } from '../../support/admin/admin-page.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
import {
  aCard,
  chargesOf,
  givenAPayer,
  historyOf,
  inPortal,
  invoicesOf,
  issuesOf,
  mailsTo,
  overThere,
  paidDays,
  portalOf,
  simulate,
  stateOf,
  switchPlan,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

/** Stops or resumes renewal in the shop. */
async function press(shop: TestShop, payer: Payer, action: 'stop' | 'resume'): Promise<void> {
  await signIn(payer.visitor, payer.email)
  const answer = await payer.visitor.post(`/api/v1/subscriptions/${action}-renewal/${payer.id}`)
  assert.equal(answer.status, 200, await answer.text())
  await shop.catchUp()
}

const endOf = async (shop: TestShop, payer: Payer) => {
  const { cancel_at: moment, cancel_at_period_end: flag } = await overThere(shop, payer)
  return { moment: moment !== null, flag }
}

test('a subscription cancelled in the portal and resumed in the shop renews', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await inPortal(payer.visitor, await portalOf(payer), /\/cancel\//)
    await shop.catchUp()
    assert.deepEqual(await endOf(shop, payer), { moment: true, flag: false })
    await press(shop, payer, 'resume')
    assert.deepEqual(await endOf(shop, payer), { moment: false, flag: false })
    await shop.advanceTo('2026-11-23T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20', 'the daily sweep finds it resumed')
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), [
      'RENEWAL_STOPPED',
      'RENEWAL_RESUMED owner',
      'END_DATE_CHANGED 2027-01-20',
    ])
  }))

test('stopping renewal while a downgrade is scheduled releases the schedule, and nothing more is charged', () =>
  shopAt(async (shop) => {
    await simulate('settings', { downgradeAtPeriodEnd: true })
    const payer = await givenAPayer(shop, 'analytics-annual')
    await switchPlan(payer, 'analytics-monthly')
    assert.notEqual((await overThere(shop, payer)).schedule, null)
    await press(shop, payer, 'stop')
    assert.deepEqual([(await overThere(shop, payer)).schedule, (await endOf(shop, payer)).flag], [null, true])
    await shop.advanceTo('2027-12-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2027-11-20')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 118800'])
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('stopping renewal during the hour of the draft voids the invoice: nothing is charged, and access ends with the paid day', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-20T12:20:00Z')
    assert.equal((await invoicesOf(shop, payer))[0]?.status, 'draft')
    await press(shop, payer, 'stop')
    assert.equal((await invoicesOf(shop, payer))[0]?.status, 'void')
    await shop.advanceTo('2026-12-20T14:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, stopped, 2026-12-20')
    await shop.advanceTo('2026-12-21T00:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-20')
    await shop.advanceTo('2027-02-01T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    const [mail] = await mailsTo(shop, payer, /will not renew/)
    assert.match(mail?.text ?? '', /until 20 December 2026.*You will not be charged again/s)
  }))

const nothingMore = /You will not be charged again/

async function byDebit(shop: TestShop): Promise<Payer> {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard('AT611904300234573201'))
  return payer
}

test('while a bank debit is processed, a stop shows the debit and the end that it pays for, and a cancellation states its refund', () =>
  shopAt(async (shop) => {
    const [stopped, cancelled] = [await byDebit(shop), await byDebit(shop)]
    await shop.advanceTo('2026-12-20T13:30:00Z')
    await signIn(stopped.visitor, stopped.email)
    const [held] = await heldBy(stopped.visitor)
    assert.equal((await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`)).status, 200)
    const shown = /"amount":149,"currency":"usd","until":"2027-01-20T.*","processing":true,"dueAt":null/
    assert.match(JSON.stringify(held?.subscription.payment.owed), shown)
    const [mail] = await mailsTo(shop, stopped, /will not renew/)
    assert.doesNotMatch(mail?.text ?? '', nothingMore)
    assert.match(mail?.text ?? '', /US\$149\.00 is still being processed.*until 20 January 2027/s)

    const administrator = await givenAnAdministrator(shop)
    const comment = 'Asked for it.'
    const answer = await administrator.post(`/api/v1/subscriptions/cancel/${cancelled.id}`, { comment })
    assert.equal(answer.status, 200)
    const [ended] = await mailsTo(shop, cancelled, /has ended/)
    assert.doesNotMatch(ended?.text ?? '', nothingMore)
    assert.match(ended?.text ?? '', /US\$149\.00 is still being processed.*we refund it/s)

    await shop.advanceTo('2026-12-26T12:00:00Z')
    assert.equal(await stateOf(shop, stopped), 'active, stopped, 2027-01-20')
    assert.equal((await chargesOf(shop, stopped)).length, 2)
    await signIn(cancelled.visitor, cancelled.email)
    const path = `/api/v1/subscriptions/payments/${cancelled.id}`
    const payments = await read<{ kind: string; amount: number }[]>(cancelled.visitor, path)
    assert.deepEqual(
      payments.flatMap(({ kind, amount }) => (kind === 'failure' ? [] : [`${kind} ${amount}`])),
      ['charge 149', 'charge 149', 'refund 149'],
    )
  }))
