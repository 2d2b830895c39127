import assert from 'node:assert/strict'
import { test } from 'vitest'
import { paymentIssueKinds } from '../../../domain/billing/payment-issues.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnAdministrator, givenAShop, type TestShop } from '../../support/given.ts'

const cluster = await useCluster()

async function givenAnIssue(shop: TestShop, kind: string, since: string): Promise<string> {
  const id = crypto.randomUUID()
  await shop.sql('insert into payment_issues (id, kind, payment, since) values ($1::uuid, $2, $1::text, $3)', [
    id,
    kind,
    since,
  ])
  return id
}
const notices = async (shop: TestShop) =>
  (await shop.mails()).filter(({ subject }) => /payment issue/i.test(subject)).toReversed()
const openIn = async (shop: TestShop, kind: string) => {
  const text = await (await fetch(`${shop.url}/metrics`)).text()
  return text
    .split('\n')
    .find((line) => line.startsWith(`payment_issues_open{kind="${kind}"}`))
    ?.split(' ')
    .at(-1)
}

test('administrators are emailed about new payment issues, at most once a day per kind, and /metrics counts the open ones [10.24]', async () => {
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T08:00:00Z' }, cluster)
  await shop.catchUp()
  assert.deepEqual(await notices(shop), [])

  await givenAnIssue(shop, 'refund-failed', '2026-11-18T10:00:00Z')
  const disputed = await givenAnIssue(shop, 'payment-disputed', '2026-11-19T10:00:00Z')
  await givenAnIssue(shop, 'payment-disputed', '2026-11-20T07:00:00Z')
  await shop.advanceTo('2026-11-20T09:00:00Z')
  const [first, ...more] = await notices(shop)
  assert.equal(more.length, 0)
  assert.ok(first)
  assert.ok(first.to.includes('admin@shop.example'))
  assert.equal(first.subject, '3 new payment issues')
  assert.match(
    first.text,
    /disputes a payment[^]*2 open, since 19 November 2026\.[^]*returned a refund[^]*1 open, since 18 November 2026\./,
  )
  assert.match(first.text, /\/administration\/queue\n/)
  assert.equal(await openIn(shop, 'payment-disputed'), '2')
  assert.equal(await openIn(shop, 'refund-failed'), '1')
  for (const kind of paymentIssueKinds) assert.ok(await openIn(shop, kind), kind)

  // Another issue of a kind that was already reported by email today waits; one of another kind does not.
  await givenAnIssue(shop, 'payment-disputed', '2026-11-20T10:00:00Z')
  await shop.advanceTo('2026-11-20T12:00:00Z')
  assert.equal((await notices(shop)).length, 1)
  await givenAnIssue(shop, 'task-refused', '2026-11-20T12:00:00Z')
  await shop.advanceTo('2026-11-20T13:00:00Z')
  const second = (await notices(shop))[1]
  assert.equal(second?.subject, 'A new payment issue')
  assert.doesNotMatch(second.text, /disputes/)

  const later = await givenAnAdministrator(shop)
  const resolved = await later.post(`/api/v1/payment-issues/resolve/${disputed}`, { comment: 'Answered.' })
  assert.equal(resolved.status, 204)
  await shop.advanceTo('2026-11-21T09:10:00Z')
  const third = (await notices(shop))[2]
  assert.equal(third?.subject, 'A new payment issue')
  assert.match(third.text, /disputes a payment[^]*2 open, 1 of them new, since 20 November 2026\./)
  await shop.advanceTo('2026-11-25T09:10:00Z')
  assert.equal((await notices(shop)).length, 3, 'no issue is mailed twice')
})

test('payment issues are emailed to the support address if there is no administrator', async () => {
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T08:00:00Z' }, cluster)
  await shop.sql("update identity_accounts set role = null where role = 'SUBSCRIPTION_ADMIN'")
  await givenAnIssue(shop, 'page-refused', '2026-11-20T07:00:00Z')
  await shop.advanceTo('2026-11-20T09:00:00Z')
  const [notice, ...more] = await notices(shop)
  assert.equal(more.length, 0)
  assert.match(notice?.to ?? '', /^support@/)
})
