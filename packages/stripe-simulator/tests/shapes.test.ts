import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'vitest'
import type { Stripe } from 'stripe'
import { aCheckout, aPrice, aSandbox, aSubscription, cards, idOf, pay, submit, until } from './given-simulator.ts'

type Json = Record<string, unknown>

const root = join(import.meta.dirname, '../../..')
const file = join(process.env.SHARED_DIR ?? join(root, '../shared'), 'stripe/fixtures3.json')
const types = join(root, 'node_modules/stripe/esm/resources')

/** The source of the SDK's types for each kind, and the fields of the samples that the types have since dropped. */
const kinds: Record<string, [source: string, dropped?: string[]]> = {
  product: ['Products'],
  price: ['Prices'],
  customer: ['Customers'],
  'checkout.session': ['Checkout/Sessions'],
  subscription: ['Subscriptions'],
  subscription_item: ['SubscriptionItems'],
  plan: ['Plans'],
  item: ['LineItems'],
  invoice: ['Invoices'],
  line_item: ['InvoiceLineItems'],
  invoice_payment: ['InvoicePayments'],
  payment_intent: ['PaymentIntents'],
  charge: ['Charges'],
  refund: ['Refunds'],
  payment_method: ['PaymentMethods'],
  'billing_portal.session': ['BillingPortal/Sessions'],
  event: ['Events'],
  deleted_customer: ['Customers'],
  coupon: ['Coupons'],
  promotion_code: ['PromotionCodes'],
  discount: ['Discounts'],
  credit_note: ['CreditNotes'],
  dispute: ['Disputes'],
  subscription_schedule: ['SubscriptionSchedules'],
  tax_id: ['TaxIds'],
  'billing_portal.configuration': ['BillingPortal/Configurations'],
  webhook_endpoint: ['WebhookEndpoints'],
  'tax.settings': ['Tax/Settings'],
  account: ['Accounts'],
}

test(
  'every kind of object has the fields of Stripe’s sample, each of the same type',
  // Stripe's sample objects.
  { skip: !existsSync(file) },
  async (t) => {
    const samples = (JSON.parse(readFileSync(file, 'utf8')) as { resources: Record<string, Json> }).resources
    const made = await everyKind(t)
    for (const [kind, [source]] of Object.entries(kinds)) {
      const declared = fieldsOf(source)
      const mine = made[kind]
      assert.ok(mine, kind)
      for (const [name, sample] of Object.entries(samples[kind]!)) {
        const at = `${kind}.${name}`
        assert.ok(name in mine, `${at} is missing`)
        const value: unknown = mine[name]
        if (value === null) {
          const type = declared.get(name)
          assert.ok(
            sample === null || type === undefined || type.includes('null'),
            `${at} is null, the types say ${type}`,
          )
        } else if (sample !== null) assert.equal(kindOf(value), kindOf(sample), at)
      }
      for (const name of Object.keys(mine))
        assert.ok(
          name in samples[kind]! || declared.has(name),
          `${kind}.${name} is in neither the sample nor the types`,
        )
    }
  },
)

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

/** Returns the top-level fields of the interface in that file, and their types as written. */
function fieldsOf(source: string): Map<string, string> {
  const text = readFileSync(join(types, `${source}.d.ts`), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '')
  const fields = new Map<string, string>()
  for (const [, body] of text.matchAll(
    /^(?:export )?(?:interface|declare interface) \w+ \{\n(\s+id: string;.*?)^\}/gms,
  ))
    for (const [, name, type] of body!.matchAll(/^ {4}(\w+)\??: ([^\n]+)/gm))
      if (!fields.has(name!)) fields.set(name!, type!)
  return fields
}

async function everyKind(t: TestContext): Promise<Record<string, Json>> {
  const setup = await aSandbox(t, { settings: { downgradeAtPeriodEnd: true } })
  const { stripe } = setup
  const { id, customer, session, price } = await aSubscription(setup)
  const checkout = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] })
  const subscription = await stripe.subscriptions.retrieve(id)
  await until(setup, '2026-12-21T00:00:00Z')
  const invoice = await stripe.invoices.retrieve(idOf(subscription.latest_invoice), { expand: ['payments'] })
  const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent)
  const refund = await stripe.refunds.create({ payment_intent: intent, amount: 100 })
  const note = await stripe.creditNotes.create({ invoice: invoice.id, amount: 200, refund_amount: 200 })
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } })
  const weekly = await aPrice(stripe, {
    product: idOf(price.product),
    unit_amount: 4_900,
    recurring: { interval: 'week' },
  })
  const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
  await submit(`${url}/switch/${id}/${weekly.id}`, /\/switch\//)
  await aSubscription(setup, cards.disputed)
  const { session: other } = await aCheckout(setup, { discounts: [{ promotion_code: code.id }] })
  await pay(other.url!, { number: cards.pays })
  const { subscription: cheaper } = await stripe.checkout.sessions.retrieve(other.id, {
    expand: ['subscription.discounts'],
  })
  const found = {
    product: await stripe.products.retrieve(idOf(price.product)),
    price,
    customer: await stripe.customers.retrieve(customer.id),
    'checkout.session': checkout,
    subscription,
    subscription_item: subscription.items.data[0],
    plan: subscription.items.data[0]?.plan,
    item: checkout.line_items?.data[0],
    invoice,
    line_item: invoice.lines.data[0],
    invoice_payment: invoice.payments?.data[0],
    payment_intent: await stripe.paymentIntents.retrieve(intent),
    charge: (await stripe.charges.list()).data[0],
    refund,
    payment_method: (await stripe.customers.listPaymentMethods(customer.id)).data[0],
    'billing_portal.session': await stripe.billingPortal.sessions.create({ customer: customer.id }),
    event: (await stripe.events.list()).data[0],
    coupon,
    promotion_code: code,
    discount: (cheaper as Stripe.Subscription).discounts[0],
    credit_note: note,
    dispute: (await stripe.disputes.list()).data[0],
    subscription_schedule: (await stripe.subscriptionSchedules.list()).data[0],
    tax_id: await stripe.customers.createTaxId(customer.id, { type: 'eu_vat', value: 'DE123456789' }),
    'billing_portal.configuration': (await stripe.billingPortal.configurations.list()).data[0],
    webhook_endpoint: (await stripe.webhookEndpoints.list()).data[0],
    'tax.settings': await stripe.tax.settings.retrieve(),
    account: await stripe.accounts.retrieveCurrent(),
    deleted_customer: await stripe.customers.del(customer.id),
  }
  // The SDK turns strings into decimals; as JSON they are the original strings again.
  return JSON.parse(JSON.stringify(found)) as Record<string, Json>
}
