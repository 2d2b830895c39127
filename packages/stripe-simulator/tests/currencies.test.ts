import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aCheckout, aPrice, aSandbox, aSubscription, idOf } from './given-simulator.ts'

const refusal = {
  type: 'StripeInvalidRequestError',
  statusCode: 400,
  message:
    'You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, invoice item or active subscription mode checkout session with currency usd.',
}

test('a customer with a subscription gets no session and no subscription in another currency until it has ended', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id, customer, price } = await aSubscription(setup)
  const euros = await aPrice(stripe, { currency: 'eur' })
  const opening = (at = euros) => aCheckout(setup, { customer: customer.id }, at)
  const method = idOf((await stripe.subscriptions.retrieve(id)).default_payment_method)
  const subscribing = (at = euros) =>
    stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: at.id }],
      default_payment_method: method,
    })
  await assert.rejects(opening(), refusal)
  await assert.rejects(subscribing(), refusal)
  const { id: second } = await subscribing(price)
  await stripe.subscriptions.cancel(id)
  await assert.rejects(opening(), refusal)
  await stripe.subscriptions.cancel(second)
  assert.equal((await subscribing()).currency, 'eur')
  await assert.rejects(opening(price), { message: refusal.message.replace('usd', 'eur') })
  assert.equal((await opening()).session.status, 'open')
})

test('an open session has the same effect until it expires, but not one of another customer', async (t) => {
  const setup = await aSandbox(t)
  const { customer, session } = await aCheckout(setup)
  const euros = await aPrice(setup.stripe, { currency: 'eur' })
  const opening = () => aCheckout(setup, { customer: customer.id }, euros)
  assert.equal((await aCheckout(setup, {}, euros)).session.currency, 'eur')
  await assert.rejects(opening(), refusal)
  await setup.stripe.checkout.sessions.expire(session.id)
  assert.equal((await opening()).session.currency, 'eur')
})

test('a customer’s discount in a currency has the same effect, but not one in percent', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const euros = await aPrice(stripe, { currency: 'eur' })
  const discount = (fields: Record<string, string>) =>
    stripe.customers.create({ email: 'ann@acme.example' }).then(async ({ id: customer }) => {
      await stripe.rawRequest('POST', '/v1/sandbox/discount', { customer, duration: 'forever', ...fields })
      return aCheckout(setup, { customer }, euros)
    })
  assert.equal((await discount({ percent_off: '10' })).session.currency, 'eur')
  await assert.rejects(discount({ amount_off: '500' }), refusal)
})
