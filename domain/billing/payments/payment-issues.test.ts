import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { dueNotices, paymentIssueKinds, type NotifiableIssue, type PaymentIssueKind } from './payment-issues.ts'

const now = new Date('2026-11-20T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000)
const issue = (kind: PaymentIssueKind, since: Date, notified = false): NotifiableIssue => ({ kind, since, notified })

test('the notice lists each kind with new issues once, urgent kinds first, with counts and the date of the oldest', () => {
  const open = [
    issue('refund-failed', hours(50)),
    issue('payment-disputed', hours(3), true),
    issue('payment-disputed', hours(1)),
    issue('page-refused', hours(80), true),
  ]
  assert.deepEqual(dueNotices(open, new Map(), now), [
    { kind: 'payment-disputed', open: 2, fresh: 1, since: hours(3) },
    { kind: 'refund-failed', open: 1, fresh: 1, since: hours(50) },
  ])
})

test('the notice omits a kind that was emailed within the last day, and lists it after that', () => {
  const open = [issue('task-refused', hours(2))]
  assert.deepEqual(dueNotices(open, new Map([['task-refused', hours(23.9)]]), now), [])
  assert.equal(dueNotices(open, new Map([['task-refused', hours(24)]]), now).length, 1)
})

test('an email about a kind of issue is sent only for new issues, and one day after the previous email', () => {
  const kinds = fc.constantFrom(...paymentIssueKinds)
  const issues = fc.array(
    fc.record({ kind: kinds, since: fc.integer({ min: 0, max: 999 }).map(hours), notified: fc.boolean() }),
  )
  const sent = fc.array(fc.tuple(kinds, fc.integer({ min: 0, max: 60 }).map(hours))).map((rows) => new Map(rows))
  fc.assert(
    fc.property(issues, sent, (open, lastSent) => {
      const due = dueNotices(open, lastSent, now)
      for (const kind of paymentIssueKinds) {
        const last = lastSent.get(kind)
        const expected = open.some((one) => one.kind === kind && !one.notified) && (!last || last <= hours(24))
        assert.equal(due.filter((one) => one.kind === kind).length, expected ? 1 : 0)
      }
    }),
  )
})
