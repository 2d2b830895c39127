import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  eventually,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  signIn,
  whoIs,
  type TestShop,
} from '../../support/given.ts'
import { useCluster } from '../../support/cluster.ts'
import type { TestVisitor } from '../../support/visitor.ts'

// Two instances of one shop: the same database and secret, one public address. The clock is at a time at which no
// window of a limit ends soon.
const cluster = await useCluster()
const start = { CLOCK_START: '2026-11-20T12:00:05Z' }
const one = await givenAShop(start, cluster)
const two = await givenAShop({ ...start, DATABASE_URL: one.databaseUrl, PUBLIC_URL: one.url }, cluster)

/** Either instance may send an email, and in the sandbox each has an inbox of its own. */
const allMails = async () => [...(await one.mails()), ...(await two.mails())]
const shop: TestShop = {
  ...one,
  mailTo: (address, subject = '') =>
    eventually(`a mail to ${address}`, async () =>
      (await allMails()).find((mail) => mail.to.includes(address) && mail.subject.includes(subject)),
    ),
}

const at = (instance: TestShop, { cookies }: TestVisitor): TestVisitor => {
  const visitor = instance.visitor()
  for (const [name, value] of cookies) visitor.cookies.set(name, value)
  return visitor
}

test('a person signed in at one instance is signed in at the other, and signed out at both', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const there = at(two, visitor)
  assert.equal(await whoIs(there), email)
  assert.equal((await there.post('/logout')).status, 200)
  assert.equal(await whoIs(visitor), null)
  assert.equal(await whoIs(there), null)
})

test('a sign-in that begins at one instance ends at the other', async () => {
  const { email } = await givenATrialUser(shop)
  const visitor = two.visitor()
  await signIn(visitor, email)
  assert.equal(await whoIs(visitor), email)
})

test('a trial token issued by one instance is valid at the other, once', async () => {
  const visitor = one.visitor()
  const { email, trialToken } = await givenARegistration(one)
  assert.ok(email)
  const again = await at(two, visitor).post(
    '/api/v1/plans/analytics-trial/checkout',
    {},
    { 'x-trial-token': trialToken },
  )
  assert.equal(again.status, 403)
})

test('many registrations at both instances: each person gets each mail once', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, (_, index) => givenARegistration(index % 2 ? one : two)))
  await eventually(
    'an empty outbox',
    async () => (await one.sql('select 1 from jobs where done_at is null')).length === 0,
  )
  const mails = await allMails()
  for (const { email } of people) assert.equal(mails.filter(({ to }) => to.includes(email)).length, 1, email)
})

test('a rate limit counts the requests to both instances', async () => {
  const limits = { ...start, RATE_LIMIT_FACTOR: '1' }
  const { email } = await givenATrialUser(shop)
  await Promise.all([one.restart(limits), two.restart(limits)])
  const visitor = one.visitor()
  await visitor.get('/api/v1/users/userinfo')
  const found: boolean[] = []
  for (let asked = 0; asked < 14; asked += 1) {
    const answer = await at(asked % 2 ? one : two, visitor).get(`/api/v1/users/search/${email}`)
    found.push(answer.status === 200)
  }
  assert.equal(found.filter(Boolean).length, 10)
  assert.deepEqual(found.slice(10), [false, false, false, false])
  const fresh = one.visitor()
  await fresh.get('/api/v1/users/userinfo')
  assert.equal(
    (await fresh.get(`/api/v1/users/search/${email}`)).status,
    200,
    'another visitor has a budget of their own',
  )
})

test('work that is due when both start together is done once', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => givenATrialUser(shop)))
  const later = { CLOCK_START: '2026-12-22T00:00:00Z', RATE_LIMIT_FACTOR: '1000' }
  await Promise.all([one.stop(), two.stop()])
  await Promise.all([one.restart(later), two.restart(later)])
  const rows = await one.sql<{ email: string; status: string; expired: number }>(
    `select email, s.status, (select count(*)::int from events where subscription_id = s.id and type = 'STATUS_CHANGED') as expired
     from subscriptions s join subscribers on subscribers.id = subscriber_id where email = any($1)`,
    [people.map(({ email }) => email)],
  )
  assert.equal(rows.length, 8)
  for (const { status, expired } of rows) assert.deepEqual([status, expired], ['expired', 1])
})
