import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createStripe } from './stripe.ts'
import { useCluster } from '../../../../test/support/cluster.ts'
import { givenAProvider } from '../../../../test/support/servers/given-provider.ts'

test('an error of the provider counts as its response, with its message; a broken or silent connection and a fault of the shop do not', async () => {
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
  assert.deepEqual(missing, { temporary: false, answered: true, sentence })
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
    const { answered, temporary } = await failureOf(payments.deleteCustomer('cus_1'))
    assert.deepEqual([answered, temporary], [isAnswer, true], JSON.stringify(fault))
  }
  const own = payments.faultOf(new TypeError('x is undefined'))
  assert.deepEqual([own.answered, own.sentence], [false, 'An unexpected error occurred.'])
})
