import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Stripe } from 'stripe'
import { changePlan, previewPlanChange } from './plan-change.ts'

const month = { interval: 'month', interval_count: 1 }

/**
 * Returns a Stripe at which a subscription of US$20 can move to one at `charge`, with 10 of it unused. Amounts in
 * cents.
 */
function stripeWith(charge: number, balance: number, due: number, over: object = {}): Stripe {
  const subscription = {
    status: 'active',
    collection_method: 'charge_automatically',
    cancel_at: null,
    cancel_at_period_end: false,
    schedule: null,
    pause_collection: null,
    items: { data: [{ id: 'si_1', price: { id: 'price_old', recurring: month } }] },
    ...over,
  }
  const line = (amount: number) => ({ amount, period: { start: 0, end: 86_400 } })
  const preview = {
    lines: { data: [line(-1000), line(charge)] },
    total: charge - 1000,
    amount_due: due,
    starting_balance: balance,
    currency: 'usd',
    total_discount_amounts: [],
    total_taxes: [],
  }
  const answers = {
    subscriptions: { retrieve: () => Promise.resolve(subscription) },
    invoices: { createPreview: () => Promise.resolve(preview) },
  }
  return answers as unknown as Stripe
}

const period = { recurringInterval: 'month', recurringIntervalCount: 1 } as const
const wanted = { subscription: 'sub_1', from: 'price_old', price: 'price_new', period, at: new Date(0) }

for (const [what, charge, balance, due, parts] of [
  ['credit pays a part', 3000, -500, 1500, { creditUsed: 500 }],
  ['credit pays all and remains', 3000, -5000, 0, { creditUsed: 2000 }],
  ['what was owed before is charged too', 3000, 2000, 4000, { owed: 2000 }],
  ['too little to be charged by itself comes with the next invoice', 1030, 0, 0, { deferred: 30 }],
  ['less is charged than is unused', 400, 0, 0, { creditLeft: 600 }],
  ['less is charged than is unused, and a part was owed before', 400, 200, 0, { owed: 200, creditLeft: 400 }],
] as const) {
  test(`a preview names its parts, and they add up: ${what}`, async () => {
    const preview = await previewPlanChange(stripeWith(charge, balance, due), wanted)
    assert.ok(preview)
    const { creditUsed, creditLeft, owed, deferred } = preview
    assert.deepEqual(
      { creditUsed, creditLeft, owed, deferred },
      { creditUsed: 0, creditLeft: 0, owed: 0, deferred: 0, ...parts },
    )
    const sum = preview.charge - preview.unused + preview.tax + owed - creditUsed - deferred
    assert.equal(sum + creditLeft, preview.dueNow)
  })
}

test('another interval begins a new period, in the preview and in the change; the same one does not', async () => {
  const stripe = stripeWith(3000, 0, 2000)
  const sent: unknown[] = []
  stripe.invoices.createPreview = (asked: Stripe.InvoiceCreatePreviewParams) => {
    sent.push(asked.subscription_details?.billing_cycle_anchor)
    return stripeWith(3000, 0, 2000).invoices.createPreview(asked)
  }
  const waits: unknown[] = []
  stripe.subscriptions.update = ((
    _: string,
    asked: Stripe.SubscriptionUpdateParams,
    options: Stripe.RequestOptions,
  ) => {
    waits.push(options.timeout)
    return Promise.resolve(void sent.push(asked.billing_cycle_anchor))
  }) as unknown as Stripe['subscriptions']['update']
  const year = { recurringInterval: 'year', recurringIntervalCount: 1 } as const
  const quarter = { recurringInterval: 'month', recurringIntervalCount: 3 } as const
  for (const to of [year, quarter, period]) {
    await previewPlanChange(stripe, { ...wanted, period: to })
    assert.deepEqual(await changePlan(stripe, { ...wanted, period: to }), { made: true })
  }
  const now = { type: 'now' }
  assert.deepEqual(sent, [now, now, now, now, undefined, undefined])
  assert.deepEqual(waits, [45_000, 45_000, 45_000], 'a bank may take longer than other requests')
})

test('there is no preview for a subscription that Stripe cannot change and charge now', async () => {
  const item = (price: string) => ({ id: 'si_1', price: { id: price } })
  for (const over of [
    { status: 'trialing' },
    { status: 'past_due' },
    { cancel_at_period_end: true },
    { cancel_at: 86_400 },
    { collection_method: 'send_invoice' },
    { schedule: 'sub_sched_1' },
    { pause_collection: { behavior: 'void' } },
    { items: { data: [] } },
    { items: { data: [item('price_old'), item('price_more')] } },
    { items: { data: [item('price_new')] } },
    { items: { data: [item('price_other')] } },
  ])
    assert.equal(await previewPlanChange(stripeWith(3000, 0, 2000, over), wanted), null, JSON.stringify(over))
  assert.ok(await previewPlanChange(stripeWith(3000, 0, 2000), { ...wanted, from: null }))
})
