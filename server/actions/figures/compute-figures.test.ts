import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import type { SubscriptionEvent } from '../../../domain/subscription/events.ts'
import { openTables, useCluster } from '../../../test/support/cluster.ts'
import { monthly, weekly } from '../../../test/support/subscriptions/given-subscription.ts'
import { histories as readHistories } from '../../store/figures/movements.ts'
import { computeFigures, rebuildFigures } from './compute-figures.ts'

const { db } = await openTables(await useCluster(), { max: 2 })

async function historiesOf(page?: number) {
  const all: SubscriptionEvent[][] = []
  for await (const history of readHistories(db, null, page)) all.push(history)
  return all
}

test('computed day by day, in any steps and repeatedly, the figures equal a rebuild', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day, 12))
  const stored = async () => ({
    movements: await db
      .selectFrom('figure_movements')
      .selectAll()
      .orderBy('day')
      .orderBy('kind')
      .orderBy('plan')
      .orderBy('cohort')
      .execute(),
    counts: await db
      .selectFrom('figure_counts')
      .selectAll()
      .orderBy('figure')
      .orderBy('day')
      .orderBy('label')
      .execute(),
  })
  const change = fc.constantFrom(
    ['STATUS_CHANGED', { status: 'expired' }],
    ['STATUS_CHANGED', { status: 'active' }],
    ['PLAN_CHANGED', { plan: weekly, comment: '' }],
    ['PLAN_CHANGED', { plan: monthly, comment: '' }],
    ['SUBSCRIPTION_CANCELLED', {}],
  )
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('begin' as const) }),
      fc.record({ do: fc.constant('change' as const), which: fc.nat(5), change }),
      fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ do: fc.constant('compute' as const) }),
    ),
    { minLength: 5, maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      await db.deleteFrom('subscriptions').execute()
      await db.deleteFrom('figure_movements').execute()
      await db.updateTable('figure_state').set({ through: null }).execute()
      const histories: { id: string; number: number }[] = []
      let day = 1
      const append = (of: { id: string; number: number }, type: string, data: unknown) =>
        db
          .insertInto('events')
          .values({
            subscription_id: of.id,
            number: (of.number += 1),
            type,
            at: at(day),
            added_by: 'billing',
            data: JSON.stringify(data),
          })
          .execute()
      for (const step of played) {
        if (step.do === 'wait') day += step.days
        if (step.do === 'compute') await computeFigures({ db, now: () => at(day) })
        if (step.do === 'begin') {
          const id = crypto.randomUUID()
          const of = { id, number: 0 }
          await db
            .insertInto('subscriptions')
            .values({
              id,
              subscriber_id: null,
              terms: JSON.stringify(monthly),
              status: 'active',
              created_at: at(day),
              start_date: at(day),
              end_date: at(day + 30),
              held_since: null,
              renewal: 'on',
              paid_until: at(day + 30),
              payment: null,
              latest_comment: null,
              granted_until: null,
            })
            .execute()
          histories.push(of)
          await append(of, 'SUBSCRIPTION_CREATED', { id, plan: monthly, paidUntil: at(day + 30) })
        }
        const of = step.do === 'change' ? histories[step.which] : undefined
        if (step.do === 'change' && of) await append(of, step.change[0], step.change[1])
      }
      await computeFigures({ db, now: () => at(day) })
      assert.deepEqual(await historiesOf(3), await historiesOf(), 'no page cuts a history in two')
      const daily = await stored()
      await computeFigures({ db, now: () => at(day) })
      assert.deepEqual(await stored(), daily, 'once more changes nothing')
      await rebuildFigures({ db, now: () => at(day) })
      assert.deepEqual(await stored(), daily)
    }),
    { numRuns: 25 },
  )
})
