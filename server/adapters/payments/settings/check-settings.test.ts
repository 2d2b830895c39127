import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, it } from 'vitest'
import { Stripe } from 'stripe'
import { annual, monthly } from '../../../../test/support/subscriptions/given-subscription.ts'
import {
  aPrice,
  forbidden,
  givenAScriptedStripe,
  listOf,
  refusal,
} from '../../../../test/support/billing/scripted-stripe.ts'
import { checkSettings, type SettingsQuestion } from './check-settings.ts'
import type { Finding } from './findings.ts'
import { webhookEvents } from '../webhook-events.ts'

const scripted = await givenAScriptedStripe()
const { answers, asked, apiBase } = scripted
const plans = [monthly, annual]
const yearly = { interval: 'year', interval_count: 1, usage_type: 'licensed', meter: null }
const prices = (more: object = {}) =>
  listOf(aPrice(monthly.name, more), aPrice(annual.name, { unit_amount: 118_800, recurring: yearly, ...more }))
const webhookUrl = 'https://shop.example/webhooks/stripe'

const features = {
  customer_update: { allowed_updates: ['address', 'tax_id'], enabled: true },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, options: [] },
    enabled: true,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { enabled: false, duration: { interval_options: [], type: 'indefinite' } },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: ['price'],
    enabled: true,
    products: [
      {
        product: 'prod_analytics',
        prices: plans.map(({ name }) => `price_of_${name}`),
        adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
      },
    ],
    proration_behavior: 'always_invoice',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'continue_trial',
  },
}
const portal = (change: object = {}) =>
  listOf({
    id: 'bpc_1',
    object: 'billing_portal.configuration',
    active: true,
    is_default: true,
    features: { ...features, ...change },
  })
const switching = (change: object) => portal({ subscription_update: { ...features.subscription_update, ...change } })
const endpoint = {
  id: 'we_1',
  object: 'webhook_endpoint',
  api_version: Stripe.API_VERSION,
  enabled_events: [...webhookEvents, 'product.updated'],
  livemode: false,
  status: 'enabled',
  url: webhookUrl,
}
const taxSettings = {
  object: 'tax.settings',
  defaults: { provider: 'stripe', tax_behavior: 'exclusive', tax_code: null },
  head_office: { address: { country: 'DE' } },
  livemode: false,
  status: 'active',
  status_details: { active: {} },
}

beforeEach(() => {
  for (const path of Object.keys(answers)) delete answers[path]
  asked.length = 0
  answers['/v1/prices'] = prices()
  answers['/v1/products'] = listOf({ id: 'prod_analytics', object: 'product', active: true })
  answers['/v1/billing_portal/configurations'] = portal()
  answers['/v1/webhook_endpoints'] = listOf(endpoint)
  answers['/v1/tax/settings'] = taxSettings
})

type Wish = Partial<SettingsQuestion> & { key?: string; timeout?: number }
const check = ({ key = 'sk_test_scripted', timeout, ...question }: Wish = {}) =>
  checkSettings({ key, apiBase }, { plans, automaticTax: false, webhookUrl, ...question }, timeout)
const said = (findings: Finding[], level: Finding['level']) =>
  findings.filter((finding) => finding.level === level).map(({ sentence }) => sentence)

/** Asserts that this is the only finding. */
async function only(level: 'warning' | 'fault', sentence: string | RegExp, wish: Wish = {}) {
  const findings = await check(wish)
  const wrong = findings.filter((finding) => finding.level !== 'ok')
  assert.equal(wrong.length, 1, JSON.stringify(wrong))
  assert.equal(wrong[0]?.level, level)
  if (typeof sentence === 'string') assert.equal(wrong[0].sentence, sentence)
  else assert.match(wrong[0].sentence, sentence)
}

describe('the check of the settings', () => {
  it('finds nothing wrong in an account as docs/how-to/stripe.md describes it, and only reads', async () => {
    const findings = await check({ automaticTax: true })
    assert.deepEqual(
      findings.map(({ level, about }) => [level, about]),
      [
        ['ok', 'prices'],
        ['ok', 'tax'],
        ['ok', 'portal'],
        ['ok', 'webhook'],
      ],
    )
    assert.ok(asked.length > 0 && asked.every((one) => one.startsWith('GET ')))
  })

  it('ends in time if Stripe does not respond: one line, and no fault', async () => {
    for (const path of Object.keys(answers)) answers[path] = 'silence'
    const start = performance.now()
    const findings = await check({ automaticTax: true, timeout: 100 })
    assert.ok(performance.now() - start < 2000)
    assert.deepEqual(findings, [
      {
        level: 'warning',
        about: 'connection',
        sentence:
          'Stripe cannot be reached, so its settings could not be checked. Prices are looked up at the first purchase.',
      },
    ])
  })

  it('reports in one line that Stripe returns errors or does not respond', async () => {
    for (const status of [429, 500, 503]) {
      for (const path of Object.keys(answers)) answers[path] = refusal(status, 'Try again.', 'api_error')
      assert.equal(said(await check({ automaticTax: true }), 'warning').length, 1)
    }
    const nobody = { key: 'sk_test_1', apiBase: 'http://127.0.0.1:9' }
    const findings = await checkSettings(nobody, { plans, automaticTax: true, webhookUrl })
    assert.deepEqual(
      findings.map(({ level, about }) => [level, about]),
      [['warning', 'connection']],
    )
  })

  it('warns about differences between a mock and Stripe, and never stops the start because of them', async () => {
    for (const path of Object.keys(answers)) delete answers[path]
    assert.deepEqual(await check({ automaticTax: true }), [
      {
        level: 'warning',
        about: 'prices',
        sentence: 'The prices could not be checked: the response was 404.',
      },
      {
        level: 'warning',
        about: 'tax',
        sentence: 'The tax settings could not be checked: the response was 404.',
      },
      {
        level: 'warning',
        about: 'portal',
        sentence: 'The customer portal could not be checked: the response was 404.',
      },
      {
        level: 'warning',
        about: 'webhook',
        sentence: 'The webhook endpoint could not be checked: the response was 404.',
      },
    ])
    for (const path of ['/v1/prices', '/v1/tax/settings', '/v1/billing_portal/configurations', '/v1/webhook_endpoints'])
      answers[path] = { object: 'nonsense' }
    const findings = await check({ automaticTax: true })
    assert.equal(findings.length, 4)
    for (const { level, sentence } of findings) {
      assert.equal(level, 'warning')
      assert.match(sentence, /could not be checked: the response has an unexpected format\.$/)
    }
  })

  it('stops the start if Stripe rejects the key', async () => {
    for (const path of Object.keys(answers)) answers[path] = refusal(401, 'Invalid API Key provided: sk_test_***')
    assert.deepEqual(await check({ automaticTax: true }), [
      {
        level: 'fault',
        about: 'key',
        sentence: 'Stripe rejects STRIPE_SECRET_KEY: set a key that is valid and not revoked.',
      },
    ])
  })

  it('warns of a catalogue with two currencies', async () => {
    const euros = { ...annual, currency: 'eur' }
    answers['/v1/prices'] = listOf(
      aPrice(monthly.name),
      aPrice(annual.name, { unit_amount: 118_800, recurring: yearly, currency: 'eur' }),
    )
    await only('warning', /different currencies \(EUR, USD\)/, { plans: [monthly, euros] })
  })

  it('names each price that differs', async () => {
    answers['/v1/prices'] = prices({ unit_amount: 1 })
    assert.deepEqual(said(await check(), 'fault'), [
      'The price of "analytics-monthly" is 9900 usd every 1 month here and 1 usd every 1 month at Stripe.',
      'The price of "analytics-annual" is 118800 usd every 1 year here and 1 usd every 1 year at Stripe.',
    ])
  })
})

describe('the check of products', () => {
  it('warns if the restricted key cannot read products; prices can be sold nevertheless', async () => {
    answers['/v1/products'] = forbidden('rak_product_read')
    await only('warning', 'The products cannot be read: the restricted key lacks the permission rak_product_read.')
  })
})

describe('the check of tax', () => {
  it('is skipped while the shop adds no tax', async () => {
    answers['/v1/tax/settings'] = { ...taxSettings, status: 'pending', head_office: null }
    assert.ok((await check()).every(({ level, about }) => level === 'ok' && about !== 'tax'))
    assert.ok(asked.every((one) => !one.includes('/tax/')))
  })

  it('stops the start while Stripe Tax is not active or has no head office', async () => {
    answers['/v1/tax/settings'] = {
      ...taxSettings,
      status: 'pending',
      head_office: null,
      status_details: { pending: { missing_fields: ['head_office', 'defaults.tax_code'] } },
    }
    assert.deepEqual(said(await check({ automaticTax: true }), 'fault'), [
      'STRIPE_AUTOMATIC_TAX is on, but Stripe Tax is pending: complete its settings (missing: head_office, defaults.tax_code).',
      'STRIPE_AUTOMATIC_TAX is on, but Stripe Tax has no head office: set its address.',
    ])
  })

  const withDefault = (tax_behavior: string | null) => ({
    ...taxSettings,
    defaults: { ...taxSettings.defaults, tax_behavior },
  })

  it('stops the start if a price would include tax, or if Stripe could not tell', async () => {
    for (const [behaviour, reason] of [
      ['inclusive', 'the default of Stripe Tax is inclusive'],
      [null, 'Stripe Tax has no default'],
    ] as const) {
      answers['/v1/tax/settings'] = withDefault(behaviour)
      await only(
        'fault',
        `STRIPE_AUTOMATIC_TAX is on, so "analytics-monthly", "analytics-annual" must exclude tax, but ${reason}: make the default or the prices exclusive.`,
        { automaticTax: true },
      )
    }
    answers['/v1/prices'] = prices({ tax_behavior: 'exclusive' })
    assert.deepEqual(said(await check({ automaticTax: true }), 'warning'), [])
    answers['/v1/tax/settings'] = withDefault('inclusive')
    await only('warning', /^The default of Stripe Tax is inclusive/, { automaticTax: true })
  })

  it('accepts the default by currency only for currencies to which it adds tax', async () => {
    answers['/v1/tax/settings'] = withDefault('inferred_by_currency')
    assert.deepEqual(said(await check({ automaticTax: true }), 'fault'), [])
    answers['/v1/prices'] = prices({ currency: 'eur' })
    const euros = plans.map((plan) => ({ ...plan, currency: 'eur' }))
    await only('fault', /the default of Stripe Tax is inferred_by_currency/, { automaticTax: true, plans: euros })
  })
})

describe('the check of the customer portal', () => {
  it('requests the default configuration with its products', async () => {
    await check()
    assert.ok(
      asked.some(
        (one) =>
          one.includes('is_default=true') && one.includes('expand[0]=data.features.subscription_update.products'),
      ),
      asked.join('\n'),
    )
  })

  it('warns if there is no default configuration in this mode', async () => {
    answers['/v1/billing_portal/configurations'] = listOf()
    await only(
      'warning',
      'The customer portal has no settings in this mode: save them once, or customers cannot manage billing.',
    )
  })

  const rows: [what: string, answer: object, sentence: RegExp][] = [
    ['quantities', switching({ default_allowed_updates: ['price', 'quantity'] }), /change the quantity/],
    [
      'quantities of one product',
      switching({
        products: [{ ...features.subscription_update.products[0], adjustable_quantity: { enabled: true } }],
      }),
      /change the quantity/,
    ],
    ['a pause', portal({ subscription_pause: { ...features.subscription_pause, enabled: true } }), /pause/],
    [
      'an immediate cancellation',
      portal({ subscription_cancel: { ...features.subscription_cancel, mode: 'immediately' } }),
      /cancels immediately: choose the end of the billing period/,
    ],
    [
      'no cancellation',
      portal({ subscription_cancel: { ...features.subscription_cancel, enabled: false } }),
      /cancel\./,
    ],
    ['trials that end with a switch', switching({ trial_update_behavior: 'end_trial' }), /let trials continue/],
    [
      'a portal that does not say what becomes of trials, as before 2025-09-30',
      switching({ trial_update_behavior: undefined }),
      /let trials continue \(trial_update_behavior=continue_trial\)/,
    ],
    ['no switch of plans', switching({ enabled: false }), /does not let customers switch plans/],
    [
      'no switch of prices',
      switching({ default_allowed_updates: ['promotion_code'] }),
      /does not let customers switch/,
    ],
    [
      'a plan less',
      switching({
        products: [{ product: 'prod_analytics', prices: [`price_of_${monthly.name}`] }],
      }),
      /does not offer a switch to "analytics-annual": add their prices/,
    ],
    ['no plans', switching({ products: null }), /offers no prices to switch to/],
    ['prices it does not tell', switching({ products: undefined }), /could not be checked/],
    [
      'no new card',
      portal({ payment_method_update: { enabled: false } }),
      /does not let customers update their payment/,
    ],
    ['no invoices', portal({ invoice_history: { enabled: false } }), /does not show customers their invoices/],
    ['prorations on the next invoice', switching({ proration_behavior: 'create_prorations' }), /does not invoice/],
    ['no prorations', switching({ proration_behavior: 'none' }), /does not invoice plan changes immediately/],
  ]
  for (const [what, answer, sentence] of rows)
    it(`warns of ${what}`, async () => {
      answers['/v1/billing_portal/configurations'] = answer
      await only('warning', sentence)
    })
})

describe('the check of the webhook endpoint', () => {
  it('accepts one that sends all events, and an address with a trailing slash', async () => {
    answers['/v1/webhook_endpoints'] = listOf({ ...endpoint, enabled_events: ['*'], url: `${webhookUrl}/` })
    assert.deepEqual(said(await check(), 'warning'), [])
  })

  it('is skipped if Stripe cannot reach the shop', async () => {
    assert.ok((await check({ webhookUrl: null })).every(({ about }) => about !== 'webhook'))
    assert.ok(asked.every((one) => !one.includes('webhook_endpoints')))
  })

  it('warns if the endpoint is missing, disabled, of another API version or without events it needs', async () => {
    const elsewhere = { ...endpoint, url: 'https://other.example/webhooks/stripe' }
    answers['/v1/webhook_endpoints'] = listOf(elsewhere)
    await only('warning', /^There is no webhook endpoint https:\/\/shop\.example\/webhooks\/stripe in this mode/)
    answers['/v1/webhook_endpoints'] = listOf(elsewhere, { ...endpoint, status: 'disabled' })
    await only('warning', /is disabled: enable it in this mode\.$/)
    for (const [version, words] of [
      ['2024-06-20', 'API version 2024-06-20'],
      [null, 'no API version of its own'],
    ] as const) {
      answers['/v1/webhook_endpoints'] = listOf({ ...endpoint, api_version: version })
      await only('warning', new RegExp(`has ${words}, but ${Stripe.API_VERSION}`))
    }
    answers['/v1/webhook_endpoints'] = listOf({
      ...endpoint,
      enabled_events: webhookEvents.filter((event) => !event.startsWith('charge.')),
    })
    await only(
      'warning',
      /does not send charge\.refunded, charge\.dispute\.created, charge\.dispute\.updated, charge\.dispute\.closed: add these events\.$/,
    )
  })
})

describe('the operating guide', () => {
  it('lists the events that the endpoint must send', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../../../docs/how-to/stripe.md'), 'utf8')
    assert.ok(guide.includes(`\n${webhookEvents.join('\n')}\n`))
    assert.ok(guide.includes(`API version ${Stripe.API_VERSION}`))
  })
})

describe('the check of permissions', () => {
  const readable = ['customers', 'checkout/sessions', 'subscriptions', 'subscription_schedules', 'invoices']
  const more = ['invoice_payments', 'payment_intents', 'payment_methods', 'charges', 'refunds', 'credit_notes']
  const paths = [...readable, ...more, 'disputes']

  it('reads what the shop reads with a restricted key, and nothing more with a secret one', async () => {
    for (const path of paths) answers[`/v1/${path}`] = listOf()
    answers['/v1/payment_methods'] = refusal(400, 'Missing required param: customer.')
    const settings = asked.length
    await check()
    assert.equal(asked.length - settings, 4)
    asked.length = 0
    assert.deepEqual(said(await check({ key: 'rk_test_scripted' }), 'warning'), [])
    for (const path of paths) assert.ok(asked.includes(`GET /v1/${path}`), path)
  })

  it('names each permission that a restricted key lacks', async () => {
    for (const path of paths) answers[`/v1/${path}`] = listOf()
    answers['/v1/disputes'] = forbidden('rak_dispute_read')
    answers['/v1/webhook_endpoints'] = forbidden('rak_webhook_read')
    answers['/v1/tax/settings'] = refusal(403, 'This is not allowed.')
    assert.deepEqual(await check({ key: 'rk_test_scripted', automaticTax: true }).then((all) => said(all, 'warning')), [
      'The tax settings cannot be read: the restricted key lacks a permission.',
      'The webhook endpoint cannot be read: the restricted key lacks the permission rak_webhook_read.',
      'Disputes cannot be read: the restricted key lacks the permission rak_dispute_read.',
    ])
  })

  it('checks the rest if the prices cannot be read', async () => {
    answers['/v1/prices'] = forbidden('rak_plan_read')
    await only('warning', 'The prices cannot be read: the restricted key lacks the permission rak_plan_read.')
  })
})
