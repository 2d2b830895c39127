import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import type { Output } from '../../../contract/contract.ts'
import type { SubscriptionEvent } from '../../../domain/subscription/events.ts'
import { computeFigures, rebuildFigures } from '../../../server/actions/figures/compute-figures.ts'
import { histories as readHistories } from '../../../server/store/figures/movements.ts'
import { figures } from '../../../server/app/cli/figures.ts'
import { openDatabase } from '../../../server/database/pool.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { act, read } from '../../support/admin/admin-page.ts'
import { givenAPayer } from '../../support/billing/paying.ts'
import { useCluster } from '../../support/cluster.ts'
import { linesOf, settingsOf } from '../../support/command.ts'
import { givenAnAdministrator, givenARegistration, givenAShop, givenATrialUser } from '../../support/given.ts'
import { monthly, weekly } from '../../support/subscriptions/given-subscription.ts'

const cluster = await useCluster()
type Overview = Output<'GET /api/v1/overview'>

test('the overview shows recurring revenue, trials by outcome, and what is due [10.38]', async () => {
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)
  const administrator = await givenAnAdministrator(shop)
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await givenAPayer(shop, 'analytics-weekly')
  await givenATrialUser(shop)
  await givenARegistration(shop)
  await givenATrialUser(shop, { country: 'IR' })
  await shop.catchUp()
  const first = await read<Overview>(administrator, '/api/v1/overview')
  const [usd] = first.revenue
  assert.equal(usd?.currency, 'usd')
  const november = usd.months.at(-1)
  const each = { 'analytics-monthly': 149, 'analytics-weekly': 212.33 }
  assert.deepEqual(
    [november?.month, november?.start, november?.new, november?.end, november?.subscriptions],
    ['2026-11-01', 0, 361.33, 361.33, 2],
  )
  assert.deepEqual(
    usd.plans.map(({ amount }) => amount),
    [each['analytics-weekly'], each['analytics-monthly']],
  )
  const paying = await read<{ count: number }>(administrator, '/api/v1/subscriptions/count?filters=paying')
  assert.equal(paying.count, november?.subscriptions, 'the filter holds what the overview counts')
  const [week] = first.trials
  assert.deepEqual(
    [week?.week, week?.registered, week?.confirmed, week?.cleared, week?.started, week?.converted],
    ['2026-11-16', 3, 2, 1, 1, 0],
  )
  assert.deepEqual(week?.outcomes, [
    { outcome: 'running', count: 1 },
    { outcome: 'unconfirmed', count: 1 },
    { outcome: 'denied', count: 1 },
  ])
  const due = first.due.filter(({ trials, renewals }) => trials + renewals > 0)
  assert.deepEqual(
    due.map(({ day, renewals, amounts }) => [day, renewals, amounts[0]?.amount]),
    [['2026-11-27', 1, 49]],
  )
  await shop.advanceTo('2026-11-25T12:00:00Z')
  const later = await givenAnAdministrator(shop)
  const cancelled = await act(later, `/api/v1/subscriptions/cancel/${payer.id}`, { comment: 'asked for it' })
  assert.equal(cancelled.status, 200)
  await shop.catchUp()
  const second = await read<Overview>(later, '/api/v1/overview')
  assert.deepEqual(
    [second.revenue[0]?.months.at(-1)?.churn, second.revenue[0]?.months.at(-1)?.end],
    [-149, each['analytics-weekly']],
  )
  assert.deepEqual(second.cohorts, [{ month: '2026-11-01', began: 2, paying: [1] }])
  assert.equal(second.computedAt, second.computedAt && new Date(second.computedAt).toISOString())
})

test('npm run figures recomputes the figures beside the running server, and reports its progress', async () => {
  const start = { CLOCK_START: '2026-11-20T12:00:00Z' }
  const shop = await givenAShop(start, cluster)
  await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  await shop.sql('delete from figure_movements')
  assert.deepEqual(await linesOf({ ...settingsOf(shop), ...start }, figures), [
    'The figures are rebuilt from 2 events.',
  ])
  assert.deepEqual(await shop.sql('select kind, plan, currency, count, amount::int from figure_movements'), [
    { kind: 'new', plan: 'analytics-monthly', currency: 'usd', count: 1, amount: 14_900 },
  ])
})

async function historiesOf(db: Kysely<Tables>, page?: number) {
  const all: SubscriptionEvent[][] = []
  for await (const history of readHistories(db, null, page)) all.push(history)
  return all
}

test('computed day by day, in any steps and repeatedly, the figures equal a rebuild', async () => {
  const shop = await givenAShop({ CLOCK_START: '2026-02-20T12:00:00Z' }, cluster)
  await shop.stop()
  const { db, close } = openDatabase<Tables>(shop.databaseUrl, { max: 2 })
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
  try {
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
        assert.deepEqual(await historiesOf(db, 3), await historiesOf(db), 'no page cuts a history in two')
        const daily = await stored()
        await computeFigures({ db, now: () => at(day) })
        assert.deepEqual(await stored(), daily, 'once more changes nothing')
        await rebuildFigures({ db, now: () => at(day) })
        assert.deepEqual(await stored(), daily)
      }),
      { numRuns: 25 },
    )
  } finally {
    await close()
  }
})
