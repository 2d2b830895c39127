import type { Stripe } from 'stripe'
import type { PlanTerms } from '../../../../domain/subscription/subscription.ts'
import { endsTrials, readPortalFeatures, type PortalFeatures } from '../stripe/portal.ts'
import type { FoundPrices } from './price-settings.ts'
import { warning, ok, type Finding } from './findings.ts'

export async function checkPortal(
  stripe: Stripe,
  plans: readonly PlanTerms[],
  finding: Promise<FoundPrices | null>,
): Promise<Finding[]> {
  const [features, prices] = await Promise.all([readPortalFeatures(stripe), finding])
  if (!features)
    return [
      warning(
        'portal',
        'The customer portal has no settings in this mode: save them once, or customers cannot manage billing.',
      ),
    ]
  const complaints = [
    ...complaintsAboutPortal(features),
    ...complaintsAboutSwitching(features.subscription_update, plans, prices),
  ]
  if (complaints.length === 0) return [ok('portal', 'The customer portal has the required settings.')]
  return complaints.map((complaint) => warning('portal', `The customer portal ${complaint}.`))
}

function complaintsAboutPortal(features: PortalFeatures): string[] {
  const cancel = features.subscription_cancel
  return [
    ...(features.payment_method_update.enabled ? [] : ['does not let customers update their payment method']),
    ...(features.invoice_history.enabled ? [] : ['does not show customers their invoices']),
    ...(cancel.enabled ? [] : ['does not let customers cancel']),
    ...(cancel.enabled && cancel.mode !== 'at_period_end'
      ? ['cancels immediately: choose the end of the billing period']
      : []),
    ...(endsTrials(features)
      ? [
          'ends trials when customers switch plans, and granted days are a trial at Stripe that holds what was paid: under Settings, Billing, Customer portal, Subscriptions, let trials continue (trial_update_behavior=continue_trial). Until then customers with granted days can change only their payment method there',
        ]
      : []),
    ...(features.subscription_pause?.enabled ? ['lets customers pause: turn that off'] : []),
  ]
}

function complaintsAboutSwitching(
  update: PortalFeatures['subscription_update'],
  plans: readonly PlanTerms[],
  prices: FoundPrices | null,
): string[] {
  const { products, default_allowed_updates: allowed } = update
  if (!update.enabled || !allowed.includes('price')) return ['does not let customers switch plans']
  const listed = new Set(products?.flatMap((one) => one.prices))
  const missing = prices ? plans.filter(({ name }) => !listed.has(prices.get(name)?.id ?? '')) : []
  const adjustable = products?.some((one) => one.adjustable_quantity?.enabled) === true
  return [
    ...(products && missing.length > 0
      ? [`does not offer a switch to ${missing.map(({ name }) => `"${name}"`).join(', ')}: add their prices`]
      : []),
    ...(products === undefined ? ['does not return the prices it offers, so they could not be checked'] : []),
    ...(products === null ? ['offers no prices to switch to: add those of the paid plans'] : []),
    ...(allowed.includes('quantity') || adjustable
      ? ['lets customers change the quantity, which is charged without any benefit: turn that off']
      : []),
    ...(update.proration_behavior === 'always_invoice'
      ? []
      : ['does not invoice plan changes immediately: choose to prorate and to invoice immediately']),
  ]
}
