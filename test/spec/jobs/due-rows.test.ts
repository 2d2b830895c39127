import assert from 'node:assert/strict'
import { test } from 'vitest'
import { openDatabase } from '../../../server/database/pool.ts'
import { releaseAsking } from '../../../server/store/billing/orders.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { useCluster } from '../../support/cluster.ts'
import { eventually, givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'
import { givenASubscriber, loseMessages, settled } from '../../support/billing/given-buyer.ts'
import { givenUnknownToTheProvider } from '../../support/billing/given-unknown.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'
import { whenOver } from '../../support/when-over.ts'

const cluster = await useCluster()

/** Makes every change of these rows fail from now on; returns a function that ends this. */
async function breakRow(shop: TestShop, table: string, id: string): Promise<() => Promise<unknown>> {
  await shop.sql(
    `create or replace function broken() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`,
  )
  await shop.sql(
    `create trigger broken before update or delete on ${table} for each row when (old.id = '${id}') execute function broken()`,
  )
  return () => shop.sql(`drop trigger broken on ${table}`)
}

async function trialOf(shop: TestShop, email: string) {
  const [row] = await shop.sql<{ id: string; subscriber: string; status: string }>(
    'select s.id, s.status, p.id as subscriber from subscriptions s join subscribers p on p.id = s.subscriber_id where p.email = $1',
    [email],
  )
  return row ?? assert.fail('no trial')
}

test('a subscription that cannot be expired delays neither others nor the start, and expires later', async () => {
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)
  const [broken, other] = [await givenATrialUser(shop), await givenATrialUser(shop)]
  const { id } = await trialOf(shop, broken.email)
  // The earliest of all, so that it is processed first.
  await shop.sql(`update subscriptions set end_date = end_date - interval '1 day' where id = $1`, [id])
  const repair = await breakRow(shop, 'subscriptions', id)
  await shop.restart({ CLOCK_START: '2026-12-22T12:00:00Z' })
  assert.equal((await trialOf(shop, other.email)).status, 'expired')
  assert.equal((await trialOf(shop, broken.email)).status, 'active')
  const reported = shop.log.filter((line) => line.includes('"job":"expiry"') && line.includes(`"row":"${id}"`))
  assert.ok(reported.length > 0, 'the log names the row')
  await repair()
  await shop.restart({ CLOCK_START: '2026-12-22T13:00:00Z' })
  assert.equal((await trialOf(shop, broken.email)).status, 'expired')
})

test('many subscriptions unknown to the provider do not delay the others', async () => {
  const provider = await givenAProvider(cluster)
  const shop = await givenAShop(provider.environment, cluster)
  provider.reportTo(shop.url)
  const { id, email } = await givenASubscriber(shop)
  await settled(shop)
  const deliver = await loseMessages(shop)
  const [row] = await shop.sql<{ provider: string }>(
    'select provider_subscription as provider from subscriptions where id = $1',
    [id],
  )
  await provider.stripe.subscriptions.update(row?.provider ?? '', { cancel_at_period_end: true })
  await shop.sql(`update subscriptions set asked_at = asked_at - interval '2 days' where id = $1`, [id])
  // All have waited for longer.
  await givenUnknownToTheProvider(shop, { id, email }, 110)
  await shop.restart()
  await eventually('the news of the one that is there', async () => {
    const [known] = await shop.sql<{ renewal: string }>('select renewal from subscriptions where id = $1', [id])
    return known?.renewal === 'stopped'
  })
  const [due] = await shop.sql<{ n: number }>(
    `select count(*)::int as n from subscriptions where provider_subscription like 'sub_gone_%' and asked_at < now() - interval '1 day'`,
  )
  assert.equal(due?.n, 0, 'those that failed wait until the next day')
  await deliver()
})

test('a shop that stops tells the provider of a stopped renewal first, and ends a long check after the current subscription', async () => {
  const provider = await givenAProvider(cluster)
  const shop = await givenAShop(provider.environment, cluster)
  provider.reportTo(shop.url)
  const buyer = await givenASubscriber(shop)
  await settled(shop)
  await givenUnknownToTheProvider(shop, buyer, 20)
  const first = Promise.withResolvers<void>()
  whenOver(first.resolve)
  provider.faults.answer = ({ path }) =>
    path.includes('sub_gone') ? { late: checks() > 1 ? 300 : first.promise } : undefined
  const checks = () => provider.asked.filter((call) => call.includes('sub_gone')).length
  await shop.restart()
  await eventually('the check', async () => checks() > 0)
  const stopped = await buyer.visitor.post(`/api/v1/subscriptions/stop-renewal/${buyer.id}`)
  assert.equal(stopped.status, 200)
  const before = checks()
  const stopping = shop.stop()
  await eventually('the end of its port', () =>
    fetch(`${shop.url}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  first.resolve()
  await stopping
  assert.ok(checks() <= before + 1, `${checks() - before} checks after the stop began`)
  const [one] = (await provider.stripe.subscriptions.list({ limit: 1 })).data
  assert.equal(one?.cancel_at_period_end, true)
})

test('a check that does not reach the provider stays due', async () => {
  const provider = await givenAProvider(cluster)
  const shop = await givenAShop(provider.environment, cluster)
  provider.reportTo(shop.url)
  const buyer = await givenASubscriber(shop)
  await settled(shop)
  await givenUnknownToTheProvider(shop, buyer, 1)
  provider.faults.answer = ({ path }) => (path.includes('sub_gone') ? 'cut' : undefined)
  await shop.restart()
  await eventually('the check', async () => provider.asked.some((call) => call.includes('sub_gone')))
  // A shop that stops finishes the run first.
  await shop.stop()
  const [gone] = await shop.sql<{ due: boolean }>(
    `select asked_at < now() - interval '1 day' as due from subscriptions where provider_subscription like 'sub_gone_%'`,
  )
  assert.equal(gone?.due, true)
})

test('an order becomes due again after its provider could not be reached, but one that was paid meanwhile keeps the time of the purchase', async () => {
  const shop = await givenAShop({}, cluster)
  await givenASubscriber(shop)
  await settled(shop)
  const { db, close } = openDatabase<Tables>(shop.databaseUrl)
  whenOver(close)
  const paid = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const askedAt = async () => (await db.selectFrom('orders').select('asked_at').executeTakeFirstOrThrow()).asked_at
  const before = { ...paid, asked_at: new Date(paid.asked_at.getTime() - 3_600_000) }
  assert.equal(paid.state, 'paid')
  await releaseAsking(db, before)
  assert.deepEqual(await askedAt(), paid.asked_at)
  await shop.sql(`update orders set state = 'open'`)
  await releaseAsking(db, before)
  assert.deepEqual(await askedAt(), before.asked_at)
})
