import assert from 'node:assert/strict'
import { test } from 'vitest'
import { paymentIssueKinds } from '../../../domain/billing/payments/payment-issues.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop } from '../../support/given.ts'

const cluster = await useCluster()

test('administrators, or the support address if there are none, are emailed about each new payment issue once, and /metrics counts the open ones [10.24]', async () => {
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T08:00:00Z' }, cluster)
  const givenAnIssue = (kind: string, since: string) =>
    shop.sql('insert into payment_issues (id, kind, payment, since) values ($1::uuid, $2, $1::text, $3)', [
      crypto.randomUUID(),
      kind,
      since,
    ])
  /** Returns the emails after moving the clock, oldest first. */
  const noticesAt = async (moment: string) => {
    await shop.advanceTo(moment)
    return (await shop.mails()).filter(({ subject }) => /payment issue/i.test(subject)).toReversed()
  }
  assert.deepEqual(await noticesAt('2026-11-20T08:01:00Z'), [])
  await givenAnIssue('refund-failed', '2026-11-18T10:00:00Z')
  await givenAnIssue('payment-disputed', '2026-11-19T10:00:00Z')
  await givenAnIssue('payment-disputed', '2026-11-20T07:00:00Z')
  const [first, ...more] = await noticesAt('2026-11-20T09:00:00Z')
  assert.deepEqual([first?.subject, more], ['3 new payment issues', []])
  assert.ok(first)
  assert.ok(first.to.includes('admin@shop.example'))
  assert.match(
    first.text,
    /disputes a payment[^]*2 open, since 19 November 2026\.[^]*returned a refund[^]*1 open, since 18 November 2026\./,
  )
  assert.match(first.text, /\/administration\/queue\n/)
  const metrics = await (await fetch(`${shop.url}/metrics`)).text()
  const counts: Record<string, number> = { 'payment-disputed': 2, 'refund-failed': 1 }
  for (const kind of paymentIssueKinds)
    assert.ok(metrics.includes(`payment_issues_open{kind="${kind}"} ${counts[kind] ?? 0}\n`), kind)

  // Another issue of a kind that was already reported by email today waits.
  await givenAnIssue('payment-disputed', '2026-11-20T10:00:00Z')
  assert.equal((await noticesAt('2026-11-20T12:00:00Z')).length, 1)
  await shop.sql("update identity_accounts set role = null where role = 'SUBSCRIPTION_ADMIN'")
  const [, second] = await noticesAt('2026-11-21T09:10:00Z')
  assert.equal(second?.subject, 'A new payment issue')
  assert.match(second.to, /^support@/)
  assert.match(second.text, /disputes a payment[^]*3 open, 1 of them new, since 19 November 2026\./)
  assert.equal((await noticesAt('2026-11-25T09:10:00Z')).length, 2, 'no issue is mailed twice')
})
