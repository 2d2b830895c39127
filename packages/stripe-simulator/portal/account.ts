import { createHash } from 'node:crypto'
import { Stripe } from 'stripe'
import type { Transaction } from '../state/transaction.ts'
import type { Price } from '../state/kinds.ts'
import { invalid, type Refusal } from '../api/refusal.ts'

const began = Date.UTC(2026, 0, 1) / 1000
export const portalConfigurationId = 'bpc_1Sandbox'

/** Returns the portal's only configuration, the default one; none until its settings are saved. */
export function portalConfigurations(tx: Transaction): object[] {
  const { settings } = tx
  if (!settings.portalSaved) return []
  return [
    {
      id: portalConfigurationId,
      object: 'billing_portal.configuration',
      active: true,
      application: null,
      business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
      created: began,
      default_return_url: null,
      features: {
        customer_update: { allowed_updates: ['name', 'email', 'address', 'tax_id'], enabled: true },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: settings.portalUpdatesCards, payment_method_configuration: null },
        subscription_cancel: {
          cancellation_reason: { enabled: false, options: [] },
          enabled: true,
          mode: 'at_period_end',
          proration_behavior: 'none',
        },
        subscription_pause: { enabled: settings.portalPause },
        subscription_update: {
          billing_cycle_anchor: null,
          default_allowed_updates: ['price'],
          enabled: true,
          products: productsToSwitch(tx),
          proration_behavior: 'always_invoice',
          schedule_at_period_end: {
            conditions: settings.downgradeAtPeriodEnd
              ? [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }]
              : [],
          },
          trial_update_behavior: settings.trialUpdateBehavior,
        },
      },
      is_default: true,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: {},
      name: null,
      updated: began,
    },
  ]
}

function productsToSwitch(tx: Transaction): object[] {
  const prices = Map.groupBy(
    tx.all('price').filter((one) => one.active && one.recurring),
    (one: Price) => one.product,
  )
  return [...prices].map(([product, ofIt]) => ({
    adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
    prices: ofIt.map(({ id }) => id),
    product,
  }))
}

/**
 * Refuses as Stripe does until the portal's settings are saved.
 * https://docs.stripe.com/customer-management/integrate-customer-portal
 */
export function refuseWithoutPortal(): Refusal {
  return invalid(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
  )
}

/** GET /v1/tax/settings */
export function taxSettings({ settings }: Transaction): object {
  return {
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: settings.taxBehavior, tax_code: 'txcd_10103001' },
    head_office: {
      address: { city: null, country: 'US', line1: null, line2: null, postal_code: null, state: 'CA' },
    },
    livemode: false,
    status: 'active',
    status_details: { active: {} },
  }
}

/** Returns the only endpoint for events. */
export function webhookEndpoints({ webhook }: Transaction): { id: string; created: number }[] {
  if (webhook.url === '') return []
  const endpoint = {
    id: `we_1${createHash('sha256').update(webhook.url).digest('hex').slice(0, 23)}`,
    object: 'webhook_endpoint',
    api_version: Stripe.API_VERSION,
    application: null,
    created: began,
    description: null,
    enabled_events: [...webhook.events],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url: webhook.url,
  }
  return [endpoint]
}

/** GET /v1/account */
export function account(): object {
  const nowhere = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  return {
    id: 'acct_1Sandbox',
    object: 'account',
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: 'Sandbox',
      product_description: null,
      support_address: nowhere,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: 'company',
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    controller: { type: 'account' },
    country: 'US',
    created: began,
    default_currency: 'usd',
    details_submitted: true,
    email: null,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: '/v1/accounts/acct_1Sandbox/external_accounts',
    },
    future_requirements: requirements(),
    metadata: {},
    payouts_enabled: true,
    requirements: requirements(),
    settings: { dashboard: { display_name: 'Sandbox', timezone: 'Etc/UTC' } },
    tos_acceptance: { date: began, ip: null, user_agent: null },
    type: 'standard',
  }
}

function requirements(): object {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: [],
    disabled_reason: null,
    errors: [],
    eventually_due: [],
    past_due: [],
    pending_verification: [],
  }
}
