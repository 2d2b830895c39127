import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenARegistration, givenAShop, givenATrialUser } from '../../support/given.ts'
import { settled } from '../../support/billing/given-buyer.ts'
import { givenAPayer } from '../../support/billing/paying.ts'

const cluster = await useCluster()
const begin = '2026-11-20T12:00:00Z'

type EventRow = { type: string; added_by: string; at: Date }

/** Starts a shop at noon of 20 November. */
const givenAShopAtNoon = () => givenAShop({ CLOCK_START: begin }, cluster)
type Shop = Awaited<ReturnType<typeof givenAShopAtNoon>>

const historyOf = (shop: Shop, subscriptionId: string) =>
  shop.sql<EventRow>('select type, added_by, at from events where subscription_id = $1 order by number', [
    subscriptionId,
  ])

async function subscriptionOf(shop: Shop, email: string) {
  const [row] = await shop.sql<{ id: string; status: string; end_date: Date }>(
    'select s.id, status, end_date from subscriptions s join subscribers on subscribers.id = subscriber_id where email = $1',
    [email],
  )
  assert.ok(row)
  return row
}

/** Returns all text in every table of the database. */
async function everything(shop: Shop): Promise<string> {
  const tables = await shop.sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const texts = await Promise.all(tables.map(({ name }) => shop.sql<{ t: string }>(`select t::text from "${name}" t`)))
  return texts
    .flat()
    .map(({ t }) => t)
    .join('\n')
}

test('a trial that ended while the shop was down expires once, before the shop opens again', async () => {
  const shop = await givenAShopAtNoon()
  const { email } = await givenATrialUser(shop)
  const { id, end_date: endDate } = await subscriptionOf(shop, email)
  assert.equal(endDate.toISOString(), '2026-12-20T00:00:00.000Z')

  await shop.advanceTo('2026-12-20T23:59:00Z')
  assert.equal((await subscriptionOf(shop, email)).status, 'active', 'the last day has access')
  await shop.restart({ CLOCK_START: '2026-12-21T00:00:00Z' })
  assert.equal((await subscriptionOf(shop, email)).status, 'expired')
  await shop.restart({ CLOCK_START: '2026-12-22T12:00:00Z' })

  const history = await historyOf(shop, id)
  assert.deepEqual(
    history.map(({ type }) => type),
    ['PENDING_SUBSCRIPTION_CREATED', 'SUBSCRIPTION_ACTIVATED', 'INITIAL_END_DATE_SET', 'STATUS_CHANGED'],
  )
  assert.deepEqual(
    history.map(({ added_by: by }) => by),
    [email, 'system', 'system', 'system'],
  )
})

test('an address not confirmed for 30 days is erased without a trace; registering again restarts them', async () => {
  const shop = await givenAShopAtNoon()
  const marked = { email: 'mark.twelvetrees@northwind-bottling.example', firstName: 'Zebulon', lastName: 'Twelvetrees' }
  await givenARegistration(shop, { ...marked, phone: { countryCode: '+44', phoneNumber: '7911998877' } })
  const { id } = await subscriptionOf(shop, marked.email)
  const kept = await givenATrialUser(shop)
  const again = await givenARegistration(shop)
  const word = /twelvetrees|zebulon|7911998877/i
  assert.ok(word.test(await everything(shop)))

  await shop.advanceTo('2026-12-10T12:00:00Z')
  await givenARegistration(shop, { email: again.email.toUpperCase() })
  await shop.advanceTo('2026-12-20T11:59:00Z')
  assert.ok(word.test(await everything(shop)), 'not a minute too early')
  // An email that could not be sent contains the address too.
  const mail = JSON.stringify({ to: marked.email, subject: 'Activate', text: 'x', html: 'x' })
  await shop.sql(
    `insert into jobs (id, kind, payload, created_at, run_at, given_up_at) values ($1, 'email', $2, now(), now(), now())`,
    [randomUUID(), mail],
  )
  await shop.advanceTo('2026-12-20T12:10:00Z')

  assert.deepEqual(
    (await everything(shop)).split('\n').filter((line) => word.test(line)),
    [],
  )
  const [row] = await shop.sql('select status, subscriber_id from subscriptions where id = $1', [id])
  assert.deepEqual(row, { status: 'cancelled', subscriber_id: null })
  const history = await historyOf(shop, id)
  assert.deepEqual(
    history.map(({ type, added_by: by }) => [type, by]),
    [
      ['PENDING_SUBSCRIPTION_CREATED', ''],
      ['SUBSCRIPTION_CANCELLED', 'system'],
    ],
  )
  assert.equal((await subscriptionOf(shop, kept.email)).status, 'active', 'who confirmed theirs stays')
  const people = async () => (await shop.sql('select 1 from subscribers')).length
  await shop.advanceTo('2027-01-08T12:00:00Z')
  assert.equal(await people(), 2)
  await shop.advanceTo('2027-01-10T12:00:00Z')
  assert.equal(await people(), 1)
})

test('processed reports are removed after a month', async () => {
  const shop = await givenAShopAtNoon()
  await givenAPayer(shop, 'analytics-annual')
  await settled(shop)
  const kept = async () =>
    (await shop.sql(`select 1 from jobs where kind = 'billing-event' and done_at < '2026-11-21T00:00:00Z'`)).length
  assert.ok((await kept()) > 3)
  await shop.advanceTo('2026-12-15T12:00:00Z')
  assert.ok((await kept()) > 3)
  await shop.advanceTo('2026-12-22T12:00:00Z')
  assert.equal(await kept(), 0)
})
