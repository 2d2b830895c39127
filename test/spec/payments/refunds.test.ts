import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Output } from '../../../contract/contract.ts'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, read, type Answer } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenATrial, type AdminRow, type ShownEvent } from '../../support/admin/admin-calls.ts'
import { disputePayment } from '../../support/billing/disputes.ts'
import { settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import {
  becomes,
  givenAPayer,
  invoicesOf,
  mailsTo,
  overThere,
  provider,
  replayGivesTheState,
  rowOf,
  stateOf,
  type Payer,
} from '../../support/billing/paying.ts'
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const cluster = await useCluster()
const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)
const administrator = await givenAnAdministrator(shop)

const refund = (by: TestVisitor, id: string, body: unknown): Promise<Answer> =>
  act(by, `/api/v1/subscriptions/refund/${id}`, body)

/** Requests a refund that must be accepted, and returns the subscription as shown. */
async function refunded(by: TestVisitor, id: string, body: unknown): Promise<AdminRow> {
  const answer = await by.post(`/api/v1/subscriptions/refund/${id}`, body)
  assert.equal(answer.status, 200, await answer.clone().text())
  return (await answer.json()) as AdminRow
}

/** Returns the refunds of a subscription as administrators see them: state and amount. */
async function refundsOf(by: TestVisitor, id: string): Promise<string[]> {
  const rows = await read<Output<'GET /api/v1/subscriptions/payments/{id}'>>(by, `/api/v1/subscriptions/payments/${id}`)
  return rows.filter(({ kind }) => kind === 'refund').map(({ state, amount }) => `${state} ${amount}`)
}

/** Returns what the provider refunded of a payer's charges, in minor units. */
async function sentBack(payer: { id: string }): Promise<number> {
  const { customer } = await overThere(shop, payer)
  const { data } = await provider().charges.list({ customer: customer as string, limit: 100 })
  return data.reduce((sum, charge) => sum + charge.amount_refunded, 0)
}

/** Returns the events after those of the purchase, with their dates. */
async function laterEvents(payer: Payer): Promise<string[]> {
  const events = await read<ShownEvent[]>(administrator, `/api/v1/subscriptions/events/${payer.id}`)
  return events.slice(2).map(({ type, data }) => [type, data.endDate?.slice(0, 10)].filter(Boolean).join(' '))
}

test('a partial refund changes nothing else; the rest ends the subscription and all charging that day; each is credited, recorded and emailed once, also one made at Stripe', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  const before = await stateOf(shop, payer)
  const shown = await refunded(administrator, payer.id, { amount: 50.25, comment: 'Two days of downtime.' })
  assert.deepEqual([shown.id, shown.status], [payer.id, 'active'])
  await settled(shop)
  assert.deepEqual([await stateOf(shop, payer), await laterEvents(payer)], [before, []])
  assert.equal((await overThere(shop, payer)).cancel_at_period_end, false)
  const tooMuch = await refund(administrator, payer.id, { amount: 98.76, comment: 'All of it.' })
  assert.deepEqual([tooMuch.status, tooMuch.message], [400, 'The amount cannot be more than US$98.75'])

  await provider().refunds.create({ payment_intent: (await rowOf(shop, payer)).payment, amount: 2_000 })
  await settled(shop)
  await refunded(administrator, payer.id, { comment: 'All that is left.' })
  await becomes(shop, payer, 'expired, ended, 2026-11-20')
  await settled(shop)
  assert.deepEqual(await laterEvents(payer), ['END_DATE_CHANGED 2026-11-20', 'STATUS_CHANGED'])
  const amounts = ['succeeded 20', 'succeeded 50.25', 'succeeded 78.75']
  assert.deepEqual((await refundsOf(administrator, payer.id)).toSorted(), amounts)
  assert.deepEqual([await sentBack(payer), (await overThere(shop, payer)).status], [14_900, 'canceled'])
  const [invoice] = await invoicesOf(shop, payer)
  assert.equal(invoice?.post_payment_credit_notes_amount, 12_900, 'the invoice is credited, so that the books agree')
  const audit = await shop.sql('select by, act, comment from audit where subscription_id = $1 order by at', [payer.id])
  const line = { by: 'admin@shop.example', act: 'refund' }
  assert.deepEqual(audit, [
    { ...line, comment: 'Two days of downtime.' },
    { ...line, comment: 'All that is left.' },
  ])
  const again = await unchanged(shop, () => refund(administrator, payer.id, { comment: 'Once more.' }), ['sessions'])
  assert.deepEqual([again.status, again.message], [409, errorMessages.REFUND_NOTHING_PAID])

  const [part, outside, rest, ...more] = await mailsTo(shop, payer, /refunded/)
  assert.match(part?.text ?? '', /We refunded US\$50\.25 of what you paid for Parallax Analytics, monthly/)
  assert.match(part?.text ?? '', /continues as before[^]*Amount refunded: US\$50\.25\nRefunded to: Visa ending in 4242/)
  assert.match(outside?.text ?? '', /We refunded US\$20\.00[^]*Visa ending in 4242/)
  assert.match(rest?.text ?? '', /We refunded US\$78\.75[^]*access to “Parallax Analytics, monthly” has ended/)
  assert.deepEqual([more, (await mailsTo(shop, payer, /has ended/)).length], [[], 1])
  assert.ok((await replayGivesTheState(shop)) > 0)
})

test('two administrators at the same time refund once what is left: the other gets 409, or 400 for an amount that is too large then', async () => {
  const other = await givenAnAdministrator(shop)
  for (const { body, refusal, back } of [
    { body: {}, refusal: 409, back: 14_900 },
    { body: { amount: 100 }, refusal: 400, back: 10_000 },
  ]) {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const answers = await Promise.all(
      [administrator, other].map((one) => refund(one, payer.id, { ...body, comment: 'Asked by phone.' })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, refusal],
    )
    await settled(shop)
    assert.deepEqual(await refundsOf(administrator, payer.id), [`succeeded ${back / 100}`])
    assert.equal(await sentBack(payer), back)
  }
})

test('a refund that ends the subscription now cancels it with the comment, and charging ends', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  const shown = await refunded(administrator, payer.id, { cancel: true, amount: 20, comment: 'Fraud.' })
  assert.deepEqual([shown.status, shown.latestComment], ['cancelled', 'Fraud.'])
  await settled(shop)
  assert.deepEqual(await laterEvents(payer), ['SUBSCRIPTION_CANCELLED'])
  assert.equal(await sentBack(payer), 2_000)
  assert.ok((await overThere(shop, payer)).cancel_at_period_end, 'nothing more is charged')
})

test('invalid input and contradictory choices get 400 with the field’s sentence, and nothing changes', async () => {
  const [payer, other] = [await givenAPayer(shop, 'analytics-monthly'), await givenAPayer(shop, 'analytics-monthly')]
  await settled(shop)
  const [foreign] = await invoicesOf(shop, other)
  const comment = 'Asked by phone.'
  for (const [body, field, message] of [
    [{ amount: 0, comment }, 'amount', 'The amount must be more than zero'],
    [{ amount: 149.01, comment }, 'amount', 'The amount cannot be more than US$149.00'],
    [{ amount: 1.005, comment }, 'amount', 'The amount can have at most 2 decimal places'],
    [{ amount: 20 }, 'comment', 'This field is required'],
    [{ invoice: foreign?.number, comment }, 'invoice', undefined],
    // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in JSON; a body is never awaited
    [{ then: 'keep', cancel: true, comment }, 'cancel', undefined],
  ] as const) {
    const answer = await unchanged(shop, () => refund(administrator, payer.id, body), ['sessions'])
    const fields = answer.errors?.map((error) => error.field)
    assert.deepEqual([answer.status, fields], [400, [field]], JSON.stringify(body))
    assert.equal(answer.message, message ?? answer.message)
  }
})

test('an unknown id returns 404; a trial and a disputed payment 409; nothing changes', async () => {
  const trial = await givenATrial(shop)
  const disputed = await givenAPayer(shop, 'analytics-monthly')
  await disputePayment(shop, disputed)
  for (const [id, status, message] of [
    [crypto.randomUUID(), 404, 'Not found.'],
    [trial.id, 409, errorMessages.REFUND_NOTHING_PAID],
    [disputed.id, 409, errorMessages.REFUND_DISPUTED],
  ] as const) {
    const answer = await unchanged(shop, () => refund(administrator, id, { comment: 'Please.' }), ['sessions'])
    assert.deepEqual([answer.status, answer.message], [status, message], id)
  }
})
