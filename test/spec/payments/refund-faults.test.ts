import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, type Refused } from '../../support/admin/admin-calls.ts'
import { read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { settled } from '../../support/billing/given-buyer.ts'
import { givenAPayer, issuesOf, mailsTo, rowOf, simulate, stateOf, type Payer } from '../../support/billing/paying.ts'
import { eventually, givenAnAdministrator } from '../../support/given.ts'
import { givenAProvider, givenAShopOf } from '../../support/servers/given-provider.ts'

const cluster = await useCluster()
const world = await givenAProvider(cluster, {}, '2026-11-20T12:00:00Z')
const shop = await givenAShopOf(world, cluster)
const administrator = await givenAnAdministrator(shop)
const comment = 'Asked by phone.'

const isRefund = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && /credit_notes|refunds/.test(path)

/** Returns the refunds of a subscription here, by state and amount, and the amounts at the provider. */
async function refundsOf(payer: Payer): Promise<{ here: string[]; there: number[] }> {
  const rows = await read<{ kind: string; state: string; amount: number }[]>(
    administrator,
    `/api/v1/subscriptions/payments/${payer.id}`,
  )
  const { data } = await world.stripe.refunds.list({ payment_intent: (await rowOf(shop, payer)).payment })
  const here = rows.filter(({ kind }) => kind === 'refund').map(({ state, amount }) => `${state} ${amount}`)
  return { here, there: data.map(({ amount }) => amount) }
}
/** A request that failed is due again only later. */
const retryNow = () => shop.sql(`update jobs set run_at = created_at where kind = 'billing' and done_at is null`)
const issuesAbout = async ({ id }: Payer) =>
  (await issuesOf(shop)).filter(({ subscription }) => subscription?.id === id)
const paidBackUntil = ({ id }: Payer) =>
  shop.sql('select paid_back_until as until from subscriptions where id = $1', [id])

test('a refund that the provider refuses permanently fails, becomes a payment issue with its message, and can be retried', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await settled(shop)
  const before = await stateOf(shop, payer)
  const message = 'The charge is disputed.'
  world.faults.refusal = (request) => (isRefund(request) ? { status: 400, message } : undefined)
  await act(administrator, `refund/${payer.id}`, { comment })
  await settled(shop)
  delete world.faults.refusal
  assert.deepEqual(await refundsOf(payer), { here: ['failed 149'], there: [] })
  assert.equal(await stateOf(shop, payer), before)
  const [issue] = await issuesAbout(payer)
  assert.deepEqual([issue?.kind, issue?.retryable, issue?.subscriber?.email], ['task-refused', true, payer.email])
  assert.equal(issue?.detail, `The billing provider refused a request. Message: ${message}`)
  assert.match(issue.providerUrl ?? '', /^http/)
  assert.deepEqual(await paidBackUntil(payer), [{ until: null }], 'a cancellation can be undone later')

  world.faults.answer = (request) => (isRefund(request) ? 'cut' : undefined)
  const retried = await administrator.post(`/api/v1/payment-issues/retry/${issue.id}`, { comment })
  assert.equal(retried.status, 202)
  const twice = await act<Refused>(administrator, `refund/${payer.id}`, { comment }, 409)
  assert.equal(twice.message, errorMessages.REFUND_NOTHING_PAID, 'it is under way')
  delete world.faults.answer
  await retryNow()
  await settled(shop)
  assert.equal(await stateOf(shop, payer), 'expired, ended, 2026-11-20')
  assert.deepEqual(await refundsOf(payer), { here: ['succeeded 149'], there: [14_900] })
})

test('a refund whose response is lost, or is a 500, is made once', async () => {
  for (const { fault, body, back } of [
    { fault: { answer: 'torn' }, body: {}, back: 14_900 },
    // Stripe repeats a 500 for the same key, although the refund was made.
    { fault: { refusal: { status: 500, message: 'Sorry.', done: true } }, body: { amount: 10 }, back: 1_000 },
  ] as const) {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await settled(shop)
    let tried = 0
    const fails = (request: { method: string; path: string }) => isRefund(request) && tried++ < 2
    world.faults.answer = (request) => (fault.answer && fails(request) ? fault.answer : undefined)
    world.faults.refusal = (request) => (fault.refusal && fails(request) ? fault.refusal : undefined)
    await act(administrator, `refund/${payer.id}`, { ...body, comment })
    await eventually('the refund', async () => {
      await retryNow()
      return (await refundsOf(payer)).here[0]?.startsWith('succeeded')
    })
    delete world.faults.answer
    delete world.faults.refusal
    await settled(shop)
    assert.deepEqual(await refundsOf(payer), { here: [`succeeded ${back / 100}`], there: [back] })
    assert.ok(tried > 0)
  }
})

test('a refund returned by the customer’s bank is a payment issue, and nothing counts as refunded any longer', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await settled(shop)
  await act(administrator, `refund/${payer.id}`, { comment })
  await settled(shop)
  const [made] = (await world.stripe.refunds.list({ limit: 1 })).data
  assert.deepEqual([made?.status, await issuesAbout(payer)], ['succeeded', []])
  await simulate('fail-refund', { refund: made?.id ?? '' })
  await settled(shop)
  assert.deepEqual(
    (await issuesAbout(payer)).map(({ kind }) => kind),
    ['refund-failed'],
  )
  assert.deepEqual(await refundsOf(payer), { here: ['failed 149'], there: [14_900] }, 'it is not tried again')
  assert.deepEqual(await paidBackUntil(payer), [{ until: null }])
  const [mail, ...more] = await mailsTo(shop, payer, /could not be completed/)
  assert.deepEqual(more, [])
  const sentence =
    'Your bank returned our refund of US$149.00 for “Parallax Analytics, monthly”, so you have not received it.'
  assert.ok(mail?.text.includes(sentence), mail?.text)
})
