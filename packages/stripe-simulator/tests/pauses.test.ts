import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  aCheckout,
  aPrice,
  aSandbox,
  aSubscription,
  cards,
  idOf,
  pay,
  submit,
  until,
  type Setup,
} from './given-simulator.ts'

const pausedBy = async ({ stripe }: Setup, id: string) => {
  const { status, status_details: details } = await stripe.subscriptions.retrieve(id)
  return [status, details?.paused.subscription.type]
}

test('the first failure of a renewal pauses if that is set: retries continue, the invoice stays payable, and paying it resumes only if that is set too', async (t) => {
  const setup = await aSandbox(t, { settings: { pauseAtFirstFailure: true, retryDays: [3] } })
  const { stripe } = setup
  const { id } = await aSubscription(setup, cards.later)
  await until(setup, '2026-12-20T11:30:00Z')
  assert.deepEqual(await pausedBy(setup, id), ['paused', 'first_payment_failure'])
  const [open] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data
  assert.equal(open?.next_payment_attempt, Date.parse('2026-12-23T11:00:00Z') / 1000)
  await until(setup, '2027-02-20T11:30:00Z')
  assert.deepEqual(await pausedBy(setup, id), ['paused', 'first_payment_failure'])
  assert.equal((await stripe.invoices.list({ subscription: id })).data.length, 2, 'no invoices while it is paused')
  const attempted = await stripe.invoices.retrieve(open.id)
  assert.deepEqual([attempted.attempt_count, attempted.status], [2, 'open'])
  const visa = await stripe.paymentMethods.attach('pm_card_visa', {
    customer: idOf((await stripe.subscriptions.retrieve(id)).customer),
  })
  await stripe.invoices.pay(attempted.id, { payment_method: visa.id })
  assert.deepEqual(await pausedBy(setup, id), ['paused', 'first_payment_failure'])
  assert.ok(setup.delivered.some(({ type }) => type === 'customer.subscription.paused'))
})

test('after the last retry the subscription pauses, and the payment of its invoice resumes it', async (t) => {
  const setup = await aSandbox(t, { settings: { afterRetries: 'paused', resumeWhenPaid: true, retryDays: [3] } })
  const { stripe } = setup
  const { id } = await aSubscription(setup, cards.later)
  await until(setup, '2026-12-20T11:30:00Z')
  assert.deepEqual(await pausedBy(setup, id), ['past_due', undefined])
  await until(setup, '2026-12-23T11:30:00Z')
  assert.deepEqual(await pausedBy(setup, id), ['paused', 'final_payment_failure'])
  const { customer, latest_invoice: latest } = await stripe.subscriptions.retrieve(id)
  const visa = await stripe.paymentMethods.attach('pm_card_visa', { customer: idOf(customer) })
  await stripe.invoices.pay(idOf(latest), { payment_method: visa.id })
  assert.deepEqual(await pausedBy(setup, id), ['active', undefined])
  const end = (await stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end
  assert.equal(end, Date.parse('2027-01-20T10:00:00Z') / 1000)
})

test('a subscription whose collection is paused cannot be paused', async (t) => {
  const setup = await aSandbox(t, { settings: { afterRetries: 'paused', pauseAtFirstFailure: true, retryDays: [] } })
  const { stripe } = setup
  const { id } = await aSubscription(setup, cards.later)
  await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
  await assert.rejects(stripe.subscriptions.pause(id), { statusCode: 400 })
  await stripe.subscriptions.update(id, { pause_collection: '' })
  await until(setup, '2026-12-20T11:30:00Z')
  assert.deepEqual(await pausedBy(setup, id), ['paused', 'final_payment_failure'])
})

test('an invoice states that collection was paused as uncollectible, and the subscription stays active', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id } = await aSubscription(setup)
  await stripe.subscriptions.update(id, { pause_collection: { behavior: 'mark_uncollectible' } })
  await until(setup, '2026-12-20T11:30:00Z')
  const [invoice] = (await stripe.invoices.list({ subscription: id })).data
  assert.deepEqual(
    [invoice?.status, invoice?.status_details?.uncollectible?.reason, invoice?.attempt_count],
    ['uncollectible', 'subscription_paused', 0],
  )
  assert.equal((await stripe.subscriptions.retrieve(id)).status, 'active')
})

test('a customer pauses and resumes in the portal if that is enabled; after the period, resuming begins a new one', async (t) => {
  const setup = await aSandbox(t, { settings: { portalPause: true } })
  const { stripe } = setup
  const price = await aPrice(stripe)
  const { customer, session } = await aCheckout(setup, {}, price)
  await pay(session.url ?? '', { number: cards.pays })
  const id = idOf((await stripe.checkout.sessions.retrieve(session.id)).subscription)
  const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
  setup.clock.at = new Date('2026-11-20T10:30:00Z')
  await submit(url, /\/pause\//)
  assert.deepEqual(await pausedBy(setup, id), ['paused', 'pause_requested'])
  const { items } = await stripe.subscriptions.retrieve(id)
  assert.equal(items.data[0]?.current_period_end, Date.parse('2026-11-20T10:30:00Z') / 1000)
  await submit(url, /\/resume\//)
  assert.deepEqual(await pausedBy(setup, id), ['active', undefined])
  await submit(url, /\/pause\//)
  await until(setup, '2027-01-05T10:00:00Z')
  const later = await stripe.billingPortal.sessions.create({ customer: customer.id })
  await submit(later.url, /\/resume\//)
  const resumed = (await stripe.subscriptions.retrieve(id)).items.data[0]
  assert.equal(resumed?.current_period_end, Date.parse('2027-02-05T10:00:00Z') / 1000)
  assert.equal((await stripe.charges.list()).data.length, 2)
})

test('a subscription set to end with its period and cancelled now is not reported as ended with the period', async (t) => {
  const setup = await aSandbox(t)
  const { id } = await aSubscription(setup)
  await setup.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  const ended = await setup.stripe.subscriptions.cancel(id)
  assert.deepEqual([ended.status, ended.cancel_at_period_end, ended.cancel_at], ['canceled', false, null])
})

test('an inquiry takes no money and allows a refund; it is closed, or becomes a dispute that takes it', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  await aSubscription(setup, '4000 0000 0000 1976')
  const [inquiry] = (await stripe.disputes.list()).data
  assert.deepEqual([inquiry?.status, inquiry?.is_charge_refundable], ['warning_needs_response', true])
  const charge = idOf(inquiry?.charge)
  await stripe.refunds.create({ charge, amount: 100 })
  const escalated = await stripe.disputes.update(inquiry?.id ?? '', {
    evidence: { uncategorized_text: 'escalate_inquiry_evidence' },
  })
  assert.equal(escalated.status, 'needs_response')
  await assert.rejects(stripe.refunds.create({ charge }), { code: 'charge_disputed' })
  await aSubscription(setup, '4000 0000 0000 1976')
  const [second] = (await stripe.disputes.list()).data
  await stripe.refunds.create({ charge: idOf(second?.charge) })
  assert.equal((await stripe.disputes.retrieve(second?.id ?? '')).status, 'warning_closed')
  await setup.sandbox.tick()
  const types = setup.delivered.map(({ type }) => type).filter((type) => type.startsWith('charge.dispute'))
  assert.deepEqual(types.toSorted(), [
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
  ])
})
