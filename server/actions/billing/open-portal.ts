import { refuse } from '../../../contract/errors.ts'
import { limitedBilling, paths } from '../../../contract/screens.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { findSubscriber } from '../../store/subscribers/subscribers.ts'
import { giveUp } from './tasks/give-up.ts'

/**
 * Returns the address of a subscriber's own page at the provider, which leads back to the account; the account itself
 * for a person who never paid.
 */
export async function portalFor(context: AppContext, payments: Payments, subscriberId: string): Promise<string> {
  const subscriber = await findSubscriber(context.db, subscriberId)
  if (!subscriber) refuse('NOT_ENTITLED')
  if (!subscriber.payment_customer) return paths.account
  const account = context.mailFrame.publicUrl + paths.account
  const pages = { returnTo: account, limited: `${account}?${limitedBilling}` }
  try {
    return (await payments.openPortal(subscriber.payment_customer, pages)).address
  } catch (error) {
    return giveUp(context, payments, subscriber, error, 'BILLING_PAGE_REFUSED')
  }
}
