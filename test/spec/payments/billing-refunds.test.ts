import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useCluster } from '../../support/cluster.ts'
import { idOf } from '../../support/admin/admin-page.ts'
import { act, type Refused } from '../../support/admin/admin-calls.ts'
import { buy, givenABuyer, heldBy, settled } from '../../support/billing/given-buyer.ts'
import { givenAProvider, givenAShopOf } from '../../support/servers/given-provider.ts'
import { givenAnAdministrator, givenATrialUser, signIn, type TestShop } from '../../support/given.ts'
import {
  chargesOf,
  givenAPayer,
  historyOf,
  issuesOf,
  mailsTo,
  overThere,
  provider,
  rowOf,
  simulate,
  stateOf,
  switchPlan,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'
import { unchanged } from '../../support/unchanged.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const comment = 'Asked by phone.'

const refund = async (shop: TestShop, payer: { id: string }, body: object = {}) =>
  act(await givenAnAdministrator(shop), `refund/${payer.id}`, { comment, ...body })

/** What went back of the payments of a payer, in minor units, newest first. */
async function refundsOf(shop: TestShop, payer: Payer): Promise<number[]> {
  const { customer } = await overThere(shop, payer)
  const { data } = await provider().charges.list({ customer: typeof customer === 'string' ? customer : customer.id })
  return data.map(({ amount_refunded: back }) => back)
}

type ShownRow = { kind: string; state: string; amount: number; comment?: string; addedBy?: string }

async function rowsOf(visitor: Payer['visitor'], { id }: { id: string }): Promise<ShownRow[]> {
  const answer = await visitor.get(`/api/v1/subscriptions/payments/${id}`)
  assert.equal(answer.status, 200)
  return (await answer.json()) as ShownRow[]
}

test('a full refund ends the subscription and its charging, with a credit note and an entry in the audit log', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    const row = await refund(shop, payer)
    assert.equal(row.status, 'active', 'it is queued')
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'expired, ended, 2026-11-20')
    assert.deepEqual(await refundsOf(shop, payer), [14_900])
    const { customer } = await overThere(shop, payer)
    const { data: notes } = await provider().creditNotes.list({
      customer: typeof customer === 'string' ? customer : customer.id,
    })
    assert.deepEqual(
      notes.map(({ amount, refunds }) => [amount, refunds.length]),
      [[14_900, 1]],
    )
    assert.equal((await overThere(shop, payer)).status, 'canceled')
    const audit = await shop.sql(`select by, act, subscription_id from audit where act = 'refund'`)
    assert.deepEqual(audit, [{ by: 'admin@shop.example', act: 'refund', subscription_id: payer.id }])
    const admin = await rowsOf(await givenAnAdministrator(shop), payer)
    assert.deepEqual(
      admin.map(({ kind, state, amount, comment: why, addedBy }) => [kind, state, amount, why, addedBy]),
      [
        ['charge', 'paid', 149, null, null],
        ['refund', 'succeeded', 149, comment, 'admin@shop.example'],
      ],
    )
    await signIn(payer.visitor, payer.email)
    const own = await rowsOf(payer.visitor, payer)
    assert.deepEqual(
      own.map(({ kind, amount, ...rest }) => [kind, amount, 'comment' in rest, 'addedBy' in rest]),
      [
        ['charge', 149, false, false],
        ['refund', 149, false, false],
      ],
    )
    await shop.advanceTo('2027-02-01T12:00:00Z')
    assert.equal((await chargesOf(shop, payer)).length, 1)
  }))

test('refunded in part, twice, it goes on; the rest refunded, it ends; more than is left is refused', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    await refund(shop, payer, { amount: 49 })
    await shop.catchUp()
    await refund(shop, payer, { amount: 0.5 })
    await shop.catchUp()
    assert.deepEqual(await refundsOf(shop, payer), [4_950])
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
    const administrator = await givenAnAdministrator(shop)
    const more = await act<Refused>(administrator, `refund/${payer.id}`, { comment, amount: 99.51 }, 400)
    assert.deepEqual(
      more.errors?.map(({ field }) => field),
      ['amount'],
    )
    assert.match(more.errors[0]?.message ?? '', /US\$99\.50/)
    await refund(shop, payer)
    await shop.catchUp()
    assert.deepEqual(await refundsOf(shop, payer), [14_900])
    assert.equal((await rowOf(shop, payer)).status, 'expired')
  }))

test('two full refunds at the same moment come to one', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    const administrator = await givenAnAdministrator(shop)
    const answers = await Promise.all(
      [1, 2, 3].map(() => administrator.post(`/api/v1/subscriptions/refund/${payer.id}`, { comment })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409],
    )
    await shop.catchUp()
    assert.deepEqual(await refundsOf(shop, payer), [14_900])
  }))

test('with cancel, the subscription is cancelled at once, whole or in part refunded', () =>
  shopAt(async (shop) => {
    const whole = await givenAPayer(shop, 'analytics-monthly')
    const part = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    assert.equal((await refund(shop, whole, { cancel: true })).status, 'cancelled')
    assert.equal((await refund(shop, part, { cancel: true, amount: 100 })).status, 'cancelled')
    await shop.catchUp()
    for (const [payer, back] of [
      [whole, 14_900],
      [part, 10_000],
    ] as const) {
      assert.deepEqual(await refundsOf(shop, payer), [back])
      assert.deepEqual((await historyOf(shop, payer))[2]?.split(' ')[0], 'SUBSCRIPTION_CANCELLED')
      assert.equal((await rowOf(shop, payer)).status, 'cancelled')
    }
    const answer = await act<Refused>(await givenAnAdministrator(shop), `revive/${part.id}`, { comment }, 409)
    assert.match(answer.message, /paid back|refunded/)
    await shop.advanceTo('2027-01-02T12:00:00Z')
    assert.equal((await chargesOf(shop, part)).length, 1)
  }))

test('the current period’s payment is the one that is refunded, and an earlier one stays', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-21T12:00:00Z')
    await refund(shop, payer)
    await shop.catchUp()
    assert.deepEqual(await refundsOf(shop, payer), [14_900, 0])
    assert.equal(await stateOf(shop, payer), 'expired, ended, 2026-12-21')
  }))

test('a wrong amount is refused at its field and changes nothing', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    const administrator = await givenAnAdministrator(shop)
    for (const [amount, message] of [
      [0, /./],
      [-1, /./],
      [149.001, /decimal/],
      [0.001, /decimal/],
      [149.01, /US\$149\.00/],
      [1e21, /./],
      ['149', /./],
      ['', /./],
      [null, /./],
      [[], /./],
    ] as const) {
      const answer = await unchanged(
        shop,
        () => act<Refused>(administrator, `refund/${payer.id}`, { comment, amount }, 400),
        ['sessions'],
      )
      assert.match(answer.errors?.find(({ field }) => field === 'amount')?.message ?? '', message, String(amount))
    }
    const none = await act<Refused>(administrator, `refund/${payer.id}`, {}, 400)
    assert.deepEqual(
      none.errors?.map(({ field }) => field),
      ['comment'],
    )
    await act<Refused>(administrator, `refund/${payer.id}`, { comment, reason: 'x' }, 400)
  }))

test('an amount in a currency without decimals has none', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    await shop.sql(`update payments set currency = 'jpy' where subscription_id = $1`, [payer.id])
    const administrator = await givenAnAdministrator(shop)
    const { errors } = await act<Refused>(administrator, `refund/${payer.id}`, { comment, amount: 10.5 }, 400)
    assert.match(errors?.[0]?.message ?? '', /decimal|whole/)
  }))

test('nothing to refund: a trial and one refunded already get 409; unknown ids 404; others 403', () =>
  shopAt(async (shop) => {
    const administrator = await givenAnAdministrator(shop)
    const refused = (id: string, status: number) => act<Refused>(administrator, `refund/${id}`, { comment }, status)
    const trial = await givenATrialUser(shop)
    const [held] = await heldBy(trial.visitor)
    assert.match((await refused(held?.subscription.id ?? '', 409)).message, /no payment/)
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    await refund(shop, payer)
    await shop.catchUp()
    assert.match((await refused(payer.id, 409)).message, /no payment/)
    await refused(crypto.randomUUID(), 404)
    await refused('nothing', 404)
    const other = await givenABuyer(shop)
    assert.equal((await other.visitor.post(`/api/v1/subscriptions/refund/${payer.id}`, { comment })).status, 403)
    assert.equal((await shop.visitor().post(`/api/v1/subscriptions/refund/${payer.id}`, { comment })).status, 401)
  }))

test('a free period after a paid one has nothing to refund: 409; while the paid one runs, days given on top leave it refundable', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const { provider_subscription: subscription } = await rowOf(shop, payer)
    await simulate('discount', { subscription, percent_off: 100, duration: 'once' })
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    const { message } = await act<Refused>(await givenAnAdministrator(shop), `refund/${payer.id}`, { comment }, 409)
    assert.match(message, /no payment/)
    assert.deepEqual(await refundsOf(shop, payer), [0])

    const given = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    await simulate('free-month', { subscription: (await rowOf(shop, given)).provider_subscription })
    await shop.catchUp()
    assert.equal(await stateOf(shop, given), 'active, on, 2027-02-20')
    await refund(shop, given)
    await shop.catchUp()
    assert.deepEqual(await refundsOf(shop, given), [14_900])
    assert.equal((await rowOf(shop, given)).status, 'expired')
  }))

test('administrators do not refund their own payment: 409', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    await shop.sql(`update identity_accounts set role = 'SUBSCRIPTION_ADMIN' where email = $1`, [payer.email])
    await signIn(payer.visitor, payer.email)
    const answer = await payer.visitor.post(`/api/v1/subscriptions/refund/${payer.id}`, { comment })
    assert.equal(answer.status, 409)
    assert.match(await answer.text(), /your own payment/)
    assert.ok(await idOf(shop, payer.email))
  }))

test('a period that the customer’s credit paid has no payment to refund: 409, and no other period’s is touched', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    await switchPlan(payer, 'analytics-monthly')
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    const { message } = await act<Refused>(await givenAnAdministrator(shop), `refund/${payer.id}`, { comment }, 409)
    assert.match(message, /no payment/)
    await shop.catchUp()
    assert.deepEqual(await refundsOf(shop, payer), [0])
  }))

for (const [what, breakDown] of [
  ['the answer is lost', 'torn'],
  ['a 500 comes after the refund was made', 'done'],
  ['the connection is cut before it', 'cut'],
] as const)
  test(`refunded once when ${what}`, async () => {
    const world = await givenAProvider(cluster, {}, '2026-11-20T12:00:00Z')
    const shop = await givenAShopOf(world, cluster)
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    let faults = 2
    const refunds = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && /^\/v1\/(refunds|credit_notes)/.test(path) && faults-- > 0
    if (breakDown === 'done')
      world.faults.refusal = (request) =>
        refunds(request) ? { status: 500, message: 'Sorry.', done: true } : undefined
    else world.faults.answer = (request) => (refunds(request) ? breakDown : undefined)
    await refund(shop, payer, { amount: 100 })
    await settled(shop)
    delete world.faults.answer
    delete world.faults.refusal
    const { data } = await world.stripe.refunds.list()
    assert.deepEqual(
      data.map(({ amount }) => amount),
      [10_000],
    )
    const [, row, ...more] = await rowsOf(await givenAnAdministrator(shop), payer)
    assert.deepEqual([row?.kind, row?.state, row?.amount, more], ['refund', 'succeeded', 100, []])
    assert.deepEqual(await issuesOf(shop), [])
    await shop.stop()
  })

test('a refund that Stripe refuses is a payment issue with its sentence, and frees the amount again', async () => {
  const world = await givenAProvider(cluster, {}, '2026-11-20T12:00:00Z')
  const shop = await givenAShopOf(world, cluster)
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  world.faults.refusal = ({ method, path }) =>
    method === 'POST' && /^\/v1\/(refunds|credit_notes)/.test(path)
      ? { status: 400, message: 'Your account balance is too low.' }
      : undefined
  await refund(shop, payer)
  await settled(shop)
  const [issue] = await issuesOf(shop)
  assert.deepEqual([issue?.kind, issue?.retryable], ['task-refused', true])
  assert.match(issue?.detail ?? '', /balance is too low/)
  const [, row] = await rowsOf(await givenAnAdministrator(shop), payer)
  assert.equal(row?.state, 'failed')
  assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
  delete world.faults.refusal
  const administrator = await givenAnAdministrator(shop)
  assert.equal((await administrator.post(`/api/v1/payment-issues/retry/${issue?.id}`, { comment })).status, 202)
  await settled(shop)
  assert.equal((await rowOf(shop, payer)).status, 'expired')
  assert.equal((await world.stripe.refunds.list()).data.length, 1)
  await shop.stop()
})

test('a refund that the customer’s bank sends back is a payment issue, and nothing counts as paid back any more', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    await refund(shop, payer)
    await shop.catchUp()
    const [made] = (await provider().refunds.list()).data
    assert.deepEqual([made?.status, await issuesOf(shop)], ['succeeded', []])
    await simulate('fail-refund', { refund: made?.id ?? '' })
    await shop.catchUp()
    await shop.advanceTo('2026-11-23T12:00:00Z')
    const issues = await issuesOf(shop)
    assert.deepEqual(
      issues.map(({ kind, subscription }) => [kind, subscription?.id]),
      [['refund-failed', payer.id]],
    )
    const row = (await rowsOf(await givenAnAdministrator(shop), payer)).find(({ kind }) => kind === 'refund')
    assert.equal(row?.state, 'failed')
    const { paid_back: back } = (await rowOf(shop, payer)) as unknown as { paid_back: boolean }
    assert.equal(back, false)
    assert.equal((await provider().refunds.list()).data.length, 1, 'it is not tried again')
    const [mail, ...more] = await mailsTo(shop, payer, /could not be completed/)
    assert.deepEqual(more, [])
    assert.match(
      mail?.text ?? '',
      /Your bank returned our refund of US\$149\.00 for Parallax Analytics, monthly, so you have not received it\./,
    )
  }))

test('a refund from Stripe’s dashboard appears in the payments; whole, it ends the subscription without a second refund', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    const { payment } = await rowOf(shop, payer)
    await provider().refunds.create({ payment_intent: payment, amount: 900 })
    await shop.catchUp()
    const rows = await rowsOf(await givenAnAdministrator(shop), payer)
    assert.deepEqual(
      rows.map(({ kind, amount }) => [kind, amount]),
      [
        ['charge', 149],
        ['refund', 9],
      ],
    )
    await provider().refunds.create({ payment_intent: payment })
    await shop.catchUp()
    assert.equal((await rowOf(shop, payer)).status, 'expired')
    assert.equal((await provider().refunds.list()).data.length, 2)
    assert.equal((await mailsTo(shop, payer, /has ended/)).length, 1)
  }))

test('bought again while days were left and then refunded in full, it ends for good: nothing brings the year back', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)
    await shop.catchUp()
    await buy(payer.visitor, 'analytics-annual')
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-12-20', 'the month that was left comes on top')
    // At Stripe those days are a trial, which does not end with the refund.
    await provider().refunds.create({ payment_intent: (await rowOf(shop, payer)).payment })
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'expired, ended, 2026-11-20')
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, ended, 2026-11-20')
  }))
