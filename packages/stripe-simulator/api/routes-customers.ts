import { emit, find, type Transaction } from '../state/transaction.ts'
import { keepCard, known, namedCard } from '../customers/cards.ts'
import { createCustomer, removeCustomer, updateCustomer } from '../customers/customers.ts'
import type { Reader } from './form.ts'
import { page } from './lists.ts'
import { detach } from '../portal/portal.ts'
import { invalid, refuse } from './refusal.ts'
import { reading, route, type Route } from './route.ts'
import { endSubscription, isEnded } from '../subscriptions/subscriptions.ts'
import { createTaxId, removeTaxId, taxIdsOf } from '../customers/tax-ids.ts'

export const customerRoutes: Route[] = [
  route('GET', 'customers/:id', (tx, _, id) =>
    tx.get('gone', id) ? { id, object: 'customer', deleted: true } : find(tx, 'customer', id),
  ),
  ...reading('customers', 'customer', { email: (row, value) => row.email === value }),
  route('POST', 'customers', createCustomer),
  route('POST', 'customers/:id', (tx, from, id) => updateCustomer(tx, id, from)),
  route('DELETE', 'customers/:id', (tx, _, id) => {
    for (const one of tx.all('subscription').filter(({ customer }) => customer === id))
      if (!isEnded(one)) endSubscription(tx, one, 'cancellation_requested')
    return removeCustomer(tx, id)
  }),
  route('GET', 'customers/:id/payment_methods', (tx, from, id) =>
    page(
      tx.all('payment_method').filter(({ customer }) => customer === id),
      from,
      `/v1/customers/${id}/payment_methods`,
    ),
  ),
  route('GET', 'customers/:id/tax_ids', (tx, from, id) => page(taxIdsOf(tx, id), from, `/v1/customers/${id}/tax_ids`)),
  route('POST', 'customers/:id/tax_ids', (tx, from, id) => createTaxId(tx, id, from)),
  route('DELETE', 'customers/:id/tax_ids/:id', (tx, _, id, taxId) => removeTaxId(tx, id, taxId)),
  ...reading('payment_methods', 'payment_method', {
    customer: (row, value) => row.customer === value,
    type: (row, value) => row.type === value,
  }),
  route('POST', 'payment_methods', createDebit),
  route('POST', 'payment_methods/:id/attach', attach),
  route('POST', 'payment_methods/:id/detach', (tx, _, id) => detach(tx, find(tx, 'payment_method', id))),
]

/**
 * Adds a bank account by one of Stripe's test IBANs: https://docs.stripe.com/payments/sepa-debit/accept-a-payment#test.
 */
function createDebit(tx: Transaction, from: Reader): object {
  from.needed('type')
  from.choice('type', ['sepa_debit'])
  const number = from.inner('sepa_debit').needed('iban').replaceAll(' ', '').toUpperCase()
  const account = known[number]
  if (account?.type !== 'sepa_debit') throw invalid('The simulator accepts test IBANs only.', 'sepa_debit[iban]')
  const holder = from.inner('billing_details')
  return keepCard(
    tx,
    { ...account, number, expMonth: 12, expYear: 2099 },
    { customer: null, email: holder.text('email') ?? null, name: holder.text('name') ?? null, address: null },
  )
}

function attach(tx: Transaction, from: Reader, id: string): object {
  const customer = find(tx, 'customer', from.needed('customer'), 'customer')
  const { email, name, address } = customer
  const card = namedCard(id, tx.at)
  if (card) return keepCard(tx, card, { customer: customer.id, email, name: name ?? null, address })
  const before = find(tx, 'payment_method', id)
  if (before.customer !== null && before.customer !== customer.id)
    throw refuse(400, {
      type: 'invalid_request_error',
      message: 'The payment method you provided has already been attached to a customer.',
    })
  const method = { ...before, customer: customer.id }
  tx.put('payment_method', method)
  emit(tx, 'payment_method.attached', method)
  return method
}
