import { emit, find, missing, type Act } from './act.ts'
import { expireSession } from './billing.ts'
import { keepCard, namedCard } from './cards.ts'
import { createPrice, createProduct, updatePrice, updateProduct } from './catalogue.ts'
import { updateSubscription } from './changes.ts'
import { createSession } from './checkout.ts'
import { collect } from './collecting.ts'
import { createCustomer, removeCustomer, updateCustomer } from './customers.ts'
import type { Reader } from './form.ts'
import { finalise, giveUp } from './invoices.ts'
import type { Kinds, Kind } from './kinds.ts'
import { listOf, page } from './lists.ts'
import { createPortalSession, detach } from './portal.ts'
import { createRefund } from './refunds.ts'
import { invalid, refuse, type Fault } from './refusal.ts'
import { endSubscription, isEnded, itemOf } from './subscriptions.ts'

type Work = (act: Act, from: Reader, id: string) => object
type Route = { method: string; path: RegExp; work: Work }

function route(method: string, path: string, work: Work): Route {
  return { method, path: new RegExp(`^/v1/${path.replace(':id', '([\\w-]+)')}$`), work }
}

/** Reading one by its id, and a list whose filters are fields of the same name or, where it says, a test. */
function reading<K extends Kind>(
  path: string,
  kind: K,
  filters: Record<string, (row: Kinds[K], value: string) => boolean>,
  always: (row: Kinds[K], from: Reader) => boolean = () => true,
): Route[] {
  return [
    route('GET', path, (act, from) => {
      const asked = Object.entries(filters).filter(([name]) => from.text(name))
      const rows = act
        .all(kind)
        .filter((row) => always(row, from) && asked.every(([name, fits]) => fits(row, String(from.text(name)))))
      return page(rows as { id: string; created?: number }[], from, `/v1/${path}`)
    }),
    route('GET', `${path}/:id`, (act, _, id) => find(act, kind, id)),
  ]
}

/** Kept changes and a card that was refused, at once: a refusal that is thrown would undo them. */
export type Declined = { declined: Fault }

export const routes: Route[] = [
  ...reading(
    'products',
    'product',
    { active: (row, value) => String(row.active) === value, url: (row, value) => row.url === value },
    (row, from) => from.texts('ids').length === 0 || from.texts('ids').includes(row.id),
  ),
  route('POST', 'products', createProduct),
  route('POST', 'products/:id', (act, from, id) => updateProduct(act, id, from)),
  ...reading(
    'prices',
    'price',
    {
      active: (row, value) => String(row.active) === value,
      currency: (row, value) => row.currency === value,
      product: (row, value) => row.product === value,
      type: (row, value) => row.type === value,
    },
    (row, from) => from.texts('lookup_keys').length === 0 || from.texts('lookup_keys').includes(row.lookup_key ?? ''),
  ),
  route('POST', 'prices', (act, from) => createPrice(act, from)),
  route('POST', 'prices/:id', (act, from, id) => updatePrice(act, id, from)),

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
  ...reading('payment_methods', 'payment_method', {
    customer: (row, value) => row.customer === value,
    type: (row, value) => row.type === value,
  }),
  route('POST', 'payment_methods/:id/attach', attach),
  route('POST', 'payment_methods/:id/detach', (act, _, id) => detach(act, find(act, 'payment_method', id))),

  ...reading('checkout/sessions', 'session', {
    customer: (row, value) => row.customer === value,
    status: (row, value) => row.status === value,
    subscription: (row, value) => row.subscription === value,
  }),
  route('POST', 'checkout/sessions', createSession),
  route('POST', 'checkout/sessions/:id/expire', (act, _, id) => {
    if (find(act, 'session', id).status !== 'open')
      throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.')
    expireSession(act, id)
    return find(act, 'session', id)
  }),
  route('GET', 'checkout/sessions/:id/line_items', (act, _, id) =>
    listOf(find(act, 'order', id).items, `/v1/checkout/sessions/${id}/line_items`),
  ),

  ...reading(
    'subscriptions',
    'subscription',
    { customer: (row, value) => row.customer === value, price: (row, value) => itemOf(row).price.id === value },
    (row, from) => {
      const status = from.text('status')
      if (status === 'all') return true
      if (status === 'ended' || status === 'canceled') return isEnded(row)
      return status ? row.status === status : !isEnded(row)
    },
  ),
  route('POST', 'subscriptions/:id', (act, from, id) => updateSubscription(act, id, from)),
  route('DELETE', 'subscriptions/:id', (act, _, id) => {
    const found = find(act, 'subscription', id)
    if (isEnded(found)) throw missing('subscription', id)
    return endSubscription(act, found, 'cancellation_requested')
  }),

  ...reading('invoices', 'invoice', {
    customer: (row, value) => row.customer === value,
    status: (row, value) => row.status === value,
    subscription: (row, value) => row.parent.subscription_details.subscription === value,
  }),
  route('POST', 'invoices/:id/pay', payInvoice),
  route('POST', 'invoices/:id/finalize', (act, _, id) => finalise(act, find(act, 'invoice', id))),
  route('POST', 'invoices/:id/void', (act, _, id) => giveUp(act, find(act, 'invoice', id), 'void')),
  route('POST', 'invoices/:id/mark_uncollectible', (act, _, id) =>
    giveUp(act, find(act, 'invoice', id), 'uncollectible'),
  ),
  ...reading('invoice_payments', 'invoice_payment', {
    invoice: (row, value) => row.invoice === value,
    status: (row, value) => row.status === value,
  }),
  ...reading('payment_intents', 'payment_intent', { customer: (row, value) => row.customer === value }),
  ...reading('charges', 'charge', {
    customer: (row, value) => row.customer === value,
    payment_intent: (row, value) => row.payment_intent === value,
  }),
  ...reading('refunds', 'refund', {
    charge: (row, value) => row.charge === value,
    payment_intent: (row, value) => row.payment_intent === value,
  }),
  route('POST', 'refunds', createRefund),
  route('POST', 'billing_portal/sessions', createPortalSession),
  ...reading(
    'events',
    'event',
    { type: (row, value) => (value.endsWith('*') ? row.type.startsWith(value.slice(0, -1)) : row.type === value) },
    (row, from) => from.texts('types').length === 0 || from.texts('types').includes(row.type),
  ),
]

function payInvoice(act: Act, from: Reader, id: string): object | Declined {
  const invoice = find(act, 'invoice', id)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  if (invoice.status === 'void') throw invalid('This invoice is voided and cannot be paid.')
  const method = from.text('payment_method')
  if (method) find(act, 'payment_method', method, 'payment_method')
  const { invoice: after, fault } = collect(act, invoice, { by: 'person', ...(method && { method }) })
  return fault ? { declined: fault } : after
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
