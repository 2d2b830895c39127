import assert from 'node:assert/strict'
import { test } from 'vitest'
import { read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { active, checkOut, givenABuyer, orderIn, payOn, type Buyer } from '../../support/billing/given-buyer.ts'
import { withFaults } from '../../support/servers/given-provider.ts'
import { signIn, type TestShop } from '../../support/given.ts'
import { issuesOf, mailsTo, provider, simulate, withShop } from '../../support/billing/paying.ts'

const cluster = await useCluster()
const debit = { pays: 'AT611904300234573201', fails: 'AT861904300235473202' }

type Ordered = Buyer & { order: string }

/** Creates a buyer who paid by bank debit; Stripe treats its subscription meanwhile, and afterwards, in these ways. */
async function orderedBy(shop: TestShop, account: string, settings: Record<string, string> = {}): Promise<Ordered> {
  const buyer = await givenABuyer(shop)
  const { to } = await checkOut(buyer.visitor)
  if (Object.keys(settings).length > 0) await simulate('settings', settings)
  const order = orderIn(await payOn(buyer.visitor, to, account))
  await shop.catchUp()
  return { ...buyer, order }
}

const stateOf = async ({ visitor, order }: Ordered) =>
  (await read<{ state: string }>(visitor, `/api/v1/orders/${order}`)).state

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

test('a first bank debit that is returned ends the subscription, which Stripe left past due, so that nothing is charged later; the buyer is told once and can buy again', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const settings = { firstDebitFailed: 'past_due', firstDebitPending: 'incomplete' }
    const buyer = await orderedBy(shop, debit.fails, settings)
    await shop.advanceTo('2026-11-25T13:00:00Z')
    const { subscription, invoices } = await overThere(buyer.order)
    assert.match(subscription.status, /^(canceled|incomplete_expired)$/)
    assert.deepEqual(
      invoices.map(({ status }) => status),
      ['void'],
    )
    await signIn(buyer.visitor, buyer.email)
    assert.equal(await stateOf(buyer), 'failed')
    const [mail, ...more] = await mailsTo(shop, buyer, /did not go through/)
    assert.deepEqual(more, [])
    assert.match(mail?.text ?? '', /\/plans\/analytics-monthly/)
    const again = await checkOut(buyer.visitor)
    assert.equal((await payOn(buyer.visitor, again.to)).status, 303)
    await active(buyer.visitor)
  }))

test('a returned first debit is one payment issue and one request if the provider refuses to end the subscription, however long this lasts', () =>
  withFaults(
    cluster,
    async (shop, world) => {
      const { order } = await orderedBy(shop, debit.fails)
      let tried = 0
      world.faults.refusal = ({ method, path }) => {
        if (method !== 'DELETE' || !path.startsWith('/v1/subscriptions/')) return undefined
        tried += 1
        return { status: 400, message: 'This subscription cannot be canceled.' }
      }
      // The order is checked every hour.
      for (const hour of [13, 15, 17]) await shop.advanceTo(`2026-11-25T${hour}:00:00Z`)
      const issues = (await issuesOf(shop)).map(({ kind }) => kind)
      assert.deepEqual([tried, issues], [1, ['task-refused']])
      delete world.faults.refusal
      const { subscription, invoices } = await overThere(order, world.stripe)
      await world.stripe.subscriptions.cancel(subscription.id)
      for (const { id } of invoices) await world.stripe.invoices.voidInvoice(id)
      await shop.advanceTo('2026-11-26T13:00:00Z')
      assert.deepEqual(await issuesOf(shop), [])
    },
    { settings: { afterRetries: 'past_due' } },
  ))

test('a first bank debit in progress is shown and emailed once, and a second press leads to it, also after a day', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const buyer = await orderedBy(shop, debit.pays, { firstDebitPending: 'incomplete' })
    const orders = async () => {
      type Open = { orders?: { id: string; plan: { title: string } }[] }
      const { orders: open = [] } = await read<Open>(buyer.visitor, '/api/v1/subscriptions/user')
      return open.map(({ id, plan }) => [id, plan.title])
    }
    for (const moment of ['2026-11-20T12:30:00Z', '2026-11-22T13:00:00Z']) {
      await shop.advanceTo(moment)
      await signIn(buyer.visitor, buyer.email)
      assert.equal(await stateOf(buyer), 'processing', moment)
      assert.deepEqual(await orders(), [[buyer.order, 'Parallax Analytics, monthly']])
      for (const plan of ['analytics-monthly', 'analytics-annual'])
        assert.match((await checkOut(buyer.visitor, plan)).to, new RegExp(`/confirmation.*order=${buyer.order}$`), plan)
    }
    assert.equal((await provider().checkout.sessions.list({ limit: 100 })).data.length, 1)
    const [mail, ...more] = await mailsTo(shop, buyer, /being processed/)
    assert.deepEqual(more, [])
    assert.match(mail?.text ?? '', /several working days/)
    await shop.advanceTo('2026-11-25T13:00:00Z')
    await signIn(buyer.visitor, buyer.email)
    assert.deepEqual([await stateOf(buyer), await orders()], ['done', []])
    assert.equal((await mailsTo(shop, buyer, /receipt/)).length, 1)
    await active(buyer.visitor)
  }))

test('the provider is asked about an order at most once in ten seconds, however many tabs wait for it', () =>
  withFaults(cluster, async (shop, world) => {
    const bought = await orderedBy(shop, debit.pays)
    await shop.advanceTo('2026-11-20T12:20:00Z')
    const asked = async () => {
      const before = world.asked.length
      await Promise.all(Array.from({ length: 12 }, () => stateOf(bought)))
      return world.asked.slice(before).filter((one) => one.startsWith('GET /v1/checkout/sessions/')).length
    }
    assert.deepEqual([await asked(), await asked()], [1, 0])
  }))
