import { emit, find, type Act } from '../state/act.ts'
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
  route('GET', 'customers/:id', (act, _, id) =>
    act.get('gone', id) ? { id, object: 'customer', deleted: true } : find(act, 'customer', id),
  ),
  ...reading('customers', 'customer', { email: (row, value) => row.email === value }),
  route('POST', 'customers', createCustomer),
  route('POST', 'customers/:id', (act, from, id) => updateCustomer(act, id, from)),
  route('DELETE', 'customers/:id', (act, _, id) => {
    for (const one of act.all('subscription').filter(({ customer }) => customer === id))
      if (!isEnded(one)) endSubscription(act, one, 'cancellation_requested')
    return removeCustomer(act, id)
  }),
  route('GET', 'customers/:id/payment_methods', (act, from, id) =>
    page(
      act.all('payment_method').filter(({ customer }) => customer === id),
      from,
      `/v1/customers/${id}/payment_methods`,
    ),
  ),
  route('GET', 'customers/:id/tax_ids', (act, from, id) =>
    page(taxIdsOf(act, id), from, `/v1/customers/${id}/tax_ids`),
  ),
  route('POST', 'customers/:id/tax_ids', (act, from, id) => createTaxId(act, id, from)),
  route('DELETE', 'customers/:id/tax_ids/:id', (act, _, id, taxId) => removeTaxId(act, id, taxId)),
  ...reading('payment_methods', 'payment_method', {
    customer: (row, value) => row.customer === value,
    type: (row, value) => row.type === value,
  }),
  route('POST', 'payment_methods', createDebit),
  route('POST', 'payment_methods/:id/attach', attach),
  route('POST', 'payment_methods/:id/detach', (act, _, id) => detach(act, find(act, 'payment_method', id))),
]

/**
 * Adds a bank account by one of Stripe's test IBANs: https://docs.stripe.com/payments/sepa-debit/accept-a-payment#test.
 */
function createDebit(act: Act, from: Reader): object {
  from.needed('type')
  from.choice('type', ['sepa_debit'])
  const number = from.inner('sepa_debit').needed('iban').replaceAll(' ', '').toUpperCase()
  const account = known[number]
  if (account?.type !== 'sepa_debit') throw invalid('The simulator accepts test IBANs only.', 'sepa_debit[iban]')
  const holder = from.inner('billing_details')
  return keepCard(
    act,
    { ...account, number, expMonth: 12, expYear: 2099 },
    { customer: null, email: holder.text('email') ?? null, name: holder.text('name') ?? null, address: null },
  )
}

function attach(act: Act, from: Reader, id: string): object {
  const customer = find(act, 'customer', from.needed('customer'), 'customer')
  const { email, name, address } = customer
  const card = namedCard(id, act.at)
  if (card) return keepCard(act, card, { customer: customer.id, email, name: name ?? null, address })
  const before = find(act, 'payment_method', id)
  if (before.customer !== null && before.customer !== customer.id)
    throw refuse(400, {
      type: 'invalid_request_error',
      message: 'The payment method you provided has already been attached to a customer.',
    })
  const method = { ...before, customer: customer.id }
  act.put('payment_method', method)
  emit(act, 'payment_method.attached', method)
  return method
}
