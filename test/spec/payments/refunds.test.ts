import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, read, type Answer } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenATrial, type AdminRow, type ShownEvent } from '../../support/admin/admin-calls.ts'
import { disputePayment } from '../../support/billing/disputes.ts'
import { givenASubscriber, loseMessages, settled, type Subscriber } from '../../support/billing/given-buyer.ts'
import { eventually, givenAnAdministrator, givenAShop, signIn, type TestShop } from '../../support/given.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'
import {
  becomes,
  givenAPayer,
  invoicesOf,
  issuesOf,
  overThere,
  provider,
  replayGivesTheState,
  rowOf,
  simulate,
  stateOf,
  type Payer,
} from '../../support/billing/paying.ts'
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/visitor.ts'

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

type Payment = { kind: string; state: string; amount: number; comment: string | null; addedBy: string | null }
/** Returns the refunds of a subscription as administrators see them: state and amount. */
async function refundsOf(by: TestVisitor, id: string): Promise<string[]> {
  const rows = await read<Payment[]>(by, `/api/v1/subscriptions/payments/${id}`)
  return rows.filter(({ kind }) => kind === 'refund').map(({ state, amount }) => `${state} ${amount}`)
}

/** Returns what the provider refunded of a payer's charges, in minor units. */
async function sentBack(payer: { id: string }): Promise<number> {
  const { customer } = await overThere(shop, payer)
  const { data } = await provider().charges.list({ customer: customer as string, limit: 100 })
  return data.reduce((sum, charge) => sum + charge.amount_refunded, 0)
}

/** Returns the events after those of the purchase, with their dates. */
async function laterEvents(payer: Payer | Subscriber): Promise<string[]> {
  const events = await read<ShownEvent[]>(administrator, `/api/v1/subscriptions/events/${payer.id}`)
  return events.slice(2).map(({ type, data }) => [type, data.endDate?.slice(0, 10)].filter(Boolean).join(' '))
}

test('a full refund is accepted immediately, has a credit note, and ends the subscription and all charging that day', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  const shown = await refunded(administrator, payer.id, { comment: 'Bought by mistake.' })
  assert.deepEqual([shown.id, shown.status], [payer.id, 'active'])
  await becomes(shop, payer, 'expired, ended, 2026-11-20')
  await settled(shop)
  assert.deepEqual(await laterEvents(payer), ['END_DATE_CHANGED 2026-11-20', 'STATUS_CHANGED'])
  assert.deepEqual(await refundsOf(administrator, payer.id), ['succeeded 149'])
  assert.equal(await sentBack(payer), 14_900)
  assert.equal((await overThere(shop, payer)).status, 'canceled')
  const [invoice] = await invoicesOf(shop, payer)
  assert.equal(invoice?.post_payment_credit_notes_amount, 14_900, 'the invoice is credited, so that the books agree')
  const [row] = await shop.sql(`select comment, by from payments where subscription_id = $1 and kind = 'refund'`, [
    payer.id,
  ])
  assert.deepEqual(row, { comment: 'Bought by mistake.', by: 'admin@shop.example' })
  const audit = await shop.sql(`select by, act from audit where subscription_id = $1`, [payer.id])
  assert.deepEqual(audit, [{ by: 'admin@shop.example', act: 'refund' }])
})

test('a partial refund changes neither status, end date nor renewal, and the rest can be refunded later', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  const before = await stateOf(shop, payer)
  await refunded(administrator, payer.id, { amount: 50.25, comment: 'Two days of downtime.' })
  await settled(shop)
  assert.equal(await stateOf(shop, payer), before)
  assert.deepEqual(await laterEvents(payer), [])
  assert.equal(await sentBack(payer), 5_025)
  assert.equal((await overThere(shop, payer)).cancel_at_period_end, false)

  const tooMuch = await refund(administrator, payer.id, { amount: 98.76, comment: 'All of it.' })
  assert.deepEqual([tooMuch.status, tooMuch.message], [400, 'The amount cannot be more than US$98.75'])
  assert.deepEqual(
    tooMuch.errors?.map(({ field }) => field),
    ['amount'],
  )
  await refunded(administrator, payer.id, { comment: 'All that is left.' })
  await becomes(shop, payer, 'expired, ended, 2026-11-20')
  await settled(shop)
  assert.deepEqual((await refundsOf(administrator, payer.id)).toSorted(), ['succeeded 50.25', 'succeeded 98.75'])
  assert.equal(await sentBack(payer), 14_900)
  const again = await unchanged(shop, () => refund(administrator, payer.id, { comment: 'Once more.' }), ['sessions'])
  assert.deepEqual([again.status, again.message], [409, errorMessages.REFUND_NOTHING_PAID])
})

test('two administrators who refund everything at the same time refund it once: one 200, one 409', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  const other = await givenAnAdministrator(shop)
  const answers = await Promise.all(
    [administrator, other].map((one) => refund(one, payer.id, { comment: 'Asked by phone.' })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  await settled(shop)
  assert.deepEqual(await refundsOf(administrator, payer.id), ['succeeded 149'])
  assert.equal(await sentBack(payer), 14_900)
})

test('two concurrent partial refunds that are too much together: one 200, one 400', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  const half = () => refund(administrator, payer.id, { amount: 100, comment: 'Asked by phone.' })
  const answers = await Promise.all([half(), half()])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  )
  await settled(shop)
  assert.equal(await sentBack(payer), 10_000)
})

test('a refund that ends the subscription now cancels it with the comment, whole or in part, and charging ends', async () => {
  for (const { body, back } of [
    { body: { cancel: true }, back: 14_900 },
    // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in JSON; a body is never awaited
    { body: { then: 'end', amount: 20 }, back: 2_000 },
  ]) {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const shown = await refunded(administrator, payer.id, { ...body, comment: 'Fraud.' })
    assert.deepEqual([shown.status, shown.latestComment], ['cancelled', 'Fraud.'])
    await settled(shop)
    assert.deepEqual(await laterEvents(payer), ['SUBSCRIPTION_CANCELLED'])
    assert.equal(await sentBack(payer), back)
    const there = await overThere(shop, payer)
    assert.ok(there.status === 'canceled' || there.cancel_at_period_end, 'nothing more is charged')
  }
})

test('invalid input gets 400 with the field’s sentence, and nothing changes', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  const comment = 'Asked by phone.'
  for (const [body, field, message] of [
    [{ amount: 0, comment }, 'amount', 'The amount must be more than zero'],
    [{ amount: 149.01, comment }, 'amount', 'The amount cannot be more than US$149.00'],
    [{ amount: 1.005, comment }, 'amount', 'The amount can have at most 2 decimal places'],
    [{ amount: '20', comment }, 'amount', undefined],
    [{ amount: 20 }, 'comment', 'This field is required'],
    [{ comment, cancel: 'yes' }, 'cancel', undefined],
    [{ comment, currency: 'eur' }, 'currency', undefined],
  ] as const) {
    const answer = await unchanged(shop, () => refund(administrator, payer.id, body), ['sessions'])
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.deepEqual(
      answer.errors?.map((error) => error.field),
      [field],
      JSON.stringify(body),
    )
    if (message !== undefined) assert.equal(answer.message, message)
  }
  assert.equal(await sentBack(payer), 0)
})

test('an unknown id returns 404; a trial, the administrator’s own payment and a disputed one 409; nothing changes', async () => {
  const trial = await givenATrial(shop)
  const disputed = await givenAPayer(shop, 'analytics-monthly')
  await disputePayment(shop, disputed)
  const own = await givenAPayer(shop, 'analytics-monthly')
  for (const table of ['accounts', 'identity_accounts'])
    await shop.sql(`update ${table} set role = 'SUBSCRIPTION_ADMIN' where email = $1`, [own.email])
  await signIn(own.visitor, own.email)
  for (const [by, id, status, message] of [
    [administrator, crypto.randomUUID(), 404, 'Not found.'],
    [administrator, 'nothing', 404, 'Not found.'],
    [administrator, trial.id, 409, errorMessages.REFUND_NOTHING_PAID],
    [administrator, disputed.id, 409, errorMessages.REFUND_DISPUTED],
    [own.visitor, own.id, 409, errorMessages.REFUND_OWN],
  ] as const) {
    const answer = await unchanged(shop, () => refund(by, id, { comment: 'Please.' }), ['sessions'])
    assert.deepEqual([answer.status, answer.message], [status, message], id)
  }
})

test('a refund that the provider refuses permanently fails, and becomes a payment issue with the provider’s message', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await settled(shop)
  const before = await stateOf(shop, payer)
  // The dispute is opened at the provider between the request for the refund and the refund, and its message is lost.
  const found = await loseMessages(shop)
  await shop.sql(`create function postponed() returns trigger language plpgsql as
    $$ begin new.run_at = new.run_at + interval '1 hour'; return new; end $$`)
  await shop.sql(`create trigger postponed before insert on jobs for each row execute function postponed()`)
  await refunded(administrator, payer.id, { comment: 'Sorry.' })
  await shop.sql('drop trigger postponed on jobs')
  const dispute = await disputePayment(shop, payer)
  await shop.sql(`update jobs set run_at = run_at - interval '1 hour' where run_at > created_at`)
  await settled(shop)
  await found()
  assert.deepEqual(await refundsOf(administrator, payer.id), ['failed 149'])
  assert.equal(await stateOf(shop, payer), before)
  const issue = (await issuesOf(shop)).find(({ subscription }) => subscription?.id === payer.id)
  assert.deepEqual([issue?.kind, issue?.retryable, issue?.subscriber?.email], ['task-refused', true, payer.email])
  assert.match(issue?.detail ?? '', /^The billing provider refused a request\. Message: .*(disput|charged back)/i)
  assert.match(issue?.providerUrl ?? '', /^http/)
  const [row] = await shop.sql<{ paid_back_until: Date | null }>(
    'select paid_back_until from subscriptions where id = $1',
    [payer.id],
  )
  assert.equal(row?.paid_back_until, null, 'a cancellation can be undone later')

  await simulate('close-dispute', { dispute, outcome: 'won' })
  const retried = await act(administrator, `/api/v1/payment-issues/retry/${issue?.id}`, {
    comment: 'The dispute is won.',
  })
  assert.equal(retried.status, 202)
  const twice = await refund(administrator, payer.id, { comment: 'Sorry.' })
  assert.deepEqual([twice.status, twice.message], [409, errorMessages.REFUND_NOTHING_PAID], 'it is under way')
  await becomes(shop, payer, 'expired, ended, 2026-11-20')
  await settled(shop)
  assert.deepEqual(await refundsOf(administrator, payer.id), ['succeeded 149'])
  assert.equal(await sentBack(payer), 14_900)
})

test('replaying the events gives the state of every refunded subscription', async () => {
  await settled(shop)
  assert.ok((await replayGivesTheState(shop)) > 5)
  await shop.stop()
})

test('a refund whose response is lost, or is a 500, is made once', async () => {
  const world = await givenAProvider(cluster)
  const real: TestShop = await givenAShop(world.environment, cluster)
  world.reportTo(real.url)
  const admin = await givenAnAdministrator(real)
  for (const [fault, body, back] of [
    ['torn', {}, 14_900],
    // Stripe repeats a 500 for the same key, although the refund was made.
    ['done', { amount: 10 }, 1_000],
  ] as const) {
    const buyer = await givenASubscriber(real)
    await settled(real)
    let failures = 2
    let tried = 0
    const fails = ({ method, path }: { method: string; path: string }) => {
      if (method !== 'POST' || !/credit_notes|refunds/.test(path)) return false
      tried += 1
      return failures-- > 0
    }
    if (fault === 'done')
      world.faults.refusal = (request) => (fails(request) ? { status: 500, message: 'Sorry.', done: true } : undefined)
    else world.faults.answer = (request) => (fails(request) ? fault : undefined)
    await refunded(admin, buyer.id, { ...body, comment: 'Asked by phone.' })
    await eventually('the refund', async () => {
      // The failed job is due again only later.
      await real.sql(`update jobs set run_at = now() where kind = 'billing' and done_at is null`)
      return (await refundsOf(admin, buyer.id))[0]?.startsWith('succeeded')
    })
    delete world.faults.answer
    delete world.faults.refusal
    await settled(real)
    const { customer } = await world.stripe.subscriptions.retrieve((await rowOf(real, buyer)).provider_subscription)
    const { data } = await world.stripe.refunds.list({ limit: 100 })
    const { data: charges } = await world.stripe.charges.list({ customer: customer as string, limit: 10 })
    const own = data.filter(({ charge }) => charges.some(({ id }) => id === charge))
    assert.deepEqual(
      own.map(({ amount }) => amount),
      [back],
      `${fault}: one refund over there`,
    )
    assert.deepEqual(await refundsOf(admin, buyer.id), [`succeeded ${back / 100}`], `${fault}: one refund here`)
    assert.ok(tried >= 1)
  }
  await real.stop()
})
