import type { Transaction } from '../state/transaction.ts'

/** The fields that identify a person, for each kind of object with such fields. */
const personal: Record<string, Record<string, unknown>> = {
  customer: {
    address: null,
    business_name: undefined,
    description: null,
    email: null,
    individual_name: undefined,
    name: null,
    phone: null,
    shipping: null,
    tax_ids: undefined,
  },
  'checkout.session': { customer_details: null, customer_email: null },
  invoice: {
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_tax_ids: [],
  },
  charge: { billing_details: noDetails(), receipt_email: null },
  payment_method: { billing_details: noDetails() },
  tax_id: { value: '' },
}

function noDetails() {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  return { address, email: null, name: null, phone: null, tax_id: null }
}

type AnyObject = { id?: string; object?: string; customer?: unknown }

/** `methods` are the customer's cards, including replaced ones, which no longer name a customer. */
function isAbout(
  { id = '', object, customer: of }: AnyObject,
  customer: string,
  methods: ReadonlySet<string>,
): boolean {
  if (of === customer) return true
  return object === 'customer' ? id === customer : object === 'payment_method' && methods.has(id)
}

/** Returns the object without personal data. */
function blank<T extends AnyObject>(object: T): T {
  const blanks = Object.entries(personal[object.object ?? ''] ?? {}).filter(([name]) => name in object)
  return { ...object, ...Object.fromEntries(blanks) }
}

/**
 * Removes a deleted customer from all objects that remain visible: payments stay, the payer is removed. Stripe itself
 * leaves this to a redaction that the vendor requests in the dashboard.
 */
export function redact(tx: Transaction, customer: string): void {
  const shown = tx.all('event').map(({ data }) => data.object as AnyObject)
  const methods = new Set(
    shown.flatMap(({ id, object, customer: of }) => (id && object === 'payment_method' && of === customer ? [id] : [])),
  )
  for (const row of tx.all('payment_method')) if (methods.has(row.id)) tx.put('payment_method', blank(row))
  for (const kind of ['session', 'invoice', 'charge'] as const)
    for (const row of tx.all(kind)) if (row.customer === customer) tx.put(kind, blank(row))
  for (const event of tx.all('event')) {
    const object = event.data.object as AnyObject
    if (!isAbout(object, customer, methods)) continue
    const { previous_attributes: before } = event.data
    const previous = before && { previous_attributes: blank({ ...before, object: object.object ?? '' }) }
    tx.put('event', { ...event, data: { object: blank(object), ...previous } })
  }
  for (const answer of tx.all('idempotent')) {
    const body = answer.body as AnyObject | null
    if (body && isAbout(body, customer, methods)) tx.put('idempotent', { ...answer, body: blank(body) })
  }
}
