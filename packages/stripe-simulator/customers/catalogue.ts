import { emit, find, newId, type Transaction } from '../state/transaction.ts'
import type { Reader } from '../api/form.ts'
import type { Price, Product, Recurring } from '../state/kinds.ts'
import { amountFault } from '../state/money.ts'
import { invalid } from '../api/refusal.ts'

export function createProduct(tx: Transaction, from: Reader): Product {
  const id = from.text('id') ?? newId('prod_', 14)
  if (tx.get('product', id)) throw invalid(`Product already exists.`, 'id', 'resource_already_exists')
  const product: Product = {
    id,
    object: 'product',
    active: from.flag('active') ?? true,
    created: tx.at,
    default_price: null,
    description: from.text('description') ?? null,
    images: from.texts('images'),
    livemode: false,
    marketing_features: [],
    metadata: from.metadata(),
    name: from.needed('name'),
    package_dimensions: null,
    shippable: null,
    statement_descriptor: from.text('statement_descriptor') ?? null,
    tax_code: from.text('tax_code') ?? null,
    tax_details: null,
    type: 'service',
    unit_label: from.text('unit_label') ?? null,
    updated: tx.at,
    url: from.text('url') ?? null,
  }
  tx.put('product', product)
  emit(tx, 'product.created', product)
  const price = from.inner('default_price_data')
  if (!price.has('currency')) return product
  const withPrice = { ...product, default_price: createPrice(tx, price, id).id }
  tx.put('product', withPrice)
  return withPrice
}

export function updateProduct(tx: Transaction, id: string, from: Reader): Product {
  const before = find(tx, 'product', id)
  const product: Product = {
    ...before,
    active: from.flag('active') ?? before.active,
    description: from.has('description') ? (from.text('description') ?? null) : before.description,
    default_price: from.has('default_price') ? (from.text('default_price') ?? null) : before.default_price,
    metadata: from.metadata(before.metadata),
    name: from.text('name') ?? before.name,
    tax_code: from.has('tax_code') ? (from.text('tax_code') ?? null) : (before.tax_code ?? null),
    updated: tx.at,
  }
  tx.put('product', product)
  emit(tx, 'product.updated', product, before)
  return product
}

export function createPrice(tx: Transaction, from: Reader, ofProduct?: string): Price {
  const currency = from.needed('currency').toLowerCase()
  const amount = from.integer('unit_amount')
  if (amount === undefined) throw invalid('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing')
  if (amount < 0) throw invalid('Invalid non-negative integer', 'unit_amount', 'parameter_invalid_integer')
  const fault = amountFault(amount, currency)
  if (fault?.startsWith('Invalid')) throw invalid(fault, 'currency')
  if (fault) throw invalid(fault, 'unit_amount', 'amount_invalid')
  const product = ofProduct ?? (from.text('product') || createProduct(tx, from.inner('product_data')).id)
  find(tx, 'product', product, 'product')
  const price: Price = {
    id: newId('price_1', 23),
    object: 'price',
    active: from.flag('active') ?? true,
    billing_scheme: 'per_unit',
    created: tx.at,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey(tx, from),
    metadata: from.metadata(),
    nickname: from.text('nickname') ?? null,
    product,
    recurring: recurring(from),
    tax_behavior: from.choice('tax_behavior', ['exclusive', 'inclusive', 'unspecified']) ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: from.has('recurring') ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  }
  tx.put('price', price)
  emit(tx, 'price.created', price)
  return price
}

export function updatePrice(tx: Transaction, id: string, from: Reader): Price {
  const before = find(tx, 'price', id)
  const price: Price = {
    ...before,
    active: from.flag('active') ?? before.active,
    lookup_key: from.has('lookup_key') ? lookupKey(tx, from, id) : before.lookup_key,
    metadata: from.metadata(before.metadata),
    nickname: from.has('nickname') ? (from.text('nickname') ?? null) : before.nickname,
    tax_behavior: from.choice('tax_behavior', ['exclusive', 'inclusive', 'unspecified']) ?? before.tax_behavior,
  }
  tx.put('price', price)
  emit(tx, 'price.updated', price, before)
  return price
}

/** Only one active price has a lookup key; another can take it over on request. */
function lookupKey(tx: Transaction, from: Reader, own?: string): string | null {
  // At most 200 characters: https://docs.stripe.com/api/prices/create#create_price-lookup_key
  const key = from.text('lookup_key', 200) ?? null
  const holder = key && tx.all('price').find((price) => price.lookup_key === key && price.id !== own)
  if (!holder) return key
  if (from.flag('transfer_lookup_key') !== true)
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key', 'resource_already_exists')
  tx.put('price', { ...holder, lookup_key: null })
  return key
}

function recurring(from: Reader): Recurring | null {
  if (!from.has('recurring')) return null
  const asked = from.inner('recurring')
  asked.needed('interval')
  return {
    interval: asked.choice('interval', ['day', 'week', 'month', 'year']) ?? 'month',
    interval_count: asked.integer('interval_count') ?? 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
