import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useCluster } from '../../support/cluster.ts'
import { active, buy, checkOut, givenABuyer } from '../../support/billing/given-buyer.ts'
import { givenAProvider, givenAShopOf } from '../../support/servers/given-provider.ts'
import { givenAnAdministrator, type TestShop } from '../../support/given.ts'
import { givenAPayer, issuesOf, portalOf, simulate, withShop } from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const refusedPage = 'The billing page cannot be opened at the moment. We have been told. Contact us if it is urgent.'
const unavailable = 'Payments are not available at the moment. Nothing was charged. Please try again shortly.'

test('a billing page that Stripe refuses, as its settings were never saved: 503, one payment issue, and it opens once they are', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('settings', { portalSaved: false })
    for (let press = 0; press < 3; press += 1) {
      const answer = await payer.visitor.post('/api/v1/plans/analytics-monthly/download', {})
      assert.deepEqual([answer.status, ((await answer.json()) as { message: string }).message], [503, refusedPage])
    }
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, issue?.retryable, more], ['page-refused', false, []])
    assert.match(issue?.detail ?? '', /configuration/)
    await simulate('settings', { portalSaved: true })
    assert.match(await portalOf(payer), /\/portal\//)
    const administrator = await givenAnAdministrator(shop)
    const resolved = await administrator.post(`/api/v1/payment-issues/resolve/${issue?.id}`, {
      comment: 'Saved the settings.',
    })
    assert.equal(resolved.status, 204)
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('a payment page that Stripe refuses: 503, one payment issue with its sentence, and buying goes on once it is mended', async () => {
  const world = await givenAProvider(cluster, {}, '2026-11-20T12:00:00Z')
  const shop = await givenAShopOf(world, cluster)
  const { visitor } = await givenABuyer(shop)
  const message = 'You must set your origin address before calculating tax.'
  world.faults.refusal = ({ method, path }) =>
    method === 'POST' && path.startsWith('/v1/checkout/sessions') ? { status: 400, message } : undefined
  for (let press = 0; press < 2; press += 1) {
    const answer = await checkOut(visitor)
    assert.deepEqual([answer.status, answer.message], [503, unavailable])
  }
  const [issue, ...more] = await issuesOf(shop)
  assert.deepEqual([issue?.kind, more], ['page-refused', []])
  assert.match(issue?.detail ?? '', /origin address/)
  delete world.faults.refusal
  await buy(visitor)
  await active(visitor)
  await shop.stop()
})
