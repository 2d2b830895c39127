import type { ErrorCode } from '../../../../contract/error-codes.ts'
import { isRefusal, refuse } from '../../../../contract/errors.ts'
import { isTemporary, type Payments } from '../../../adapters/payments/port.ts'
import type { AppContext } from '../../../context.ts'
import { openIssue } from '../../../store/billing/payment-issues.ts'
import { lockSubscriber, updateSubscriber, type Subscriber } from '../../../store/subscribers/subscribers.ts'

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
  const fault = payments.faultOf(error)
  if (fault.kind === 'own') throw error
  if (isTemporary(fault)) refuse('PAYMENTS_UNAVAILABLE')
  if (fault.kind === 'unknown-customer') {
    await context.transact(async (db) => {
      const now = await lockSubscriber(db, subscriber.id)
      // A concurrent purchase may have created another customer meanwhile.
      if (now?.payment_customer === subscriber.payment_customer)
        await updateSubscriber(db, subscriber.id, { payment_customer: null })
    })
    refuse('PAYMENTS_UNAVAILABLE')
  }
  const issue = { subscriptionId: null, kind: 'page-refused', payment: null, detail: fault.sentence } as const
  await context.transact((db) => openIssue(db, issue, context.now()))
  refuse(refused)
}
