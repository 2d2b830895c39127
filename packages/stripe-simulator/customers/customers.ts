import { emit, find, newId, type Transaction } from '../state/transaction.ts'
import { redact } from './forget.ts'
import type { Reader } from '../api/form.ts'
import type { Address, Customer } from '../state/kinds.ts'
import { unreadable } from '../api/refusal.ts'
import { createTaxId } from './tax-ids.ts'

/**
 * The most characters of each parameter. https://docs.stripe.com/api/customers/create, for `name` and `phone`
 * https://github.com/stripe/openapi
 */
const limits = { name: 256, phone: 20, description: 5_000, email: 512, business_name: 150, individual_name: 150 }

export function createCustomer(tx: Transaction, from: Reader): Customer {
  const shown = from.inner('invoice_settings')
  const customer: Customer = {
    id: newId('cus_', 14),
    object: 'customer',
    address: address(from),
    balance: from.integer('balance') ?? 0,
    ...names(from),
    created: tx.at,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: from.text('description') ?? null,
    discount: null,
    email: email(from),
    invoice_prefix: newId('', 8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: shown.text('default_payment_method') ?? null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: from.metadata(),
    name: from.text('name', limits.name) ?? null,
    next_invoice_sequence: 1,
    phone: from.text('phone', limits.phone) ?? null,
    preferred_locales: from.texts('preferred_locales'),
    shipping: null,
    tax_exempt: from.choice('tax_exempt', ['none', 'exempt', 'reverse']) ?? 'none',
    test_clock: from.text('test_clock') ? find(tx, 'test_clock', from.needed('test_clock'), 'test_clock').id : null,
  }
  tx.put('customer', customer)
  emit(tx, 'customer.created', customer)
  for (const one of from.items('tax_id_data')) createTaxId(tx, customer.id, one)
  return customer
}

export function updateCustomer(tx: Transaction, id: string, from: Reader): Customer {
  const before = find(tx, 'customer', id)
  const settings = from.inner('invoice_settings')
  const method = settings.text('default_payment_method')
  if (method) find(tx, 'payment_method', method, 'invoice_settings[default_payment_method]')
  const text = (name: 'name' | 'phone' | 'description') =>
    from.has(name) ? (from.text(name, limits[name]) ?? null) : before[name]
  return saveCustomer(tx, before, {
    ...names(from),
    address: from.has('address') ? address(from, before.address) : before.address,
    balance: from.integer('balance') ?? before.balance,
    description: text('description') ?? null,
    email: from.has('email') ? email(from) : before.email,
    invoice_settings: {
      ...before.invoice_settings,
      ...(method !== undefined && { default_payment_method: method }),
    },
    metadata: from.metadata(before.metadata),
    name: text('name') ?? null,
    phone: text('phone') ?? null,
    preferred_locales: from.has('preferred_locales')
      ? from.texts('preferred_locales')
      : (before.preferred_locales ?? []),
    tax_exempt: from.choice('tax_exempt', ['none', 'exempt', 'reverse']) ?? before.tax_exempt ?? 'none',
  })
}

export function saveCustomer(tx: Transaction, before: Customer, changes: Partial<Customer>): Customer {
  const customer = { ...before, ...changes }
  tx.put('customer', customer)
  emit(tx, 'customer.updated', customer, before)
  return customer
}

/**
 * Removes what identifies the customer; the caller has ended the subscriptions. Invoices and charges stay, without the
 * name.
 */
export function removeCustomer(tx: Transaction, id: string): { id: string; object: 'customer'; deleted: true } {
  const customer = find(tx, 'customer', id)
  for (const method of tx.all('payment_method').filter((one) => one.customer === id)) {
    tx.remove('payment_method', method.id)
    tx.remove('card', method.id)
  }
  for (const one of tx.all('tax_id').filter(({ customer: of }) => of === id)) tx.remove('tax_id', one.id)
  tx.remove('customer', id)
  tx.put('gone', { id })
  emit(tx, 'customer.deleted', customer)
  redact(tx, id)
  return { id, object: 'customer', deleted: true }
}

/**
 * Reads the names of a business and a person other than the name on invoices.
 * https://docs.stripe.com/api/customers/object
 */
function names(from: Reader): Pick<Customer, 'business_name' | 'individual_name'> {
  const part = (name: 'business_name' | 'individual_name') =>
    from.has(name) ? { [name]: from.text(name, limits[name]) ?? undefined } : {}
  return { ...part('business_name'), ...part('individual_name') }
}

function email(from: Reader): string | null {
  const value = from.text('email', limits.email) ?? null
  if (value !== null && !/^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(value))
    throw unreadable(`Invalid email address: ${value}`, 'email', 'email_invalid')
  return value
}

/**
 * Omitted parts stay, and an empty string removes one part or the whole: https://docs.stripe.com/api/customers/update
 * and https://docs.stripe.com/error-codes#parameter-invalid-empty.
 */
function address(from: Reader, before: Address | null | undefined = null): Address | null {
  if (!from.has('address') || from.isEmpty('address')) return null
  const of = from.inner('address')
  const part = (name: keyof Address) => (of.has(name) ? (of.text(name) ?? null) : (before?.[name] ?? null))
  return {
    city: part('city'),
    country: part('country'),
    line1: part('line1'),
    line2: part('line2'),
    postal_code: part('postal_code'),
    state: part('state'),
  }
}
