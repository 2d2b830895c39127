import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, forget, idOf } from '../../support/admin/admin-page.ts'
import { givenAKey, withKey } from '../../support/admin/keys.ts'
import { buy, givenABuyer, settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const { key: reader } = await givenAKey(administrator, ['subscriptions:read', 'subscribers:read', 'invoices:read'])

type Event = {
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown> & { subscriber: string | null }
}
type Page = { events: Event[]; next: string | null }

async function read(query = '', key = reader): Promise<Page> {
  const response = await withKey(shop.url, key, `/api/v1/events${query}`)
  assert.equal(response.status, 200)
  return (await response.json()) as Page
}

/** Returns the position of a reader that has read everything. */
const end = async () => (await read('?limit=1000')).next ?? assert.fail('the feed is empty')
const since = async (after: string) => (await read(`?limit=1000&after=${after}`)).events
const typesOf = (events: readonly Event[]) => events.map(({ type }) => type)
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

test('a trial is reported from the registration to the refusal of its person, without personal data', async () => {
  await givenATrialUser(shop)
  const start = await end()
  const { email } = await givenATrialUser(shop)
  const id = await idOf(shop, email)
  await act(administrator, `/api/v1/reviews/refuse/${id}`, { comment: 'Not approved' })
  const events = await since(start)
  assert.deepEqual(typesOf(events), [
    'subscriber.registered',
    'subscription.created',
    'subscriber.verified',
    'subscriber.cleared',
    'trial.started',
    'subscriber.refused',
    'subscription.cancelled',
  ])
  const [subscription] = await shop.sql<{ id: string }>('select id from subscriptions where subscriber_id = $1', [id])
  const { id: message, timestamp, ...started } = events[4] ?? assert.fail()
  assert.match(message, /^msg_[0-9a-f]{32}$/)
  assert.ok(Date.parse(timestamp) > 0)
  assert.deepEqual(started, {
    type: 'trial.started',
    data: {
      subscriber: id,
      subscription: subscription?.id,
      product: 'analytics',
      plan: 'analytics-trial',
      status: 'active',
      number: 3,
    },
  })
  assert.ok(!JSON.stringify(events).includes(email.slice(0, email.indexOf('@'))))
})

test('a purchase is reported with its payment and its invoice, each once', async () => {
  const start = await end()
  const { visitor } = await givenABuyer(shop)
  await buy(visitor)
  await settled(shop)
  const events = await since(start)
  const bought = events.filter(({ type }) => !type.startsWith('subscriber.'))
  assert.deepEqual(
    bought.map(({ type, data }) => `${type} ${String(data['number'])}`).toSorted(),
    ['invoice.finalized 2', 'invoice.paid 2', 'payment.paid 2', 'subscription.activated 2', 'subscription.created 1'],
    'each with the number of the change that its status results from',
  )
  const paid = events.find(({ type }) => type === 'payment.paid')
  assert.match(String(paid?.data['payment']), /^pi_/)
  assert.equal(paid?.data['plan'], 'analytics-monthly')
})

test('a converted trial is reported with its own status and number, and the subscription that was bought', async () => {
  const start = await end()
  const { visitor } = await givenATrialUser(shop)
  await buy(visitor)
  await settled(shop)
  const events = await since(start)
  const of = (wanted: string) => events.find(({ type }) => type === wanted)?.data ?? assert.fail(wanted)
  const convertedTo = of('subscription.activated')['subscription']
  assert.deepEqual(of('trial.converted'), { ...of('trial.started'), convertedTo })
})

test('messages about an erased person still name their subscriptions, but no longer the person', async () => {
  const start = await end()
  const { email } = await givenATrialUser(shop)
  const id = await idOf(shop, email)
  const before = await since(start)
  assert.ok(before.every(({ data }) => data.subscriber === id))
  await forget(administrator, id)
  const after = await since(start)
  assert.deepEqual(typesOf(after), [...typesOf(before), 'subscription.cancelled', 'subscriber.erased'])
  const erased = after.at(-1)
  assert.deepEqual(erased?.data, { subscriber: id }, 'receivers learn who was erased')
  assert.ok(after.slice(0, -1).every(({ data }) => data.subscriber === null))
  const subscriptions = (events: readonly Event[]) => events.map(({ data }) => data['subscription'] ?? null)
  assert.deepEqual(subscriptions(after).slice(0, before.length), subscriptions(before))
})

test('a receiver’s responses to messages about an erased person are removed, including that of a running attempt', async () => {
  const { email } = await givenATrialUser(shop)
  const other = await givenATrialUser(shop)
  const [id, kept] = [await idOf(shop, email), await idOf(shop, other.email)]
  await shop.sql(
    `insert into webhook_endpoints (id, url, description, types, secret, state, created_at)
    values ('we_off', 'https://crm.example/', '', '{}', '', 'off', now())`,
  )
  await shop.sql(
    `insert into webhook_deliveries (message_id, endpoint_id, state, run_at, response, lease)
    select id, 'we_off', 'waiting', now(), 'Unknown: ' || $3, gen_random_uuid() from messages where subject in ($1, $2)`,
    [id, kept, email],
  )
  const [before] = await shop.sql<{ count: number }>('select count(*)::int as count from messages where subject = $1', [
    kept,
  ])
  await forget(administrator, id)
  const left = await shop.sql<{ subject: string | null; lease: string | null }>(
    'select subject, lease from webhook_deliveries d join messages m on m.id = message_id where response is not null',
  )
  assert.equal(left.length, before?.count)
  assert.ok(left.every(({ subject, lease }) => subject === kept && lease !== null))
  const leases = await shop.sql('select 1 from webhook_deliveries where lease is not null')
  assert.equal(leases.length, left.length)
})

test('a key reads the message types that its scopes cover, and none without a read scope [10.59]', async () => {
  const { key } = await givenAKey(administrator, ['subscribers:read'])
  const all = typesOf((await read('?limit=1000', key)).events)
  assert.ok(all.length > 0 && all.every((type) => type.startsWith('subscriber.')), all.join())
  const asked = await read('?limit=1000&types=trial.started,subscriber.registered', key)
  assert.deepEqual([...new Set(typesOf(asked.events))], ['subscriber.registered'])
  const { key: writer } = await givenAKey(administrator, ['webhooks:write', 'reports:read'])
  assert.deepEqual(await codeOf(await withKey(shop.url, writer, '/api/v1/events')), [403, 'KEY_SCOPE'])
})

test('the feed is read in pages to its end, and an unknown position is rejected', async () => {
  const all = (await read('?limit=1000')).events
  const paged: Event[] = []
  let next: string | null = null
  do {
    const page: Page = await read(`?limit=4${next === null ? '' : `&after=${next}`}`)
    paged.push(...page.events)
    next = page.next
    if (page.events.length < 4) break
  } while (next !== null)
  assert.deepEqual(paged, all)
  const gone = await withKey(shop.url, reader, `/api/v1/events?after=msg_${'0'.repeat(32)}-0`)
  assert.deepEqual(await codeOf(gone), [410, 'CURSOR_GONE'])
})
