import { Stripe } from 'stripe'
import type { SettingsTopic, Finding } from './findings.ts'

/** What is read besides the settings themselves, each with a harmless call. Write permissions are not tried. */
const reads: [what: string, path: string][] = [
  ['Customers', 'customers'],
  ['Checkout Sessions', 'checkout/sessions'],
  ['Subscriptions', 'subscriptions'],
  ['Subscription schedules', 'subscription_schedules'],
  ['Invoices', 'invoices'],
  ['Invoice Payments', 'invoice_payments'],
  ['Payment Intents', 'payment_intents'],
  ['Payment Methods', 'payment_methods'],
  ['Charges', 'charges'],
  ['Refunds', 'refunds'],
  ['Credit notes', 'credit_notes'],
  ['Disputes', 'disputes'],
]

/** Only a restricted key can lack a permission (docs.stripe.com/keys/restricted-api-keys). */
export function permissionChecks(stripe: Stripe, key: string): [SettingsTopic, string, Promise<Finding[]>][] {
  if (!key.startsWith('rk_')) return []
  return reads.map(([what, path]) => {
    const read = stripe.rawRequest('GET', `/v1/${path}`, undefined, {}).then(
      () => [],
      (error: unknown) => {
        // An error about something else than the key means that the key was accepted.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return []
        throw error
      },
    )
    return ['permissions', what, read]
  })
}
