import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop } from '../../support/given.ts'
import { aPrice, givenAScriptedStripe, listOf } from '../../support/billing/scripted-stripe.ts'

const cluster = await useCluster()
const scripted = await givenAScriptedStripe()
const environment = {
  STRIPE_SECRET_KEY: 'sk_test_scripted',
  STRIPE_WEBHOOK_SECRET: 'whsec_scripted',
  STRIPE_API_BASE: scripted.apiBase,
}
scripted.answers['/v1/products'] = listOf()
const every = (interval: string) => ({ interval, interval_count: 1, usage_type: 'licensed', meter: null })
const sound = [
  aPrice('analytics-weekly', { unit_amount: 4900, recurring: every('week') }),
  aPrice('analytics-monthly', { unit_amount: 14_900 }),
  aPrice('analytics-annual', { unit_amount: 118_800, recurring: every('year') }),
]
const statistics = (more: object = {}) =>
  aPrice('statistics-annual', { unit_amount: 58_800, recurring: every('year'), ...more })

test('contradictory tax settings stop the start, each with a sentence', async () => {
  scripted.answers['/v1/prices'] = listOf(...sound, statistics())
  scripted.answers['/v1/tax/settings'] = {
    object: 'tax.settings',
    defaults: { tax_behavior: 'inclusive', tax_code: null },
    head_office: null,
    status: 'pending',
    status_details: { pending: { missing_fields: ['head_office'] } },
  }
  await assert.rejects(givenAShop({ ...environment, STRIPE_AUTOMATIC_TAX: 'on' }, cluster), (error: Error) => {
    assert.match(
      error.message,
      /^STRIPE_AUTOMATIC_TAX is on, but Stripe Tax is pending: .*\nSTRIPE_AUTOMATIC_TAX .* head office.*\nSTRIPE_AUTOMATIC_TAX .* the default of Stripe Tax is inclusive.*$/,
    )
    return true
  })
})

test('doubtful settings and a price that differs are printed as warnings, once each, and the shop opens', async () => {
  scripted.answers['/v1/prices'] = listOf(...sound, statistics({ tax_behavior: 'inclusive' }))
  scripted.answers['/v1/billing_portal/configurations'] = listOf()
  const shop = await givenAShop(environment, cluster)
  assert.equal((await fetch(`${shop.url}/readyz`)).status, 200)
  const warnings = shop.said.filter((line) => line.startsWith('Warning: '))
  assert.deepEqual(warnings.toSorted(), [
    'Warning: The customer portal has no settings in this mode: save them once, or customers cannot manage billing.',
    'Warning: The price of "statistics-annual" includes tax at Stripe and excludes it here. The plan is not sold until this is corrected.',
  ])
  await shop.stop()
})

test('a payment provider that is unreachable at the start is one line, and the shop opens', async () => {
  const shop = await givenAShop({ ...environment, STRIPE_API_BASE: 'http://127.0.0.1:9' }, cluster)
  assert.equal((await fetch(`${shop.url}/readyz`)).status, 200)
  assert.deepEqual(
    shop.said.filter((line) => line.startsWith('Warning: ')),
    [
      'Warning: Stripe cannot be reached, so its settings could not be checked. Prices are looked up at the first purchase.',
    ],
  )
  await shop.stop()
})
