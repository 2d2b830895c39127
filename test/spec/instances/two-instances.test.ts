import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import {
  checkOut,
  eventsOf,
  givenABuyer,
  givenASubscriber,
  heldBy,
  payOn,
  settled,
} from '../../support/billing/given-buyer.ts'
import { givenUnknownToTheProvider } from '../../support/billing/given-unknown.ts'
import { aRegistration, eventually, givenATrialUser, password, signIn, whoIs } from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'
import { givenTwoInstances, type Which } from '../../support/servers/two-instances.ts'

// The product as in production: two processes, their own database role, and a proxy that uses each in turn.
const shop = await givenTwoInstances(await useCluster())
const both: readonly Which[] = [0, 1]
const emptyOutbox = () =>
  eventually('an empty outbox', async () => (await shop.sql(`select 1 from jobs where kind = 'email'`)).length === 0)

test('a sign-in with each step at another instance applies to both; after a sign-out at one, the cookie is invalid at both', async () => {
  const { email } = await givenATrialUser(shop)
  const visitor = shop.visitor()
  assert.equal((await signIn(visitor, email)).status, 200)
  for (const which of both) assert.equal(await whoIs(shop.at(which, visitor)), email)
  const stolen = both.map((which) => shop.at(which, visitor))
  assert.equal((await shop.at(1, visitor).post('/logout')).status, 200)
  for (const copy of [...stolen, visitor]) assert.equal(await whoIs(copy), null)
})

test('an anti-forgery token from one instance is accepted by the other', async () => {
  for (const which of both) {
    const visitor = shop.at(which)
    await whoIs(visitor)
    const there = shop.at(which === 0 ? 1 : 0, visitor)
    assert.equal((await there.post('/api/v1/users', aRegistration())).status, 201)
  }
})

test('a trial token and a download link from one instance are valid at the other', async () => {
  const here = shop.at(0)
  const { trialToken } = (await (await here.post('/api/v1/users', aRegistration())).json()) as { trialToken: string }
  const checkOutAt = (visitor: TestVisitor) =>
    visitor.post('/api/v1/plans/analytics-trial/checkout', {}, { 'x-trial-token': trialToken })
  assert.equal((await checkOutAt(shop.at(1, here))).status, 204)
  assert.equal((await checkOutAt(here)).status, 403, 'and good once')

  const { visitor } = await givenATrialUser(shop)
  const offered = await shop.at(0, visitor).get('/api/v1/plans/analytics-trial/download/link?system=windows')
  const { link, sha256 } = (await offered.json()) as { link: string; sha256: string }
  const file = await shop.at(1, visitor).get(link)
  assert.deepEqual([file.status, sha256.length, (await file.text()).length > 0], [200, 64, true])
})

test('wrong passwords are counted across both instances', async () => {
  const { email } = await givenATrialUser(shop)
  // Limits count in windows of the clock's hours: a window that ended during this test would allow twice the budget.
  await eventually('a quarter of an hour that does not end just now', async () => Date.now() % 900_000 < 880_000)
  const seen: string[] = []
  for (let tried = 0; tried < 12; tried += 1) {
    seen.push(String((await signIn(shop.visitor(), email, 'not this one, certainly')).status))
  }
  assert.deepEqual(seen, [...Array<string>(10).fill('400'), '429', '429'])
  assert.equal((await signIn(shop.visitor(), email, password)).status, 429)
})

test('fifty concurrent checkouts, through two sessions and for two plans, then paid on every page, give one subscription and one charge', async () => {
  const buyer = await givenABuyer(shop)
  const other = shop.visitor()
  await signIn(other, buyer.email)
  const plans = ['analytics-monthly', 'analytics-annual']
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => checkOut(index % 3 ? buyer.visitor : other, plans[index % 2] ?? '')),
  )
  // Another plan closes the earlier page; a person who is just opening that page gets a 409. A machine so busy that one
  // person's fifty transactions wait too long for a connection responds with 503.
  assert.deepEqual(
    answers.filter(({ status }) => ![200, 409, 503].includes(status)),
    [],
  )
  const oncemore = await checkOut(buyer.visitor)
  assert.equal(oncemore.status, 200, oncemore.message)
  const pages = new Set([...answers, oncemore].filter(({ status }) => status === 200).map(({ to }) => to))
  await Promise.all([...pages].map((page) => payOn(buyer.visitor, page).catch(() => null)))
  await eventually('a subscription', async () => (await heldBy(buyer.visitor)).length > 0)
  await settled(shop)
  const held = await heldBy(buyer.visitor)
  assert.deepEqual(
    held.map(({ subscription }) => subscription.status),
    ['active'],
  )
  const created = (await eventsOf(shop, held[0]?.subscription.id ?? '')).filter((type) => type.includes('CREATED'))
  assert.equal(created.length, 1)
  // A person who paid before their page was closed was refunded.
  const { data: charges } = await shop.provider.stripe.charges.list({ limit: 100 })
  assert.equal(charges.filter(({ paid, refunded }) => paid && !refunded).length, 1)
})

test('work that fell due while both instances were down is done once when both start together', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => givenATrialUser(shop)))
  const emails = people.map(({ email }) => email)
  await emptyOutbox()
  await Promise.all(both.map(shop.stop))
  await shop.sql(
    `update subscriptions set end_date = date_trunc('day', now(), 'UTC') + make_interval(days => case when email = any($1) then -1 else 1 end)
     from subscribers where subscribers.id = subscriber_id and email = any($2)`,
    [emails.slice(0, 3), emails],
  )
  await Promise.all(both.map(shop.begin))
  const reminders = () =>
    shop.mails().filter(({ to, text }) => emails.includes(to) && text.includes('/reminders/stop/'))
  await eventually('a reminder to each', async () => new Set(reminders().map(({ to }) => to)).size === emails.length)
  await emptyOutbox()
  assert.equal(reminders().length, emails.length)
  const ends = await shop.sql<{ status: string; changes: number }>(
    `select status, (select count(*)::int from events where subscription_id = s.id and type = 'STATUS_CHANGED') as changes
     from subscriptions s join subscribers on subscribers.id = subscriber_id where email = any($1) order by status desc`,
    [emails],
  )
  assert.deepEqual(
    ends.map(({ status, changes }) => [status, changes]),
    emails.map((_, index) => (index < 3 ? ['expired', 1] : ['active', 0])),
  )
  const sent = shop.mails().map(({ id }) => id)
  assert.equal(new Set(sent).size, sent.length, 'of all the mails here, none was sent twice')
})

test('when both instances start together, the provider is asked once about each subscription and each card that is due', async () => {
  const { id, email } = await givenASubscriber(shop)
  await settled(shop)
  await Promise.all(both.map(shop.stop))
  await givenUnknownToTheProvider(shop, { id, email }, 40)
  await shop.sql(
    `update subscriptions set status = 'active', renewal = 'on', asked_at = now(),
       end_date = now() + interval '5 days', provider_period_end = now() + interval '5 days'
     where id in (select id from subscriptions where provider_subscription like 'sub_gone_%' limit 20)`,
  )
  const { provider } = shop
  provider.faults.answer = ({ path }) => (path.includes('sub_gone') ? { late: 100 } : undefined)
  const asked = () => provider.asked.filter((call) => call.includes('sub_gone'))
  await Promise.all(both.map(shop.begin))
  await eventually('a request about each', async () => new Set(asked()).size === 40)
  await Promise.all(both.map(shop.stop))
  assert.equal(asked().length, 40)
})
