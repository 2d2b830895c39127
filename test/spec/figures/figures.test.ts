import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Output } from '../../../contract/contract.ts'
import { dplStatuses } from '../../../domain/screening/dpl-status.ts'
import { cleared } from '../../../domain/subscription/subscription.ts'
import { figures } from '../../../server/app/cli/figures.ts'
import { act, read } from '../../support/admin/admin-page.ts'
import { disputePayment } from '../../support/billing/disputes.ts'
import { settled } from '../../support/billing/given-buyer.ts'
import { givenAPayer, rowOf } from '../../support/billing/paying.ts'
import { useCluster } from '../../support/cluster.ts'
import { linesOf, settingsOf } from '../../support/command.ts'
import { givenAnAdministrator, givenARegistration, givenAShop, givenATrialUser } from '../../support/given.ts'

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
  // A plan that the catalogue no longer has keeps its title.
  const removed = JSON.stringify({ name: 'weekly-2019', title: 'Weekly 2019' })
  await shop.sql("update subscriptions set terms = terms || $1 where plan = 'analytics-weekly'", [removed])
  await shop.sql("update figure_movements set plan = 'weekly-2019' where plan = 'analytics-weekly'")
  const third = await read<Overview>(later, '/api/v1/overview')
  assert.deepEqual(
    third.revenue[0]?.plans.map(({ title }) => title),
    ['Weekly 2019'],
  )
})

test('a renewal that is not charged while a payment is disputed is not among what is due', async () => {
  const start = { CLOCK_START: '2026-11-20T12:00:00Z' }
  const shop = await givenAShop(start, cluster)
  const administrator = await givenAnAdministrator(shop)
  await givenAPayer(shop, 'analytics-weekly')
  const payer = await givenAPayer(shop, 'analytics-weekly')
  await settled(shop)
  const renewals = async () => {
    await linesOf({ ...settingsOf(shop), ...start }, figures)
    const { due } = await read<Overview>(administrator, '/api/v1/overview')
    return due.reduce((sum, day) => sum + day.renewals, 0)
  }
  assert.equal(await renewals(), 2)
  await disputePayment(shop, payer)
  await settled(shop)
  const { status, renewal } = await rowOf(shop, payer)
  assert.deepEqual([status, renewal], ['active', 'on'])
  assert.equal(await renewals(), 1)
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

test('a trial that has not started counts as cleared exactly if its person is cleared', async () => {
  const start = { CLOCK_START: '2026-11-20T12:00:00Z' }
  const shop = await givenAShop(start, cluster)
  await givenARegistration(shop)
  for (const emailVerified of [true, false])
    for (const dplStatus of dplStatuses)
      for (const deniedCountry of [true, false]) {
        const verifiedAt = emailVerified ? start.CLOCK_START : null
        await shop.sql('update subscribers set email_verified_at = $1, dpl_status = $2, denied_country = $3', [
          verifiedAt,
          dplStatus,
          deniedCountry,
        ])
        await linesOf({ ...settingsOf(shop), ...start }, figures)
        const counted = await shop.sql("select 1 from figure_counts where figure = 'funnel-week' and label = 'cleared'")
        const person = { emailVerified, dplStatus, deniedCountry, erased: false }
        assert.equal(counted.length === 1, cleared(person), JSON.stringify(person))
      }
})
