import type { ErrorCode } from '../../../../contract/error-codes.ts'
import { isRefusal, refuse } from '../../../../contract/errors.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import type { AppContext } from '../../../context.ts'
import { openIssue } from '../../../store/billing/payment-issues.ts'
import { updateSubscriber, type Subscriber } from '../../../store/subscribers/subscribers.ts'

/**
 * Refuses with 503, and opens a payment issue if the provider refused permanently. A customer that the provider no
 * longer has is created again at the next attempt. `refused` is the reason if retrying does not help.
 */
export async function giveUp(
  context: AppContext,
  payments: Payments,
  subscriber: Subscriber,
  error: unknown,
  refused: ErrorCode = 'PAYMENTS_UNAVAILABLE',
): Promise<never> {
  if (isRefusal(error)) throw error
  const { temporary, answered, sentence } = payments.faultOf(error)
  await context.transact(async (db) => {
    if (payments.isUnknownCustomer(error)) await updateSubscriber(db, subscriber.id, { payment_customer: null })
    else if (!temporary) {
      await openIssue(
        db,
        { subscriptionId: null, kind: 'page-refused', payment: null, detail: sentence },
        context.now(),
      )
    }
  })
  // An error without a response of the provider is a fault of the shop.
  if (!answered && !payments.isTemporary(error)) throw error
  refuse(temporary || payments.isUnknownCustomer(error) ? 'PAYMENTS_UNAVAILABLE' : refused)
}
