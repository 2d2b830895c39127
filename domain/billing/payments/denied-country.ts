import type { PersonFacts, Subscription } from '../../subscription/subscription.ts'
import { once, type BillingStep, type Notices } from '../billing-steps.ts'

/**
 * A paid period on hold because of a denied country is a payment issue, once, until the country is no longer denied or
 * the subscription has ended. One that an administrator resolved stays resolved until then.
 */
export function deniedCountrySteps(
  { deniedCountry }: Pick<PersonFacts, 'deniedCountry'>,
  { id: subscriptionId, status, plan, payment }: Subscription,
  notices: Notices,
): BillingStep[] {
  const key = { subscriptionId, kind: 'country-denied', payment: null } as const
  if (deniedCountry && status === 'pending' && plan.type === 'subscription')
    return payment === null
      ? []
      : once(notices, 'country-denied', payment, [{ step: 'open-issue', issue: { ...key, providerObject: payment } }])
  return [
    { step: 'forget-notes', notice: 'country-denied', except: null },
    { step: 'close-issue', issue: key },
  ]
}
