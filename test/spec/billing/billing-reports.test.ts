import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import {
  active,
  buy,
  checkOut,
  givenABuyer,
  heldBy,
  payOn,
  orderIn,
  settled,
} from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
import {
  becomes,
  chargesOf,
  givenAPayer,
  overThere,
  provider,
  stateOf,
  withShop,
} from '../../support/billing/paying.ts'
import type { TestVisitor } from '../../support/visitor.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const orderState = async (visitor: TestVisitor, order: string) =>
  (await read<{ state: string }>(visitor, `/api/v1/orders/${order}`)).state

test('a first payment by bank debit: the order waits, then it is paid and settled, or fails and is closed', () =>
  shopAt(async (shop) => {
    const bought = async (account: string) => {
      const buyer = await givenABuyer(shop)
      const { to } = await checkOut(buyer.visitor)
      const answer = await payOn(buyer.visitor, to, account)
      assert.equal(answer.status, 303, await answer.text())
      return { ...buyer, order: orderIn(answer) }
    }
    const paid = await bought('AT611904300234573201')
    const failed = await bought('AT861904300235473202')
    await shop.catchUp()
    for (const { visitor, order } of [paid, failed]) assert.equal(await orderState(visitor, order), 'processing')
    await shop.advanceTo('2026-11-26T12:30:00Z')
    await shop.advanceTo('2026-11-27T14:00:00Z')
    for (const { visitor, email } of [paid, failed]) await signIn(visitor, email)
    assert.equal(await orderState(paid.visitor, paid.order), 'done')
    await active(paid.visitor)
    assert.equal(await orderState(failed.visitor, failed.order), 'failed')
    const { status, to } = await checkOut(failed.visitor)
    assert.equal(status, 200, 'it can be bought again')
    assert.equal((await payOn(failed.visitor, to)).status, 303)
    await active(failed.visitor)
  }))

test('a first payment that failed cannot be made later: its invoice is void', () =>
  shopAt(async (shop) => {
    const buyer = await givenABuyer(shop)
    const { to } = await checkOut(buyer.visitor)
    const order = orderIn(await payOn(buyer.visitor, to, 'AT861904300235473202'))
    await shop.advanceTo('2026-11-25T12:30:00Z')
    await signIn(buyer.visitor, buyer.email)
    assert.equal(await orderState(buyer.visitor, order), 'failed')
    const { data } = await provider().invoices.list()
    assert.deepEqual(
      data.map(({ status }) => status),
      ['void'],
    )
    assert.deepEqual(await heldBy(buyer.visitor), [])
    await buy(buyer.visitor)
    await active(buyer.visitor)
  }))

test('extended after the provider has ended it, it does not renew, and later news of the old end change nothing', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await settled(shop)
    const { id, customer } = await overThere(shop, payer)
    await provider().subscriptions.cancel(id)
    await becomes(shop, payer, 'expired, ended, 2026-11-20')
    const administrator = await givenAnAdministrator(shop)
    const body = { endDate: '2027-03-01T00:00:00.000Z', comment: 'Sorry.' }
    const answer = await administrator.post(`/api/v1/subscriptions/extend/${payer.id}`, body)
    const shown = (await answer.json()) as { status: string; renews: boolean; payment: { nextChargeAt: string | null } }
    assert.deepEqual([shown.status, shown.renews, shown.payment.nextChargeAt], ['active', false, null])
    await provider().customers.update(customer as string, { description: 'A good customer' })
    await settled(shop)
    assert.equal(await stateOf(shop, payer), 'active, ended, 2027-03-01')
    await shop.advanceTo('2027-03-02T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, ended, 2027-03-01')
    await signIn(payer.visitor, payer.email)
    const resumed = await act(payer.visitor, `/api/v1/subscriptions/resume-renewal/${payer.id}`, {})
    assert.deepEqual([resumed.status, resumed.message], [409, errorMessages.NOT_RUNNING])
    assert.equal((await chargesOf(shop, payer)).length, 1)
  }))

test('reports that were looked into are removed after a month', () =>
  shopAt(async (shop) => {
    await givenAPayer(shop, 'analytics-annual')
    await settled(shop)
    const kept = async () =>
      (await shop.sql(`select 1 from jobs where kind = 'billing-event' and done_at < '2026-11-21T00:00:00Z'`)).length
    assert.ok((await kept()) > 3)
    await shop.advanceTo('2026-12-15T12:00:00Z')
    assert.ok((await kept()) > 3)
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal(await kept(), 0)
  }))
