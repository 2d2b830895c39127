import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, type Refused } from '../../support/admin/admin-calls.ts'
import { chargesOf, givenAPayer, mailsTo, rowOf, switchPlan, type Payer } from '../../support/billing/paying.ts'
import { planChangeTo } from '../../support/billing/plan-change.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnAdministrator, type TestShop } from '../../support/given.ts'
import { givenAProvider, givenAShopOf, type TestProvider } from '../../support/servers/given-provider.ts'

const cluster = await useCluster()
const world = await givenAProvider(cluster, {}, '2026-11-20T12:00:00Z')
const shop = await givenAShopOf(world, cluster)
const payers = [await givenAPayer(shop, 'analytics-monthly'), await givenAPayer(shop, 'analytics-monthly')] as const
await shop.advanceTo('2026-12-05T12:00:00Z')

/** Confirms a preview; `meanwhile` runs while the provider is asked for the preview once more. */
async function changeWhile(
  { faults }: TestProvider,
  { id }: Payer,
  plan: string,
  meanwhile: () => Promise<unknown>,
): Promise<Refused> {
  const administrator = await givenAnAdministrator(shop)
  const change = await planChangeTo(administrator, { id }, plan)
  const done: Promise<unknown>[] = []
  // The first preview is of the next charge, and is read with the subscription.
  let previews = 0
  faults.answer = ({ path }) => {
    if (!path.endsWith('/create_preview') || ++previews !== 2) return undefined
    done.push(meanwhile())
    return { late: 3_000 }
  }
  const refused = await act<Refused>(administrator, `change-plan/${id}`, change, 409)
  delete faults.answer
  assert.equal(done.length, 1)
  await Promise.all(done)
  return refused
}
const commentsOf = (of: TestShop, { id }: Payer) =>
  of.sql<{ by: string; comment: string }>(
    `select added_by as by, data->>'comment' as comment from events where subscription_id = $1 and type = 'COMMENT_ADDED' order by number`,
    [id],
  )

test('a change that the provider can no longer make is closed in the history, and a switch by the customer is recorded as theirs', async () => {
  const [payer] = payers
  const subscription = (await rowOf(shop, payer)).provider_subscription
  const refused = await changeWhile(world, payer, 'analytics-annual', () =>
    world.stripe.subscriptions.update(subscription, { collection_method: 'send_invoice', days_until_due: 30 }),
  )
  assert.equal(refused.message, errorMessages.PLAN_NOT_CHANGED)
  const [, ended, ...more] = await commentsOf(shop, payer)
  assert.deepEqual([ended?.by, more], ['billing', []])
  await world.stripe.subscriptions.update(subscription, { collection_method: 'charge_automatically' })
  await shop.catchUp()
  await switchPlan(payer, 'analytics-annual')
  await shop.catchUp()
  const mails = await mailsTo(shop, payer, /receipt/)
  assert.match(mails.at(-1)?.text ?? '', /Your plan changed from “Parallax Analytics, monthly” to/)
})

test('a price removed between preview and change returns a 409 that states it, and the history shows the end', async () => {
  const [, payer] = payers
  const { data } = await world.stripe.prices.list({ lookup_keys: ['analytics-annual'] })
  const refused = await changeWhile(world, payer, 'analytics-annual', async () => {
    await world.stripe.prices.update(data[0]?.id ?? '', { active: false })
    // The prices are read again.
    await shop.advanceTo('2026-12-05T12:06:00Z')
  })
  assert.deepEqual(refused.message, errorMessages.PLAN_NOT_SOLD)
  const [, ended, ...more] = await commentsOf(shop, payer)
  assert.deepEqual([ended?.by, more], ['billing', []])
  assert.match(ended?.comment ?? '', /No active price at Stripe has the lookup key "analytics-annual"\./)
  assert.equal((await chargesOf(shop, payer)).length, 1)
  assert.equal((await rowOf(shop, payer)).terms.name, 'analytics-monthly')
})
