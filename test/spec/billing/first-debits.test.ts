import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { Settings } from 'stripe-simulator'
import { read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { active, checkOut, givenABuyer, orderIn, payOn, type Buyer } from '../../support/billing/given-buyer.ts'
import { withFaults, type TestProvider } from '../../support/servers/given-provider.ts'
import { signIn, type TestShop } from '../../support/given.ts'
import { issuesOf, mailsTo, provider, simulate, withShop } from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const debit = { pays: 'AT611904300234573201', fails: 'AT861904300235473202' }
const failed = /did not go through/
const onItsWay = /being processed/

type Ordered = Buyer & { order: string; to: string }

async function orderedBy(shop: TestShop, account: string, plan = 'analytics-monthly'): Promise<Ordered> {
  const buyer = await givenABuyer(shop, {}, plan)
  const { to } = await checkOut(buyer.visitor, plan)
  const answer = await payOn(buyer.visitor, to, account)
  assert.equal(answer.status, 303, await answer.clone().text())
  await shop.catchUp()
  return { ...buyer, to, order: orderIn(answer) }
}

const stateOf = async ({ visitor, order }: Ordered) =>
  (await read<{ state: string }>(visitor, `/api/v1/orders/${order}`)).state

const ordersOf = async ({ visitor }: Buyer) =>
  (await read<{ orders?: { id: string; plan: { title: string } }[] }>(visitor, '/api/v1/subscriptions/user')).orders ??
  []

/** Returns the provider's data about an order: its subscription and invoices. */
async function overThere(order: string, stripe = provider()) {
  const { data } = await stripe.subscriptions.list({ status: 'all', limit: 100 })
  const subscription = data.find(({ metadata }) => metadata['order'] === order)
  assert.ok(subscription)
  const invoices = (await stripe.invoices.list({ subscription: subscription.id })).data
  const { customer } = subscription
  const id = typeof customer === 'string' ? customer : customer.id
  const charges = (await stripe.charges.list({ customer: id, limit: 100 })).data
  return { subscription, invoices, charges }
}

describe('a first bank debit that is returned', () => {
  test('ends the subscription at the provider, which left it past due, so that nothing is charged later', () =>
    shopAt(async (shop) => {
      const buyer = await givenABuyer(shop)
      const { to } = await checkOut(buyer.visitor)
      await simulate('settings', {
        firstDebitFailed: 'past_due',
        firstDebitPending: 'incomplete',
      } satisfies Partial<Settings>)
      const order = orderIn(await payOn(buyer.visitor, to, debit.fails))
      await shop.advanceTo('2026-11-25T13:00:00Z')
      const { subscription, invoices } = await overThere(order)
      assert.match(subscription.status, /^(canceled|incomplete_expired)$/)
      assert.deepEqual(new Set(invoices.map(({ status }) => status)), new Set(['void']))
      await signIn(buyer.visitor, buyer.email)
      assert.equal(await stateOf({ ...buyer, to, order }), 'failed')
      const [mail, ...more] = await mailsTo(shop, buyer, failed)
      assert.deepEqual(more, [])
      assert.match(mail?.text ?? '', /\/plans\/analytics-monthly/)
      await shop.advanceTo('2027-02-25T13:00:00Z')
      const later = await overThere(order)
      assert.deepEqual(
        later.charges.filter(({ paid }) => paid),
        [],
      )
      assert.equal(later.invoices.length, 1)
      await signIn(buyer.visitor, buyer.email)
      const again = await checkOut(buyer.visitor)
      assert.equal((await payOn(buyer.visitor, again.to)).status, 303)
      await active(buyer.visitor)
    }))

  const whileUnreachable = (body: (shop: TestShop, world: TestProvider) => Promise<void>) =>
    withFaults(cluster, body, { settings: { afterRetries: 'past_due' } })

  test('is one payment issue and one task if the provider refuses to end the subscription, however long this lasts', () =>
    whileUnreachable(async (shop, world) => {
      const bought = await orderedBy(shop, debit.fails)
      world.faults.refusal = ({ method, path }) =>
        method === 'DELETE' && path.startsWith('/v1/subscriptions/')
          ? { status: 400, message: 'This subscription cannot be canceled.' }
          : undefined
      await shop.advanceTo('2026-11-25T13:00:00Z')
      const endings = () => world.asked.filter((one) => one.startsWith('DELETE')).length
      const tasks = async () =>
        (
          await shop.sql<{ n: number }>(`select count(*)::int as n from jobs where payload->>'task' = 'end-charging'`)
        )[0]?.n
      const issues = () => shop.sql(`select kind from payment_issues where kind = 'task-refused'`)
      assert.equal((await issues()).length, 1)
      const before = [endings(), await tasks()]
      for (const hour of [15, 17]) await shop.advanceTo(`2026-11-25T${hour}:00:00Z`)
      assert.equal((await issues()).length, 1)
      assert.deepEqual([endings(), await tasks()], before)
      delete world.faults.refusal
      await world.stripe.subscriptions.cancel((await overThere(bought.order, world.stripe)).subscription.id)
      const { invoices } = await overThere(bought.order, world.stripe)
      for (const { id, status } of invoices) if (status === 'open') await world.stripe.invoices.voidInvoice(id)
      await shop.advanceTo('2026-11-26T13:00:00Z')
      assert.deepEqual(await issuesOf(shop), [])
    }))
})

describe('a first bank debit in progress', () => {
  test('is shown and emailed, and a second press leads to it, also after a day', () =>
    shopAt(async (shop) => {
      const buyer = await givenABuyer(shop)
      const { to } = await checkOut(buyer.visitor)
      await simulate('settings', { firstDebitPending: 'incomplete' })
      const order = orderIn(await payOn(buyer.visitor, to, debit.pays))
      const bought = { ...buyer, to, order }
      await shop.catchUp()
      const pages = async () => (await provider().checkout.sessions.list({ limit: 100 })).data.length
      for (const moment of ['2026-11-20T12:30:00Z', '2026-11-21T13:00:00Z', '2026-11-24T13:00:00Z']) {
        await shop.advanceTo(moment)
        await signIn(buyer.visitor, buyer.email)
        assert.equal(await stateOf(bought), 'processing', moment)
        assert.deepEqual(
          (await ordersOf(buyer)).map(({ id, plan }) => [id, plan.title]),
          [[order, 'Parallax Analytics, monthly']],
        )
        for (const plan of ['analytics-monthly', 'analytics-annual'])
          assert.match((await checkOut(buyer.visitor, plan)).to, new RegExp(`/confirmation.*order=${order}$`), plan)
        assert.equal(await pages(), 1, moment)
      }
      const [mail, ...more] = await mailsTo(shop, buyer, onItsWay)
      assert.deepEqual(more, [])
      assert.match(mail?.text ?? '', /several working days/)
      await shop.advanceTo('2026-11-25T13:00:00Z')
      await signIn(buyer.visitor, buyer.email)
      assert.equal(await stateOf(bought), 'done')
      assert.deepEqual(await ordersOf(buyer), [])
      assert.equal((await mailsTo(shop, buyer, /receipt/)).length, 1)
      await active(buyer.visitor)
    }))
})

test('asks the provider about an order at most once in ten seconds, however many tabs wait for it', () =>
  withFaults(cluster, async (shop, world) => {
    const bought = await orderedBy(shop, debit.pays)
    await shop.advanceTo('2026-11-20T12:20:00Z')
    await stateOf(bought)
    const before = world.asked.length
    await Promise.all(Array.from({ length: 12 }, () => stateOf(bought)))
    assert.deepEqual(world.asked.slice(before), [])
    await shop.advanceTo('2026-11-20T12:20:30Z')
    const later = world.asked.length
    await Promise.all(Array.from({ length: 12 }, () => stateOf(bought)))
    const sessions = world.asked.slice(later).filter((one) => one.startsWith('GET /v1/checkout/sessions/'))
    assert.equal(sessions.length, 1)
  }))
