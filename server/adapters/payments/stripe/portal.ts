import { Stripe } from 'stripe'
import { z } from 'zod'
import { isPermanent } from '../port.ts'
import { billingFault } from './faults.ts'

const switched = z.object({ enabled: z.boolean() })
const portalConfigurations = z.object({
  data: z.array(
    z.object({
      features: z.object({
        invoice_history: switched,
        payment_method_update: switched,
        subscription_cancel: switched.extend({ mode: z.string() }),
        subscription_pause: switched.optional(),
        subscription_update: switched.extend({
          default_allowed_updates: z.array(z.string()),
          proration_behavior: z.string(),
          // Without this field, as in versions before 2025-09-30, the portal ends trials.
          trial_update_behavior: z.string().default('end_trial'),
          products: z
            .array(
              z.object({
                product: z.string(),
                prices: z.array(z.string()),
                adjustable_quantity: switched.nullish(),
              }),
            )
            .nullish(),
        }),
      }),
    }),
  ),
})
export type PortalFeatures = z.output<typeof portalConfigurations>['data'][number]['features']

/**
 * Returns what the portal in this mode allows customers; undefined if its settings were never saved. Rejects with a
 * ZodError for an unexpected response.
 */
export async function readPortalFeatures(stripe: Stripe): Promise<PortalFeatures | undefined> {
  const answer = await stripe.billingPortal.configurations.list({
    is_default: true,
    active: true,
    limit: 1,
    expand: ['data.features.subscription_update.products'],
  })
  return portalConfigurations.parse(answer).data[0]?.features
}

/**
 * Whether a change of plan in the portal ends a trial. Granted days are a trial at Stripe, including the paid ones
 * before them, and nothing of a trial is credited:
 * docs.stripe.com/changelog/clover/2025-09-30/customer-portal-trial-behavior.
 */
export function endsTrials({ subscription_update: update }: PortalFeatures): boolean {
  return update.enabled && update.trial_update_behavior !== 'continue_trial'
}

/**
 * Opens the customer's own page. While one of their subscriptions is a trial, and it is not certain that the portal
 * continues it, the page is for the payment method only and then leads to `limited`: a change of plan there would cost
 * the remaining days.
 */
export async function openPortal(
  stripe: Stripe,
  customer: string,
  pages: { returnTo: string; limited: string },
): Promise<{ address: string }> {
  const isLimited = (await hasTrial(stripe, customer)) && (await mayEndTrials(stripe))
  const params: Stripe.BillingPortal.SessionCreateParams = isLimited
    ? {
        customer,
        return_url: pages.limited,
        // This hides the rest of the portal: docs.stripe.com/customer-management/portal-deep-links. Without a redirect
        // its home page would follow.
        flow_data: {
          type: 'payment_method_update',
          after_completion: { type: 'redirect', redirect: { return_url: pages.limited } },
        },
      }
    : { customer, return_url: pages.returnTo }
  const { url } = await stripe.billingPortal.sessions.create(params)
  return { address: url }
}

/**
 * Counts a refused list as empty, because the page must not depend on it. A missing customer is refused together with
 * the page.
 */
async function hasTrial(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    const { data } = await stripe.subscriptions.list({ customer, status: 'trialing', limit: 1 })
    return data.length > 0
  } catch (error) {
    if (!isPermanent(billingFault(error))) throw error
    return false
  }
}

/** Assumes of an unreadable setting that it could cost the customer something. */
async function mayEndTrials(stripe: Stripe): Promise<boolean> {
  try {
    const features = await readPortalFeatures(stripe)
    return features === undefined || endsTrials(features)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError || error instanceof z.ZodError) return true
    throw error
  }
}
