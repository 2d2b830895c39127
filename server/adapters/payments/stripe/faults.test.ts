import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Stripe } from 'stripe'
import { useCluster } from '../../../../test/support/cluster.ts'
import { givenAProvider } from '../../../../test/support/servers/given-provider.ts'
import type { BillingFaultKind } from '../port.ts'
import { billingFault, PlanNotSold } from './faults.ts'
import { createStripe } from './stripe.ts'

const { StripeError, StripeConnectionError } = Stripe.errors

/** Stripe's errors as its package makes them of a response: docs.stripe.com/api/errors. */
const responses: [BillingFaultKind, number, { code?: string; message: string; type?: string }][] = [
  ['no-response', 409, { message: 'There is currently another in-progress request using this Idempotent Key.' }],
  ['unavailable', 500, { type: 'api_error', message: 'Something went wrong.' }],
  ['unavailable', 429, { code: 'rate_limit', message: 'Too many requests.' }],
  ['unavailable', 429, { code: 'lock_timeout', message: 'This object cannot be accessed right now.' }],
  ['unavailable', 400, { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' }],
  ['unavailable', 401, { message: 'Expired API Key provided.' }],
  ['unknown-customer', 404, { code: 'resource_missing', message: "No such customer: 'cus_1'" }],
  ['unknown-object', 404, { code: 'resource_missing', message: "No such price: 'price_1'" }],
  ['other-currency', 400, { message: 'You cannot combine currencies on a single customer.' }],
  [
    'other-currency',
    400,
    { message: "The price specified only supports `eur`. This doesn't match the expected currency: `usd`." },
  ],
  ['refused', 403, { message: 'The provided key does not have the required permissions.' }],
  ['refused', 402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }],
  ['refused', 400, { message: 'Invalid email address.' }],
]

test('each of Stripe’s errors says whether to ask again, and what is missing', () => {
  for (const [kind, statusCode, { type = 'invalid_request_error', ...rest }] of responses) {
    const error = StripeError.generate({ type, statusCode, ...rest } as Parameters<typeof StripeError.generate>[0])
    assert.deepEqual(billingFault(error), { kind, sentence: rest.message })
  }
  const broken = new StripeConnectionError({ message: 'socket hang up', type: 'api_error' })
  assert.equal(billingFault(broken).kind, 'no-response')
})

test('a plan without a price and a fault of the shop are not the provider’s', () => {
  assert.deepEqual(billingFault(new PlanNotSold('No price.')), { kind: 'plan-not-sold', sentence: 'No price.' })
  const own = billingFault(new TypeError('x is undefined'))
  assert.deepEqual(own, { kind: 'own', sentence: 'An unexpected error occurred.' })
})

test('addresses in a sentence of Stripe are left out', () => {
  const error = StripeError.generate({ type: 'invalid_request_error', message: 'No mailbox jane@example.com here.' })
  assert.equal(billingFault(error).sentence, 'No mailbox … here.')
})

test('an error of the provider counts as its response, with its message; a broken or silent connection does not', async () => {
  const { environment, webhookSecret, faults } = await givenAProvider(await useCluster())
  const payments = createStripe({
    key: environment['STRIPE_SECRET_KEY'] ?? '',
    webhookSecrets: [webhookSecret],
    apiBase: environment['STRIPE_API_BASE'] ?? null,
    automaticTax: false,
    timeout: 500,
  })
  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => assert.fail('it succeeded'),
      (error: unknown) => payments.faultOf(error),
    )
  const sentence = "No such subscription: 'sub_none'"
  const missing = await failureOf(payments.readSubscription('sub_none'))
  assert.deepEqual(missing, { kind: 'unknown-object', sentence })
  for (const [fault, isAnswer] of [
    [500, true],
    [503, true],
    [429, true],
    // Before or after the request was processed, or never within the limit.
    ['cut', false],
    ['torn', false],
    [{ late: 1_500 }, false],
  ] as const) {
    faults.answer = () => fault
    const { kind } = await failureOf(payments.deleteCustomer('cus_1'))
    assert.equal(kind, isAnswer ? 'unavailable' : 'no-response', JSON.stringify(fault))
  }
})
