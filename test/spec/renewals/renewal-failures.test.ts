import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { actsOf } from '../../../domain/subscription/acts.ts'
import { administratorRole } from '../../../domain/account/role.ts'
import type { Output } from '../../../contract/contract.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
import { buy, cards } from '../../support/billing/given-buyer.ts'
import {
  aCard,
  givenAPayer,
  historyOf,
  inPortal,
  invoicesOf,
  mailsTo,
  overThere,
  portalOf,
  provider,
  simulate,
  stateOf,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()

/** Shops whose provider tries again after 3, 5 and 5 days, as docs/how-to/stripe.md advises. */
const shopAt = (body: (shop: TestShop) => Promise<void>) =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    await simulate('settings', { retryDays: '3, 5, 5' })
    await body(shop)
  })

/** Returns the number of attempts at the newest invoice. */
const tries = async (shop: TestShop, payer: { id: string }) => (await invoicesOf(shop, payer))[0]?.attempt_count

const failed = /did not go through/

test('after a stop in the days of grace, pages, the list of users and the email promise no unpaid days and offer no resumption', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    const shown = async () => {
      await signIn(payer.visitor, payer.email)
      const page = await (await payer.visitor.get('/account')).text()
      const order = await (await payer.visitor.get('/plans/analytics-monthly')).text()
      return [
        /remaining days/.test(page),
        /Resume/.test(page),
        /remaining days/.test(order),
        /next charge/i.test(order),
      ]
    }
    const offered = async () => {
      const administrator = await givenAnAdministrator(shop)
      const list = await administrator.get(`/api/v1/subscriptions?search=${encodeURIComponent(payer.email)}`)
      const [line] = (await list.json()) as Output<'GET /api/v1/subscriptions'>
      assert.ok(line && line.id !== null)
      const [mail] = await mailsTo(shop, payer, /will not renew/)
      return [actsOf(line, administratorRole).includes('resume-renewal'), /resume/.test(mail?.text ?? 'resume')]
    }
    const stop = async () => {
      assert.equal((await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)).status, 200)
      await shop.catchUp()
    }
    await shop.advanceTo('2026-12-21T13:30:00Z')
    await signIn(payer.visitor, payer.email)
    await stop()
    assert.equal(await stateOf(shop, payer), 'active, stopped, 2027-01-03')
    assert.deepEqual(await shown(), [false, false, false, true])
    assert.deepEqual(await offered(), [false, false])
    const resumed = await payer.visitor.post(`/api/v1/subscriptions/resume-renewal/${payer.id}`)
    assert.equal(resumed.status, 409)
    const other = await givenAPayer(shop, 'analytics-monthly')
    Object.assign(payer, other)
    await stop()
    assert.deepEqual(await shown(), [true, true, true, false])
    assert.deepEqual(await offered(), [true, true])
  }))

test('a card that fails at renewal: emails at the first and last attempt, 14 days of grace once, then the end', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    for (const [moment, count, mails] of [
      ['2026-12-20T13:30:00Z', 1, 1],
      ['2026-12-22T13:30:00Z', 1, 1],
      ['2026-12-23T13:30:00Z', 2, 1],
      ['2026-12-28T13:30:00Z', 3, 1],
      ['2027-01-02T13:30:00Z', 4, 2],
    ] as const) {
      await shop.advanceTo(moment)
      assert.equal(await tries(shop, payer), count, moment)
      assert.equal((await mailsTo(shop, payer, failed)).length, mails, moment)
      assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-03', moment)
    }
    // server/mails/mails.test.ts has every text.
    const [first, last] = await mailsTo(shop, payer, failed)
    assert.match(first?.text ?? '', /access continues until 3 January 2027.*charge you again on 23 December 2026\./s)
    assert.match(last?.text ?? '', /We will not retry automatically.*\/sandbox\/payment\/invoice\/in_/s)
    await shop.advanceTo('2027-01-04T00:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, on, 2027-01-03')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['END_DATE_CHANGED 2027-01-03', 'STATUS_CHANGED system'])
    const [ended, ...more] = await mailsTo(shop, payer, /has ended/)
    assert.deepEqual(more, [])
    assert.match(ended?.text ?? '', /You can still pay the open invoice.*\/sandbox\/payment\/invoice\//s)
    await shop.advanceTo('2027-01-21T13:00:00Z')
    assert.equal((await overThere(shop, payer)).status, 'canceled')
    assert.equal(await stateOf(shop, payer), 'expired, on, 2027-01-03')
  }))

/** Returns the card of each successful charge of a payer, oldest first. */
async function cardsOf(shop: TestShop, payer: { id: string }): Promise<(string | undefined)[]> {
  const { customer } = await overThere(shop, payer)
  const { data } = await provider().charges.list({ customer: customer as string, limit: 100 })
  const paid = data.filter((charge) => charge.paid).toReversed()
  return paid.map(({ payment_method_details: details }) => details?.card?.last4 ?? undefined)
}

const newCard = async (payer: Payer, card: string) =>
  inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(card))

test('a new card in the portal pays the retry of a failed renewal, and every renewal after it', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-03')
    await newCard(payer, cards.pays)
    await shop.advanceTo('2026-12-23T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    await shop.advanceTo('2027-01-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    assert.deepEqual(await cardsOf(shop, payer), ['0341', '4242', '4242'])
  }))

test('renewals are charged on the card that paid last: one stored in the portal, or one used to buy again', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.catchUp()
    await newCard(payer, cards.pays)
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.deepEqual(await cardsOf(shop, payer), ['0341', '4242'])
    assert.equal((await mailsTo(shop, payer, failed)).length, 0)
    await signIn(payer.visitor, payer.email)
    assert.equal((await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)).status, 200)
    await buy(payer.visitor, 'analytics-monthly', '5555 5555 5555 4444')
    await shop.advanceTo('2027-02-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-03-20')
    assert.deepEqual(await cardsOf(shop, payer), ['0341', '4242', '4444', '4444'])
  }))
