import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop } from '../../support/given.ts'
import { givenAScriptedStripe, listOf } from '../../support/billing/scripted-stripe.ts'

// server/adapters/payments/settings/ has every fault and warning; purchase/plan-not-sold.test.ts starts with a warning.
test('settings at Stripe that contradict the shop’s stop the start, each with a sentence', async () => {
  const { answers, apiBase } = await givenAScriptedStripe()
  answers['/v1/products'] = listOf()
  answers['/v1/prices'] = listOf()
  answers['/v1/tax/settings'] = {
    object: 'tax.settings',
    defaults: { tax_behavior: 'exclusive', tax_code: null },
    head_office: null,
    status: 'pending',
    status_details: { pending: { missing_fields: ['head_office'] } },
  }
  const environment = {
    STRIPE_SECRET_KEY: 'sk_test_scripted',
    STRIPE_WEBHOOK_SECRET: 'whsec_scripted',
    STRIPE_API_BASE: apiBase,
    STRIPE_AUTOMATIC_TAX: 'on',
  }
  await assert.rejects(givenAShop(environment, await useCluster()), {
    message: /^STRIPE_AUTOMATIC_TAX is on, but Stripe Tax is pending: .*\nSTRIPE_AUTOMATIC_TAX .* head office.*$/,
  })
})
