import { find, newId, type Transaction } from '../state/transaction.ts'
import type { Reader } from '../api/form.ts'
import { requireCurrency } from '../customers/currencies.ts'
import { redeemable } from '../invoices/coupons.ts'
import type { Customer, LineItem, Order, Price, Session } from '../state/kinds.ts'
import { invalid } from '../api/refusal.ts'
import { behaviorOf, isLocated } from '../invoices/tax.ts'

const minute = 60

/** POST /v1/checkout/sessions, in subscription mode. */
export function createSession(tx: Transaction, from: Reader): Session {
  from.needed('mode')
  from.choice('mode', ['subscription'])
  const success = address(from, 'success_url') ?? from.needed('success_url')
  const customer = from.text('customer') ?? null
  const buyer = customer ? find(tx, 'customer', customer, 'customer') : null
  const expires = from.integer('expires_at') ?? tx.at + 24 * 60 * minute
  if (expires < tx.at + 30 * minute)
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  if (expires > tx.at + 24 * 60 * minute)
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', 'expires_at')
  const items = from.items('line_items').map((item, index) => lineItem(tx, item, index))
  const [first] = items
  if (!first) throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing')
  if (items.length > 1) throw invalid('The sandbox sells one price a subscription.', 'line_items')
  if (buyer) requireCurrency(tx, buyer, first.currency)
  const currency = from.text('currency')?.toLowerCase() ?? first.currency
  // The sandbox's prices have no `currency_options`.
  if (currency !== first.currency)
    throw invalid(
      `The price specified only supports \`${first.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
    )
  const id = newId('cs_test_a1', 56)
  const data = from.inner('subscription_data')
  const taxed = from.inner('automatic_tax').flag('enabled') ?? false
  const collectsTaxId = from.inner('tax_id_collection').flag('enabled') ?? false
  checkTax(tx, from, { taxed, collectsTaxId, price: first.price, buyer })
  const discounts = askedDiscounts(tx, from)
  const session: Session = {
    id,
    object: 'checkout.session',
    // Stripe uses the account's setting if it is omitted, which is on unless its owner turns it off:
    // https://docs.stripe.com/payments/currencies/localize-prices/adaptive-pricing
    adaptive_pricing: { enabled: from.inner('adaptive_pricing').flag('enabled') ?? true },
    after_expiration: null,
    allow_promotion_codes: from.flag('allow_promotion_codes') ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: first.amount_subtotal,
    amount_total: first.amount_total,
    automatic_tax: {
      enabled: taxed,
      liability: taxed ? { type: 'self' } : null,
      provider: taxed ? 'stripe' : null,
      status: taxed ? 'requires_location_inputs' : null,
    },
    billing_address_collection: from.choice('billing_address_collection', ['auto', 'required']) ?? null,
    cancel_url: address(from, 'cancel_url') ?? null,
    client_reference_id: from.text('client_reference_id') ?? null,
    client_secret: null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: null,
    consent_collection: null,
    created: tx.at,
    currency: first.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer,
    customer_account: null,
    customer_creation: customer === null ? 'always' : null,
    customer_details: null,
    customer_email: from.text('customer_email') ?? null,
    discounts: discounts.map(({ coupon, promotion }) => ({
      coupon: promotion ? null : coupon,
      promotion_code: promotion,
    })),
    expires_at: expires,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: from.text('locale') ?? null,
    managed_payments: { enabled: false },
    metadata: from.metadata(),
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: {
      allow_redisplay_filters: ['always'],
      payment_method_remove: null,
      payment_method_save: null,
    },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: success,
    tax_id_collection: { enabled: collectsTaxId, required: 'never' },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${tx.pages}/checkout/${id}`,
    wallet_options: null,
  }
  tx.put('session', session)
  tx.put('order', {
    id,
    items,
    metadata: data.metadata(),
    description: data.text('description') ?? null,
    trialDays: data.integer('trial_period_days') ?? 0,
    discounts,
  })
  return session
}

/** Refuses a session with tax for Stripe's reasons. https://docs.stripe.com/tax/checkout */
function checkTax(
  tx: Transaction,
  from: Reader,
  {
    taxed,
    collectsTaxId,
    price,
    buyer,
  }: { taxed: boolean; collectsTaxId: boolean; price: Price; buyer: Customer | null },
): void {
  const update = from.inner('customer_update')
  if (from.has('customer_update') && !buyer)
    throw invalid('`customer_update` can only be used with `customer`.', 'customer_update')
  if (collectsTaxId && buyer && update.text('name') !== 'auto')
    throw invalid(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      'customer_update[name]',
    )
  if (!taxed) return
  behaviorOf(tx, price)
  if (buyer && !isLocated(tx, buyer.address) && update.text('address') !== 'auto')
    throw invalid(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      undefined,
      'customer_tax_location_invalid',
    )
}

/** Returns the vendor's discounts for a session; they exclude a field for promotion codes. */
function askedDiscounts(tx: Transaction, from: Reader): Order['discounts'] {
  const asked = from.items('discounts')
  if (asked.length > 0 && from.has('allow_promotion_codes'))
    throw invalid('You may only specify one of these parameters: allow_promotion_codes, discounts.')
  return asked.map((one, index) => {
    const promotion = one.text('promotion_code')
    if (promotion) {
      const { id, promotion: of } = find(tx, 'promotion_code', promotion, `discounts[${index}][promotion_code]`)
      return { coupon: of.coupon, promotion: id }
    }
    return { coupon: redeemable(tx, one.needed('coupon'), `discounts[${index}][coupon]`).id, promotion: null }
  })
}

function address(from: Reader, name: string): string | null | undefined {
  const value = from.text(name)
  if (value && !/^https?:\/\/[^\s]+$/.test(value)) throw invalid('Not a valid URL', name, 'url_invalid')
  return value
}

/** Reads one sold row; refuses a price that is archived or one-off. */
export function lineItem(tx: Transaction, from: Reader, index: number): LineItem {
  const price = find(tx, 'price', from.needed('price'), `line_items[${index}][price]`)
  if (!price.recurring)
    throw invalid('You must provide at least one recurring price in `subscription` mode.', `line_items[${index}]`)
  if (!price.active) throw invalid(`The price specified is inactive.`, `line_items[${index}][price]`, 'price_inactive')
  const quantity = from.integer('quantity') ?? 1
  if (quantity < 1) throw invalid('Invalid positive integer', `line_items[${index}][quantity]`)
  const amount = price.unit_amount * quantity
  return {
    id: newId('li_1', 23),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: tx.get('product', price.product)?.name ?? null,
    metadata: {},
    price,
    quantity,
  }
}
