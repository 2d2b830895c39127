import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createStripe } from '../../../server/adapters/payments/stripe.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'

const provider = await givenAProvider(await useCluster())
const payments = createStripe({
  key: provider.environment['STRIPE_SECRET_KEY'] ?? '',
  webhookSecrets: [provider.webhookSecret],
  apiBase: provider.environment['STRIPE_API_BASE'] ?? null,
  automaticTax: false,
  timeout: 500,
})

async function failureOf(call: () => Promise<unknown>) {
  const failed = await call().then(
    () => null,
    (error: unknown) => ({ error }),
  )
  assert.ok(failed, 'it succeeded')
  return payments.faultOf(failed.error)
}
const aCall = () => payments.deleteCustomer('cus_1')

test('an error of the provider counts as a response, with its code and message', async () => {
  assert.deepEqual(await failureOf(() => payments.readSubscription('sub_none')), {
    temporary: false,
    answered: true,
    sentence: "No such subscription: 'sub_none'",
  })
  for (const fault of [500, 503, 429] as const) {
    provider.faults.answer = () => fault
    const { answered, temporary } = await failureOf(aCall)
    assert.deepEqual([answered, temporary], [true, true], String(fault))
  }
})

test('a connection that breaks before or after the request was processed, or is silent for too long, does not count as a response', async () => {
  for (const fault of ['cut', 'torn', { late: 1_500 }] as const) {
    provider.faults.answer = () => fault
    const { answered, temporary } = await failureOf(aCall)
    assert.deepEqual([answered, temporary], [false, true], JSON.stringify(fault))
  }
})

test('a fault of the shop does not count as a response of the provider', () => {
  const { answered, sentence } = payments.faultOf(new TypeError('x is undefined'))
  assert.deepEqual([answered, sentence], [false, 'An unexpected error occurred.'])
})
