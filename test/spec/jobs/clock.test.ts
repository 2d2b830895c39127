import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop, givenATrialUser } from '../../support/given.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import { givenAPayer, paidDays, rowOf, stateOf } from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAtNoon = () => givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)

test('everything that fell due is done after the clock was advanced', async () => {
  const shop = await shopAtNoon()
  const trial = await givenATrialUser(shop)
  const [taken] = await heldBy(trial.visitor)
  assert.ok(taken)
  const payer = await givenAPayer(shop, 'analytics-weekly')
  await shop.advanceTo('2026-12-20T23:30:00Z')
  assert.equal((await rowOf(shop, taken.subscription)).status, 'active', 'the last day has access')
  assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-25')
  assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18'])
  assert.equal((await shop.mails()).filter(({ subject }) => subject.startsWith('Your receipt')).length, 5)
  await shop.advanceTo('2026-12-21T00:00:00Z')
  assert.equal((await rowOf(shop, taken.subscription)).status, 'expired')
})

test('the clock continues from the time to which it was advanced, also after a restart', async () => {
  const shop = await shopAtNoon()
  await shop.advanceTo('2027-02-28T23:59:00Z')
  await shop.restart()
  const { visitor } = await givenATrialUser(shop)
  const [held] = await heldBy(visitor)
  assert.equal(held?.subscription.startDate?.slice(0, 10), '2027-02-28')
  await assert.rejects(shop.advanceTo('2027-02-28T23:00:00Z'), /only goes forward/)
})
