import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Output } from '../../../contract/contract.ts'
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
  stateOf,
} from '../../support/billing/paying.ts'
import { planChangeTo, previewPath, type PlanChange } from '../../support/billing/plan-change.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
let administrator = await givenAnAdministrator(shop)

type Preview = Output<'GET /api/v1/subscriptions/plan-preview/{id}'>
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

test('an amount that differs from the preview, an old preview, and a plan that the provider cannot change now, are not charged: 409', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  const change = await changeTo('analytics-annual', payer)
  const refused = async (body: PlanChange) =>
    (await act<Refused>(administrator, `change-plan/${payer.id}`, body, 409)).message
  assert.equal(await refused({ ...change, dueNow: change.dueNow - 1 }), errorMessages.AMOUNT_MEANWHILE)
  assert.equal(await refused({ ...change, at: '2026-11-20T11:00:00.000Z' }), errorMessages.AMOUNT_MEANWHILE)
  // server/adapters/payments/stripe/plan-change.test.ts has every reason of the provider's.
  const deliver = await loseMessages(shop)
  const { id, items } = await overThere(shop, payer)
  const trialEnd = items.data[0]?.current_period_end ?? assert.fail()
  await provider().subscriptions.update(id, { trial_end: trialEnd, proration_behavior: 'none' })
  const preview = await administrator.get(previewPath(payer.id, 'analytics-annual'))
  const { message } = (await preview.json()) as Refused
  assert.deepEqual([preview.status, message], [409, errorMessages.PLAN_NOT_CHANGED])
  assert.equal(await refused(change), errorMessages.PLAN_NOT_CHANGED, 'also from a preview made before')
  await deliver()
  assert.deepEqual([(await chargesOf(shop, payer)).length, await planOf(payer)], [1, 'analytics-monthly'])
})

test('a trial cannot change to a plan, which returns the reason; an unknown plan returns 400, an unknown id 404', async () => {
  const { id } = await givenATrial(shop)
  for (const [of, plan, status, expected] of [
    [id, 'analytics-annual', 409, errorMessages.CHANGE_NOT_PAID],
    [id, 'nothing', 400, undefined],
    [crypto.randomUUID(), 'analytics-annual', 404, 'Not found.'],
  ] as const) {
    const answer = await administrator.get(previewPath(of, plan))
    const { message } = (await answer.json()) as Refused
    assert.deepEqual([answer.status, message], [status, expected ?? message])
  }
})

// From here on the clock moves, and the sessions of the other people would have ended.
test('a change from monthly, at an earlier price, to annual half way charges the previewed amount, with reason, audit, timeline and receipt [10.28]', async () => {
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
  const [, receipt, ...more] = await mailsTo(shop, payer, /receipt|payment|plan/i)
  assert.deepEqual(more, [])
  assert.match(
    receipt?.text ?? '',
    /Our support team changed your plan.* to “Parallax Analytics, annual” on 5 December/,
  )
  assert.match(receipt?.text ?? '', /Your next charge is US\$1,188\.00 on 5 December 2027\./)
})

test('a downgrade is emailed once, with the credit and the next charge', async () => {
  const payer = await givenAPayer(shop, 'analytics-annual')
  await shop.catchUp()
  await act(administrator, `change-plan/${payer.id}`, await changeTo('analytics-monthly', payer))
  const [, mail, ...more] = await mailsTo(shop, payer, /Your plan is now|receipt/)
  assert.deepEqual([mail?.subject, more], ['Your plan is now Parallax Analytics, monthly', []])
  for (const sentence of [
    /Our support team changed your plan from “Parallax Analytics, annual” to “Parallax Analytics, monthly” on 5 December 2026\./,
    /gave you a credit of US\$[\d,.]+, which will be applied to your next charges\./,
    /Your next charge is US\$0\.00 on 5 January 2027\./,
  ])
    assert.match(mail?.text ?? '', sentence)
})
