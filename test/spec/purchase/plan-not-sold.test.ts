import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { plansWords } from '../../../i18n/en/shop/plans.ts'
import { checkPrices } from '../../../server/actions/billing/check-prices.ts'
import { openDatabase } from '../../../server/database/pool.ts'
import type { Tables, Trx } from '../../../server/store/tables.ts'
import { active, agreed, buy, checkOut, givenABuyer, settled } from '../../support/billing/given-buyer.ts'
import { issuesOf, provider, withShop } from '../../support/billing/paying.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop, type TestShop } from '../../support/given.ts'
import { givenAProvider, givenAShopOf } from '../../support/servers/given-provider.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

const priceOf = async (plan: string) => (await provider().prices.list({ lookup_keys: [plan] })).data[0]?.id ?? ''
const archive = (price: string, active = false) => provider().prices.update(price, { active })
async function purchasable(shop: TestShop): Promise<string[]> {
  const plans = (await (await fetch(`${shop.url}/api/v1/plans?type=paid`)).json()) as {
    name: string
    purchasable: boolean
  }[]
  return plans.filter((plan) => plan.purchasable).map(({ name }) => name)
}
const all = ['analytics-weekly', 'analytics-monthly', 'analytics-annual', 'statistics-annual']
const withoutMonthly = all.filter((name) => name !== 'analytics-monthly')
const notSold = errorMessages.PLAN_NOT_SOLD

test('an archived price stops the sale of its plan only: 409 with a code, a note on the pages, and an issue that names it', () =>
  shopAt(async (shop) => {
    const { visitor } = await givenABuyer(shop)
    const price = await priceOf('analytics-monthly')
    await archive(price)
    const body = { name: 'analytics-monthly', ...agreed }
    const answer = await visitor.post('/api/v1/plans/analytics-monthly/checkout', body)
    const { requestId, ...refusal } = (await answer.json()) as { requestId: string }
    assert.ok(requestId)
    assert.deepEqual([answer.status, refusal], [409, { message: notSold, code: 'PLAN_NOT_SOLD' }])
    assert.deepEqual(await purchasable(shop), withoutMonthly)
    assert.match(
      await (await visitor.get('/plans/analytics-monthly')).text(),
      /This plan cannot be bought at the moment\./,
    )
    assert.ok((await (await visitor.get('/plans?period=month')).text()).includes(plansWords.notSold))
    const issues = await issuesOf(shop)
    assert.deepEqual(
      issues.map(({ kind, retryable }) => [kind, retryable]),
      [['plan-not-sold', false]],
    )
    assert.match(issues[0]?.detail ?? '', /No active price at Stripe has the lookup key "analytics-monthly"\.$/)
    await buy(visitor, 'analytics-annual')
    await settled(shop)

    await archive(price, true)
    await shop.advanceTo('2026-11-20T13:00:00Z')
    assert.deepEqual(await purchasable(shop), all)
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('a replaced price with another amount is not sold, and selling resumes at the first attempt once one has the same terms', () =>
  shopAt(async (shop) => {
    const { visitor } = await givenABuyer(shop)
    const replace = async (amount: number) => {
      const before = await priceOf('analytics-monthly')
      const { product, currency } = await provider().prices.retrieve(before)
      const { id } = await provider().prices.create({
        product: typeof product === 'string' ? product : product.id,
        currency,
        unit_amount: amount,
        recurring: { interval: 'month' },
        lookup_key: 'analytics-monthly',
        transfer_lookup_key: true,
      })
      await archive(before)
      return id
    }
    await replace(15_900)
    const refused = await checkOut(visitor)
    assert.deepEqual([refused.status, refused.message], [409, notSold])
    const [issue] = await issuesOf(shop)
    assert.match(issue?.detail ?? '', /is 14900 usd every 1 month here and 15900 usd every 1 month at Stripe\.$/)
    const price = await replace(14_900)
    await archive(price)
    assert.equal((await checkOut(visitor)).status, 409)
    await archive(price, true)
    await buy(visitor)
    assert.deepEqual(await purchasable(shop), all)
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('a start with an archived price prints it and opens the shop, and an issue names the plan', async () => {
  const world = await givenAProvider(cluster)
  const { data } = await world.stripe.prices.list({ lookup_keys: ['analytics-weekly'] })
  await world.stripe.prices.update(data[0]?.id ?? '', { active: false })
  const shop = await givenAShop(world.environment, cluster)
  world.reportTo(shop.url)
  assert.equal((await fetch(`${shop.url}/readyz`)).status, 200)
  assert.ok(
    shop.said.includes(
      'Warning: No active price at Stripe has the lookup key "analytics-weekly". The plan is not sold until this is corrected.',
    ),
  )
  assert.deepEqual(await purchasable(shop), all.slice(1))
  await shop.catchUp()
  assert.deepEqual(
    (await issuesOf(shop)).map(({ kind }) => kind),
    ['plan-not-sold'],
  )
  const { visitor } = await givenABuyer(shop)
  assert.equal((await checkOut(visitor, 'analytics-monthly')).status, 200)
  await shop.stop()
})

test('an instance that has read the prices earlier neither opens nor closes another’s payment issue', async () => {
  const shop = await givenAShop({}, cluster)
  const { db, close } = openDatabase<Tables>(shop.databaseUrl)
  const now = new Date('2026-11-20T12:00:00Z')
  const clock = { now }
  const anInstance = (faults: Record<string, string>) => {
    const payments = {
      checkPrices: () => Promise.resolve(new Map(Object.entries(faults))),
      faultOf: () => ({ temporary: false, answered: true, sentence: '' }),
    }
    const context = {
      catalogue: { plans: new Map() },
      sales: { notSold: new Map<string, string>(), readAt: null },
      now: () => clock.now,
      transact: <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work),
    }
    return () => checkPrices(context, payments)
  }
  const rows = () => shop.sql(`select resolved_at from payment_issues where payment = 'analytics-old'`)
  const [stale, fresh] = [anInstance({ 'analytics-old': 'Archived.' }), anInstance({})]
  await stale()
  assert.equal((await rows()).length, 1)
  await fresh()
  for (const minute of [1, 2, 3]) {
    clock.now = new Date(now.getTime() + minute * 60_000)
    await stale()
    await fresh()
  }
  await close()
  assert.deepEqual(
    (await rows()).map((row) => row['resolved_at'] !== null),
    [true],
  )
  await shop.stop()
})

test('a buyer with a subscription in another currency is told so; any other refusal by Stripe returns 503 and opens one payment issue with its message, until it is fixed', async () => {
  const world = await givenAProvider(cluster, {}, '2026-11-20T12:00:00Z')
  const shop = await givenAShopOf(world, cluster)
  const { visitor } = await givenABuyer(shop)
  // Stripe's own wording.
  let message =
    'You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, invoice item or active subscription mode checkout session with currency eur.'
  world.faults.refusal = ({ method, path }) =>
    method === 'POST' && path.startsWith('/v1/checkout/sessions') ? { status: 400, message } : undefined
  const told = await checkOut(visitor)
  assert.deepEqual([told.status, told.message], [409, errorMessages.OTHER_CURRENCY])
  assert.deepEqual(await issuesOf(shop), [])
  message = 'You must set your origin address before calculating tax.'
  for (let press = 0; press < 2; press += 1) {
    const answer = await checkOut(visitor)
    assert.deepEqual([answer.status, answer.message], [503, errorMessages.PAYMENTS_UNAVAILABLE])
  }
  const [issue, ...more] = await issuesOf(shop)
  assert.deepEqual([issue?.kind, more], ['page-refused', []])
  assert.match(issue?.detail ?? '', /origin address/)
  delete world.faults.refusal
  await buy(visitor)
  await active(visitor)
  await shop.stop()
})
