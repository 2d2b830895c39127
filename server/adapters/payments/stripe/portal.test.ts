import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'vitest'
import { eventually } from '../../../../test/support/given.ts'
import { forbidden, givenAScriptedStripe, listOf, refusal } from '../../../../test/support/billing/scripted-stripe.ts'
import { createStripeClient } from './client.ts'
import { openPortal } from './portal.ts'

const { answers, asked, sent, apiBase } = await givenAScriptedStripe()
const pages = { returnTo: 'https://shop.example/account', limited: 'https://shop.example/account?billing=card' }
const open = () => openPortal(createStripeClient({ key: 'sk_test_scripted', apiBase }, 4000), 'cus_1', pages)

const switched = { enabled: true }
const configuration = (update: object) =>
  listOf({
    id: 'bpc_1',
    object: 'billing_portal.configuration',
    features: {
      invoice_history: switched,
      payment_method_update: switched,
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        ...update,
      },
    },
  })

/** Returns the purpose of the only session that was requested. */
async function flowOf(): Promise<string | null> {
  await open()
  await eventually('what was sent', () => Promise.resolve(sent.length > 0))
  assert.equal(sent.length, 1)
  return sent[0]?.get('flow_data[type]') ?? null
}

beforeEach(() => {
  asked.length = 0
  sent.length = 0
  answers['/v1/subscriptions'] = listOf({ id: 'sub_1', object: 'subscription', status: 'trialing' })
  answers['/v1/billing_portal/configurations'] = configuration({ trial_update_behavior: 'end_trial' })
  answers['/v1/billing_portal/sessions'] = { id: 'bps_1', url: 'https://billing.stripe.com/p/session/1' }
})

describe('the customer’s page at Stripe', () => {
  it('is for the payment method only during a trial that the portal would end, and leads back to the account', async () => {
    assert.equal(await flowOf(), 'payment_method_update')
    assert.equal(sent[0]?.get('flow_data[after_completion][type]'), 'redirect')
    assert.equal(sent[0].get('flow_data[after_completion][redirect][return_url]'), pages.limited)
    assert.equal(sent[0].get('return_url'), pages.limited)
  })

  for (const [what, answer] of [
    ['does not say what becomes of trials', configuration({})],
    ['is in an unexpected format', { object: 'list', data: [{ id: 'bpc_1' }] }],
    ['was never saved', listOf()],
    ['may not be read with a restricted key', forbidden('rak_portal_configuration_read')],
    ['cannot be read for now', refusal(500, 'An error occurred.', 'api_error')],
  ] as const) {
    it(`is for the payment method only during a trial if the portal’s configuration ${what}`, async () => {
      answers['/v1/billing_portal/configurations'] = answer
      assert.equal(await flowOf(), 'payment_method_update')
    })
  }

  it('offers everything during a trial that the portal continues, or if plans cannot be switched', async () => {
    answers['/v1/billing_portal/configurations'] = configuration({ trial_update_behavior: 'continue_trial' })
    assert.equal(await flowOf(), null)
    assert.equal(sent[0]?.get('return_url'), pages.returnTo)
    sent.length = 0
    answers['/v1/billing_portal/configurations'] = configuration({ enabled: false })
    assert.equal(await flowOf(), null)
  })

  it('offers everything to a customer without a trial, without reading the portal’s configuration', async () => {
    answers['/v1/subscriptions'] = listOf()
    assert.equal(await flowOf(), null)
    assert.ok(asked.includes('GET /v1/subscriptions?customer=cus_1&status=trialing&limit=1'))
    assert.ok(asked.every((one) => !one.includes('configurations')))
  })

  it('is never opened in full if Stripe refuses to open it for the payment method only', async () => {
    answers['/v1/billing_portal/sessions'] = refusal(400, 'Received unknown parameter: flow_data')
    await assert.rejects(open(), /unknown parameter/)
    assert.equal(asked.filter((one) => one.startsWith('POST')).length, 1)
  })

  for (const [what, answer] of [
    ['may not be read with a restricted key', forbidden('rak_subscription_read')],
    ['cannot be filtered', refusal(400, 'Received unknown parameter: status')],
    ['are not offered', refusal(404, 'Unrecognized request URL (GET: /v1/subscriptions).')],
  ] as const)
    it(`offers everything if the customer’s subscriptions ${what}`, async () => {
      answers['/v1/subscriptions'] = answer
      assert.equal(await flowOf(), null)
    })

  it('is not opened while the customer’s subscriptions cannot be read', async () => {
    answers['/v1/subscriptions'] = refusal(500, 'An error occurred.', 'api_error')
    await assert.rejects(open(), /An error occurred/)
    assert.deepEqual(sent, [])
  })
})
