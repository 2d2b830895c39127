import type { Stripe } from 'stripe'
import { unlessMissing } from './faults.ts'
import { onceFree } from './client.ts'
import type { Customer } from '../port.ts'
import { vatIdKind, type InvoiceDetail } from '../../../../domain/registration/invoice-details.ts'
import { customerLocale } from './languages.ts'

export async function createCustomer(stripe: Stripe, key: string, person: Customer): Promise<{ customer: string }> {
  // A lost response, or one of 500, leaves open whether Stripe created the customer, perhaps for another order: then
  // under another key. Stripe repeats a 500 under the same key (docs.stripe.com/error-low-level). A list, unlike a
  // search, has what was just created (docs.stripe.com/search).
  const { data } = await stripe.customers.list({ email: person.email, limit: 100 })
  const before = data.find(({ metadata }) => metadata['subscriber'] === person.subscriberId)
  if (before) {
    // The person's details may have changed since.
    await updateCustomer(stripe, before.id, person, ['address'])
    return { customer: before.id }
  }
  // Without the VAT id: one that Stripe refuses (docs.stripe.com/error-codes, tax_id_invalid) must not prevent a purchase.
  const { id } = await onceFree(() => stripe.customers.create(customerParams(person), { idempotencyKey: key }))
  return { customer: id }
}

export async function updateCustomer(
  stripe: Stripe,
  customer: string,
  person: Customer,
  changed: readonly InvoiceDetail[] = [],
): Promise<void> {
  const before = await stripe.customers.retrieve(customer).catch((error: unknown) => {
    unlessMissing(error)
    return undefined
  })
  if (!before || before.deleted) return
  const { address, ...params } = customerParams(person)
  // The customer may have entered another address on one of Stripe's pages, even in another country.
  const kept = Boolean(before.address) && !changed.includes('address')
  // A line is removed by an empty string: docs.stripe.com/api/customers/update.
  const none = { line1: '', line2: '', postal_code: '', city: '', state: '' }
  const whole = kept ? { ...none, ...linesOf(before.address), ...stateOf(address) } : { ...none, ...address }
  const isSent = !kept || (changed.includes('state') && before.address?.country === address.country)
  await stripe.customers.update(customer, isSent ? { ...params, address: whole } : params).catch(unlessMissing)
  if (changed.includes('vatId') && person.vatId !== null)
    await putTaxId(stripe, customer, vatIdKind(person.vatId, person.country))
}

/** The invoice names the company: docs.stripe.com/api/customers/object, `name`. */
function customerParams({ subscriberId, email, name, company, country, state, language, address }: Customer) {
  const lines = address && {
    line1: address.line1,
    line2: address.line2,
    postal_code: address.postalCode,
    city: address.city,
  }
  return {
    email,
    name: company,
    business_name: company,
    // At most 150 characters: docs.stripe.com/api/customers/create#create_customer-individual_name
    individual_name: Array.from(name).slice(0, 150).join(''),
    // An empty part would be a request to remove it, and a new customer has none.
    address: { country, ...(state === null ? {} : { state }), ...linesOf(lines) },
    preferred_locales: [customerLocale(language)],
    metadata: { subscriber: subscriberId },
  } satisfies Stripe.CustomerCreateParams
}

/** The parts of an address that are not empty. */
function linesOf(address: object | null | undefined): Partial<Record<keyof Stripe.Address, string>> {
  return Object.fromEntries(Object.entries(address ?? {}).filter(([, part]) => part !== null && part !== ''))
}

/** Returns the state, empty if the country has none here. */
const stateOf = ({ state = '' }: { state?: string }) => ({ state })

/** Makes a tax id the customer's only one of the types used here, or removes those. */
async function putTaxId(stripe: Stripe, customer: string, taxId: ReturnType<typeof vatIdKind>): Promise<void> {
  const { data } = await stripe.customers.listTaxIds(customer, { limit: 100 })
  const kept = data.filter(({ type }) => /^(?:eu|gb|ch|no)_vat$/.test(type))
  const there = taxId && kept.find(({ type, value }) => type === taxId.type && value === taxId.value)
  if (taxId && !there) await stripe.customers.createTaxId(customer, taxId)
  for (const { id } of kept) if (id !== there?.id) await stripe.customers.deleteTaxId(customer, id).catch(unlessMissing)
}
