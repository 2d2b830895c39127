import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { plansWords } from '../../../i18n/en/shop/plans.ts'
import { checkPrices } from '../../../server/actions/billing/check-prices.ts'
import { openDatabase } from '../../../server/database/pool.ts'
import type { Tables, Trx } from '../../../server/store/tables.ts'
import { agreed, buy, checkOut, givenABuyer } from '../../support/billing/given-buyer.ts'
import { issuesOf, provider, withShop } from '../../support/billing/paying.ts'
import { aCatalogueIn, planIn } from '../../support/catalogue-file.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop, type TestShop } from '../../support/given.ts'
import { givenAFolder } from '../../support/given-folder.ts'
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
const without = (plan: string) => all.filter((name) => name !== plan)

test('an archived price stops the sale of its plan only, with a 409, a note on the pages and an issue that names it, and sales resume at the first attempt once it is active', () =>
  shopAt(async (shop) => {
    const { visitor } = await givenABuyer(shop)
    const price = await priceOf('analytics-monthly')
    await archive(price)
    const body = { name: 'analytics-monthly', ...agreed }
    const answer = await visitor.post('/api/v1/plans/analytics-monthly/checkout', body)
    const { requestId, ...refusal } = (await answer.json()) as { requestId: string }
    assert.ok(requestId)
    const message = errorMessages.PLAN_NOT_SOLD
    assert.deepEqual([answer.status, refusal], [409, { message, code: 'PLAN_NOT_SOLD' }])
    assert.deepEqual(await purchasable(shop), without('analytics-monthly'))
    assert.match(
      await (await visitor.get('/plans/analytics-monthly')).text(),
      /This plan cannot be bought at the moment\./,
    )
    assert.ok((await (await visitor.get('/plans?period=month')).text()).includes(plansWords.notSold))
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, issue?.retryable, more], ['plan-not-sold', false, []])
    assert.match(issue?.detail ?? '', /No active price at Stripe has the lookup key "analytics-monthly"\.$/)
    await archive(price, true)
    await buy(visitor)
    assert.deepEqual(await purchasable(shop), all)
    assert.deepEqual(await issuesOf(shop), [])

    // Without an attempt, the price is read again after five minutes.
    const weekly = await priceOf('analytics-weekly')
    await archive(weekly)
    await shop.advanceTo('2026-11-20T13:00:00Z')
    assert.deepEqual(await purchasable(shop), without('analytics-weekly'))
    await archive(weekly, true)
    await shop.advanceTo('2026-11-20T14:00:00Z')
    assert.deepEqual(await purchasable(shop), all)
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('an instance that has read the prices earlier neither opens nor closes another’s payment issue', async () => {
  const shop = await givenAShop({}, cluster)
  const { db, close } = openDatabase<Tables>(shop.databaseUrl)
  const now = new Date('2026-11-20T12:00:00Z')
  const clock = { now }
  const anInstance = (faults: Record<string, string>) => {
    const payments = {
      checkPrices: () => Promise.resolve(new Map(Object.entries(faults))),
      faultOf: () => assert.fail('it succeeds'),
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

test('a buyer with a subscription in another currency is told so until it has ended, without a payment issue', async () => {
  const CATALOGUE = aCatalogueIn(givenAFolder(), (catalogue) => {
    planIn(catalogue, 'statistics-annual')['currency'] = 'eur'
  })
  const shop = await givenAShop({ CATALOGUE }, cluster)
  const { visitor } = await givenABuyer(shop)
  await buy(visitor)
  await shop.catchUp()
  const told = await checkOut(visitor, 'statistics-annual')
  assert.deepEqual([told.status, told.message], [409, errorMessages.OTHER_CURRENCY])
  assert.deepEqual(await issuesOf(shop), [])
  const [subscription] = (await provider().subscriptions.list()).data
  await provider().subscriptions.cancel(subscription?.id ?? '')
  await buy(visitor, 'statistics-annual')
  await shop.catchUp()
  assert.deepEqual(
    (await provider().subscriptions.list()).data.map(({ currency }) => currency),
    ['eur'],
  )
  await shop.stop()
})

test('a payment page in another currency that its buyer left, for another product or the same, does not prevent a purchase', async () => {
  const CATALOGUE = aCatalogueIn(givenAFolder(), (catalogue) => {
    for (const plan of ['statistics-annual', 'analytics-annual']) planIn(catalogue, plan)['currency'] = 'eur'
  })
  const shop = await givenAShop({ CATALOGUE }, cluster)
  const { visitor } = await givenABuyer(shop)
  for (const plan of ['analytics-monthly', 'statistics-annual', 'analytics-monthly', 'analytics-annual'])
    assert.equal((await checkOut(visitor, plan)).status, 200, plan)
  const open = (await provider().checkout.sessions.list({ status: 'open' })).data
  assert.deepEqual(
    open.map(({ currency, adaptive_pricing: adaptive }) => [currency, adaptive?.enabled]),
    [['eur', false]],
  )
  await shop.stop()
})

test('any other refusal by Stripe returns 503 and opens one payment issue with its message, until it is fixed', async () => {
  const world = await givenAProvider(cluster, {}, '2026-11-20T12:00:00Z')
  const shop = await givenAShopOf(world, cluster)
  const { visitor } = await givenABuyer(shop)
  const message = 'You must set your origin address before calculating tax.'
  world.faults.refusal = ({ method, path }) =>
    method === 'POST' && path.startsWith('/v1/checkout/sessions') ? { status: 400, message } : undefined
  for (let press = 0; press < 2; press += 1) {
    const answer = await checkOut(visitor)
    assert.deepEqual([answer.status, answer.message], [503, errorMessages.PAYMENTS_UNAVAILABLE])
  }
  const [issue, ...more] = await issuesOf(shop)
  assert.deepEqual([issue?.kind, more], ['page-refused', []])
  assert.match(issue?.detail ?? '', /origin address/)
  delete world.faults.refusal
  await buy(visitor)
  await shop.stop()
})
