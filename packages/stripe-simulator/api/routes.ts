import { account, portalConfigurations, taxSettings, webhookEndpoints } from '../portal/account.ts'
import { find } from '../state/transaction.ts'
import { acts } from '../acts.ts'
import { expireSession } from '../charging/billing.ts'
import { createPrice, createProduct, updatePrice, updateProduct } from '../customers/catalogue.ts'
import { createSession } from '../checkout/checkout.ts'
import { createCoupon, createPromotionCode } from '../invoices/coupons.ts'
import { listOf, page } from './lists.ts'
import { createPortalSession } from '../portal/portal.ts'
import { invalid, refuse } from './refusal.ts'
import { reading, route, type Route } from './route.ts'
import { testClockRoutes } from './routes-test-clocks.ts'
import { billingRoutes } from './routes-billing.ts'
import { customerRoutes } from './routes-customers.ts'

export const routes: Route[] = [
  ...reading(
    'products',
    'product',
    { active: (row, value) => String(row.active) === value, url: (row, value) => row.url === value },
    (row, from) => from.texts('ids').length === 0 || from.texts('ids').includes(row.id),
  ),
  route('POST', 'products', createProduct),
  route('POST', 'products/:id', (tx, from, id) => updateProduct(tx, id, from)),
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
  route('POST', 'prices', (tx, from) => createPrice(tx, from)),
  route('POST', 'prices/:id', (tx, from, id) => updatePrice(tx, id, from)),
  ...reading('coupons', 'coupon', {}),
  route('POST', 'coupons', createCoupon),
  ...reading('promotion_codes', 'promotion_code', {
    code: (row, value) => row.code.toUpperCase() === value.toUpperCase(),
    active: (row, value) => String(row.active) === value,
  }),
  route('POST', 'promotion_codes', createPromotionCode),

  ...customerRoutes,

  ...reading('checkout/sessions', 'session', {
    customer: (row, value) => row.customer === value,
    status: (row, value) => row.status === value,
    subscription: (row, value) => row.subscription === value,
  }),
  route('POST', 'checkout/sessions', createSession),
  route('POST', 'checkout/sessions/:id/expire', (tx, _, id) => {
    if (find(tx, 'session', id).status !== 'open')
      throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.')
    expireSession(tx, id)
    return find(tx, 'session', id)
  }),
  route('GET', 'checkout/sessions/:id/line_items', (tx, _, id) =>
    listOf(find(tx, 'order', id).items, `/v1/checkout/sessions/${id}/line_items`),
  ),

  ...billingRoutes,
  ...Object.entries(acts).map(([name, work]) => route('POST', `sandbox/${name}`, work)),

  route('POST', 'billing_portal/sessions', createPortalSession),
  route('GET', 'billing_portal/configurations', (tx) =>
    listOf(portalConfigurations(tx), '/v1/billing_portal/configurations'),
  ),
  route('GET', 'billing_portal/configurations/:id', (tx, _, id) =>
    oneOf(portalConfigurations(tx), id, 'configuration'),
  ),
  route('GET', 'webhook_endpoints', (tx, from) => page(webhookEndpoints(tx), from, '/v1/webhook_endpoints')),
  route('GET', 'tax/settings', (tx) => taxSettings(tx)),
  route('GET', 'account', () => account()),
  ...testClockRoutes,
  ...reading(
    'events',
    'event',
    { type: (row, value) => (value.endsWith('*') ? row.type.startsWith(value.slice(0, -1)) : row.type === value) },
    (row, from) => from.texts('types').length === 0 || from.texts('types').includes(row.type),
  ),
]

function oneOf(rows: object[], id: string, what: string): object {
  const found = rows.find((row) => 'id' in row && row.id === id)
  if (found) return found
  const message = `No such ${what}: '${id}'`
  throw refuse(404, { type: 'invalid_request_error', code: 'resource_missing', message, param: 'id' })
}
