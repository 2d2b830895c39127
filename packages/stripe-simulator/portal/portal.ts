import { portalConfigurationId, refuseWithoutPortal } from './account.ts'
import { find, newId, emit, type Transaction } from '../state/transaction.ts'
import { keepCard, type Card } from '../customers/cards.ts'
import { saveCustomer } from '../customers/customers.ts'
import type { Reader } from '../api/form.ts'
import type { PaymentMethod, PortalSession, Price, Subscription } from '../state/kinds.ts'
import { faultOf } from '../charging/declines.ts'
import { invalid, refuse } from '../api/refusal.ts'
import { isEnded, itemOf, recurringOf } from '../subscriptions/subscriptions.ts'

const hour = 3_600
const flows = [
  'payment_method_update',
  'subscription_cancel',
  'subscription_update',
  'subscription_update_confirm',
] as const

/** POST /v1/billing_portal/sessions */
export function createPortalSession(tx: Transaction, from: Reader): PortalSession {
  const customer = find(tx, 'customer', from.needed('customer'), 'customer').id
  if (!tx.settings.portalSaved) throw refuseWithoutPortal()
  const asked = from.inner('flow_data')
  const type = asked.choice('type', flows)
  if (type === 'payment_method_update' && !tx.settings.portalUpdatesCards)
    throw invalid('Your customer portal configuration does not allow customers to update their payment method.')
  const id = newId('bps_1', 23)
  const done = asked.inner('after_completion').inner('redirect').text('return_url')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: from.text('configuration') ?? portalConfigurationId,
    created: tx.at,
    customer,
    customer_account: null,
    flow: type
      ? {
          after_completion: {
            hosted_confirmation: null,
            redirect: done ? { return_url: done } : null,
            type: done ? 'redirect' : 'portal_homepage',
          },
          customer_update: null,
          subscription_cancel: null,
          subscription_pause: null,
          subscription_update: null,
          subscription_update_confirm: null,
          type,
        }
      : null,
    livemode: false,
    locale: from.text('locale') ?? null,
    on_behalf_of: null,
    return_url: from.text('return_url') ?? null,
    url: `${tx.pages}/portal/${id}${newId('_', 32)}${type === 'payment_method_update' ? '#card' : ''}`,
  }
  tx.put('portal_session', session)
  return session
}

/** Whether the session is only for a new card. */
export const isCardFlow = ({ flow }: PortalSession) => flow?.type === 'payment_method_update'

/** Returns the portal session at that address, valid for an hour; undefined if unknown or expired. */
export function openPortal(tx: Transaction, secret: string): PortalSession | undefined {
  const session = tx.get('portal_session', secret.split('_').slice(0, 2).join('_'))
  const right = session && new URL(session.url).pathname.endsWith(`/portal/${secret}`)
  return right && tx.at < session.created + hour && tx.get('customer', session.customer) ? session : undefined
}

/** Returns the customer's current subscriptions, newest first. */
export function runningOf(tx: Transaction, customer: string): Subscription[] {
  return tx
    .all('subscription')
    .filter((one) => one.customer === customer && !isEnded(one) && one.status !== 'incomplete')
    .toReversed()
}

/** Returns the other active prices of the same product to which it can switch, cheapest first. */
export function switchable(tx: Transaction, subscription: Subscription): Price[] {
  const { price } = itemOf(subscription)
  return tx
    .all('price')
    .filter(
      (one) =>
        one.active &&
        one.recurring &&
        one.product === price.product &&
        one.id !== price.id &&
        one.currency === price.currency,
    )
    .toSorted((a, b) => a.unit_amount - b.unit_amount)
}

const days: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 }

/** Whether the portal makes this switch only at the end of the period: to a cheaper or shorter plan. */
export function isPutOff({ settings }: Transaction, subscription: Subscription, to: Price): boolean {
  const { price: from } = itemOf(subscription)
  const length = (price: Price) => (days[recurringOf(price).interval] ?? 0) * recurringOf(price).interval_count
  return settings.downgradeAtPeriodEnd && (to.unit_amount < from.unit_amount || length(to) < length(from))
}

/**
 * Adds a card and makes it the customer's default: https://docs.stripe.com/customer-management/portal-deep-links. A
 * subscription with a card of its own is still charged on that one:
 * https://docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method. Unpaid invoices await
 * their next attempt, or are paid by hand.
 */
export function addCard(tx: Transaction, customerId: string, card: Card, name: string): void {
  if (!card.attaches) throw refuse(402, faultOf(card.rule))
  const before = find(tx, 'customer', customerId)
  const { email, address } = before
  const method = keepCard(tx, card, { customer: customerId, name, email, address })
  saveCustomer(tx, before, {
    invoice_settings: { ...before.invoice_settings, default_payment_method: method.id },
  })
}

export function detach(tx: Transaction, method: PaymentMethod): PaymentMethod {
  if (method.customer === null) throw invalid('The payment method you provided is not attached to a customer.')
  const free = { ...method, customer: null }
  tx.put('payment_method', free)
  emit(tx, 'payment_method.detached', free, method)
  return free
}
