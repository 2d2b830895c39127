import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, eventsAt, givenATrial, type Refused } from '../../support/admin/admin-calls.ts'
import { read } from '../../support/admin/admin-page.ts'
import { cards, loseMessages } from '../../support/billing/given-buyer.ts'
import { givenAColleague, givenAnAdministrator, givenAShop } from '../../support/given.ts'
import {
  chargesOf,
  givenAPayer,
  historyOf,
  mailsTo,
  overThere,
  provider,
  rowOf,
  simulate,
  stateOf,
  switchPlan,
  type Payer,
} from '../../support/billing/paying.ts'
import { planChangeTo, previewPath, type PlanChange } from '../../support/billing/plan-change.ts'
import type { TestVisitor } from '../../support/visitor.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
let administrator = await givenAnAdministrator(shop)
const comment = 'asked by phone'

type Preview = {
  at: string
  currency: string
  unused: number
  charge: number
  creditUsed: number
  creditLeft: number
  dueNow: number
  periodEnd: string
}
const previewOf = (id: string, plan: string) => read<Preview>(administrator, previewPath(id, plan))

/** Sends what the page would send: the preview, and the values that it showed. */
const changeTo = (plan: string, payer: { id: string }, preview?: Preview): Promise<PlanChange> =>
  planChangeTo(administrator, payer, plan, preview)

async function planOf({ id }: { id: string }): Promise<string> {
  return (await rowOf(shop, { id })).terms.name
}

test('two administrators at the same time make one change and one charge, and the second learns who was first and when [10.28]', async () => {
  const payer = await givenAPayer(shop, 'analytics-weekly')
  await shop.catchUp()
  const colleague = await givenAColleague(shop, 'SUBSCRIPTION_ADMIN')
  const toMonthly = await changeTo('analytics-monthly', payer)
  const toAnnual = await changeTo('analytics-annual', payer)
  const press = (by: TestVisitor, body: PlanChange) => by.post(`/api/v1/subscriptions/change-plan/${payer.id}`, body)
  const answers = await Promise.all([press(administrator, toMonthly), press(colleague, toAnnual)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const lost = answers.find(({ status }) => status === 409) ?? assert.fail()
  const { message } = (await lost.json()) as Refused
  assert.ok(message.startsWith(errorMessages.CHANGED_MEANWHILE), message)
  assert.match(message, /@shop\.example.*2026/)
  assert.equal((await chargesOf(shop, payer)).length, 2)
  const { message: later } = await act<Refused>(administrator, `change-plan/${payer.id}`, toAnnual, 409)
  assert.ok(later.startsWith(errorMessages.CHANGED_MEANWHILE), later)
  assert.match(later, /@shop\.example.*2026/, 'also once the change was reported')
})

test('a declined card changes nothing here or at the provider, is reported, and can be retried [10.28]', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
  await shop.catchUp()
  const price = (await overThere(shop, payer)).items.data[0]?.price.id
  const state = await stateOf(shop, payer)
  const { message } = await act<Refused>(
    administrator,
    `change-plan/${payer.id}`,
    await changeTo('analytics-annual', payer),
    409,
  )
  assert.equal(message, errorMessages.PLAN_CHANGE_DECLINED)
  await shop.catchUp()
  assert.deepEqual([await planOf(payer), await stateOf(shop, payer)], ['analytics-monthly', state])
  assert.equal((await overThere(shop, payer)).items.data[0]?.price.id, price)
  const told = (await eventsAt(administrator, payer.id)).at(-1)
  assert.deepEqual([told?.type, told?.addedBy], ['COMMENT_ADDED', 'billing'])
  assert.match(told?.data.comment ?? '', /declined/)
  const [line] = await shop.sql(`select changes from audit where act = 'change-plan' and subscription_id = $1`, [
    payer.id,
  ])
  assert.deepEqual(line, { changes: null })
  await changeTo('analytics-annual', payer)
})

test('an amount that has changed since the preview, or is too old, is not charged and returns 409', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  const change = await changeTo('analytics-annual', payer)
  const refused = async (body: PlanChange) =>
    (await act<Refused>(administrator, `change-plan/${payer.id}`, body, 409)).message
  assert.equal(await refused({ ...change, dueNow: change.dueNow - 1 }), errorMessages.AMOUNT_MEANWHILE)
  assert.equal(await refused({ ...change, at: '2026-11-20T11:00:00.000Z' }), errorMessages.AMOUNT_MEANWHILE)
  const { id: subscription } = await overThere(shop, payer)
  await simulate('discount', { subscription, percent_off: 10, duration: 'once' })
  assert.equal(await refused(change), errorMessages.AMOUNT_MEANWHILE)
  assert.ok((await previewOf(payer.id, 'analytics-annual')).dueNow < change.dueNow)
  assert.equal((await chargesOf(shop, payer)).length, 1)
  assert.equal(await planOf(payer), 'analytics-monthly')
})

test('a plan that cannot change returns the reason, an unknown one 400 and an unknown id 404', async () => {
  const refusal = async (id: string, plan: string, status = 409) => {
    const answer = await administrator.get(previewPath(id, plan))
    assert.equal(answer.status, status, await answer.clone().text())
    return ((await answer.json()) as Refused).message
  }
  assert.equal(await refusal((await givenATrial(shop)).id, 'analytics-annual'), errorMessages.CHANGE_NOT_PAID)
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  for (const plan of ['analytics-monthly', 'statistics-annual', 'analytics-trial'])
    assert.equal(await refusal(payer.id, plan), errorMessages.CHANGE_NOT_OFFERED)
  await refusal(payer.id, 'nothing', 400)
  await refusal(crypto.randomUUID(), 'analytics-annual', 404)
  await act(administrator, `extend/${payer.id}`, { endDate: '2027-03-01', comment })
  await shop.catchUp()
  assert.equal(await refusal(payer.id, 'analytics-annual'), errorMessages.CHANGE_EXTENDED)
})

test('a subscriber at an earlier price of a plan can change too, credited with what they paid', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  const price = (await overThere(shop, payer)).items.data[0]?.price ?? assert.fail()
  // The vendor moves the key to a new price of the same amount.
  await provider().prices.create({
    product: price.product as string,
    currency: 'usd',
    unit_amount: 14_900,
    recurring: { interval: 'month' },
    lookup_key: 'analytics-monthly',
    transfer_lookup_key: true,
  })
  const preview = await previewOf(payer.id, 'analytics-annual')
  assert.deepEqual([preview.unused, preview.charge], [149, 1188])
})

test('money is not returned twice: a refunded payment prevents a plan change, and credit of a change is not refunded', async () => {
  const payer = await givenAPayer(shop, 'analytics-annual')
  await shop.catchUp()
  const change = await changeTo('analytics-weekly', payer)
  await act(administrator, `refund/${payer.id}`, { amount: 1100, comment })
  const { message } = await act<Refused>(administrator, `change-plan/${payer.id}`, change, 409)
  assert.equal(message, errorMessages.CHANGE_REFUNDED, 'also from a preview made before the refund')
  await shop.catchUp()
  const preview = await administrator.get(previewPath(payer.id, 'analytics-weekly'))
  assert.equal(((await preview.json()) as Refused).message, errorMessages.CHANGE_REFUNDED)

  const other = await givenAPayer(shop, 'analytics-annual')
  await shop.catchUp()
  const { creditLeft } = await previewOf(other.id, 'analytics-weekly')
  await act(administrator, `change-plan/${other.id}`, await changeTo('analytics-weekly', other))
  await shop.catchUp()
  await act(administrator, `refund/${other.id}`, { comment })
  await shop.catchUp()
  const refunds = await shop.sql<{ amount: string }>(
    `select amount from payments where kind = 'refund' and subscription_id = $1`,
    [other.id],
  )
  assert.deepEqual(
    refunds.map(({ amount }) => Number(amount)),
    [118_800 - Math.round(creditLeft * 100)],
  )
})

test('a subscription stopped at the provider is not charged, even before its report arrives, and returns 409', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  const { id } = await overThere(shop, payer)
  const change = await changeTo('analytics-annual', payer)
  const deliver = await loseMessages(shop)
  await provider().subscriptions.update(id, { cancel_at_period_end: true })
  const { message } = await act<Refused>(administrator, `change-plan/${payer.id}`, change, 409)
  await deliver()
  assert.equal(message, errorMessages.CHANGE_NOT_RENEWING, 'the provider is read first')
  await shop.catchUp()
  assert.equal((await chargesOf(shop, payer)).length, 1)
})

test('a change while the provider has scheduled another, or has a trial, is not charged and returns 409', async () => {
  const priceOf = async (payer: Payer) => (await overThere(shop, payer)).items.data[0]?.price.id
  const refused = async (payer: Payer, change: PlanChange) => {
    const price = await priceOf(payer)
    const preview = await administrator.get(previewPath(payer.id, 'analytics-annual'))
    assert.deepEqual(
      [preview.status, ((await preview.json()) as Refused).message],
      [409, errorMessages.PLAN_NOT_CHANGED],
    )
    const { message } = await act<Refused>(administrator, `change-plan/${payer.id}`, change, 409)
    assert.equal(message, errorMessages.PLAN_NOT_CHANGED, 'also from a preview made before')
    assert.equal(await priceOf(payer), price)
    assert.deepEqual([(await chargesOf(shop, payer)).length, await planOf(payer)], [1, 'analytics-monthly'])
  }
  const scheduled = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  const change = await changeTo('analytics-annual', scheduled)
  await simulate('settings', { downgradeAtPeriodEnd: true })
  assert.match(await switchPlan(scheduled, 'analytics-weekly'), /will change at the end of the period/)
  await simulate('settings', { downgradeAtPeriodEnd: false })
  assert.notEqual((await overThere(shop, scheduled)).schedule, null)
  await shop.catchUp()
  await refused(scheduled, change)

  const trying = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  const early = await changeTo('analytics-annual', trying)
  const deliver = await loseMessages(shop)
  const { id, items } = await overThere(shop, trying)
  const trialEnd = items.data[0]?.current_period_end ?? assert.fail()
  await provider().subscriptions.update(id, { trial_end: trialEnd, proration_behavior: 'none' })
  assert.equal((await overThere(shop, trying)).status, 'trialing')
  await refused(trying, early)
  await deliver()
})

// From here on the clock moves, and the sessions of the other people would have ended.
test('a change from monthly to annual half way charges the previewed amount, with reason, audit, timeline and receipt [10.28]', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  await shop.advanceTo('2026-12-05T12:00:00Z')
  administrator = await givenAnAdministrator(shop)
  const preview = await previewOf(payer.id, 'analytics-annual')
  const { unused, charge, dueNow, currency, periodEnd } = preview
  assert.deepEqual([charge, currency, periodEnd.slice(0, 10)], [1188, 'usd', '2027-12-05'])
  assert.ok(unused > 74 && unused < 75, `half a month of 149 is unused: ${unused}`)
  assert.equal(dueNow, Math.round((charge - unused) * 100) / 100)
  assert.equal(await planOf(payer), 'analytics-monthly', 'a preview changes nothing')
  // Later, less is unused: the moment of the preview counts.
  await shop.advanceTo('2026-12-05T12:20:00Z')
  const row = await act(administrator, `change-plan/${payer.id}`, await changeTo('analytics-annual', payer, preview))
  assert.deepEqual([row.plan.name, row.status, row.endDate?.slice(0, 10)], ['analytics-annual', 'active', '2027-12-05'])
  assert.deepEqual((await historyOf(shop, payer)).slice(2), [
    'COMMENT_ADDED owner',
    'PLAN_CHANGED',
    'END_DATE_CHANGED 2027-12-05',
  ])
  const [said] = (await eventsAt(administrator, payer.id)).filter(({ type }) => type === 'COMMENT_ADDED')
  assert.deepEqual(
    [said?.addedBy, said?.data.comment],
    ['admin@shop.example', 'Parallax Analytics, monthly → Parallax Analytics, annual: asked by phone'],
  )
  assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 14900', `2026-12-05 ${Math.round(dueNow * 100)}`])
  assert.deepEqual(await shop.sql(`select act, "by" from audit where subscription_id = $1`, [payer.id]), [
    { act: 'change-plan', by: 'admin@shop.example' },
  ])
  assert.equal((await mailsTo(shop, payer, /receipt|payment/i)).length, 2, 'of the purchase and of the change')
})
