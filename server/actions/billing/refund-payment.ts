import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/errors.ts'
import type { FieldFault } from '../../../domain/registration/field-faults.ts'
import { periodOf, refundableOf, shareOut } from '../../../domain/billing/period-payments.ts'
import { currencyDigits, majorUnits, minorUnits } from '../../../domain/catalogue/plan.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { planChangeUnderWay, recordAct } from '../../store/admin/audit.ts'
import { billingSide, markPaidBack } from '../../store/billing/billing.ts'
import { queueTask } from '../../store/jobs/jobs.ts'
import { addRefund, paymentsOf } from '../../store/billing/payments.ts'
import { lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription, lockSubscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { refuseOneself, type Administrator } from '../accounts/administrator.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { reconcileOwned } from './reconcile-owned.ts'

/** A refund as an administrator asked for it: `amount` in major units, null for all that is left. */
export type RefundRequest = { amount: number | null; comment: string; cancel: boolean }

/** Milliseconds after which the provider has answered a change of plan, or the answer is lost. */
const longestChange = 2 * 60_000

/**
 * Queues a refund of the current period's payments, which count together: one for each payment that it is taken from. Refuses with 409 where nothing was paid, the payment is disputed or the
 * administrator's own, or while somebody changes the plan, and with 400 an amount that is more than is left or has more
 * decimals than the currency.
 */
export async function refundPayment(
  context: AppContext,
  payments: Payments,
  subscriptionId: string,
  request: RefundRequest,
  asker: Administrator,
): Promise<{ subscription: Subscription; subscriber: Subscriber }> {
  const require = (db: Trx) => requireRefund(db, context, subscriptionId, request, asker)
  const { billingId } = await context.transact(require)
  // A change of plan that was made over there gave credit for what would be refunded here. A provider that does not answer now
  // keeps nobody from asking for a refund.
  await reconcileOwned(context, payments, billingId).catch((error: unknown) => {
    if (!payments.isTemporary(error)) throw error
  })
  return context.transact(async (db) => {
    const { subscription, subscriber, refunds } = await require(db)
    const now = context.now()
    for (const { charge, payment, amount } of refunds) {
      const refund = randomUUID()
      await addRefund(db, { id: refund, charge, amount, comment: request.comment, by: asker.email }, now)
      const { invoice } = charge
      await queueTask(db, randomUUID(), subscriber.id, { task: 'refund', payment, invoice, amount, refund }, now)
    }
    await markPaidBack(db, subscriptionId)
    await recordAct(db, { by: asker, act: 'refund', subscriberId: subscriber.id, subscriptionId }, now)
    if (!request.cancel) return { subscription, subscriber }
    const command = { kind: 'cancel', comment: request.comment, by: asker.email } as const
    const changed = await changeSubscription(db, context, subscriber, subscriptionId, command)
    if ('refused' in changed) refuse(changed.refused)
    return { subscription: changed.subscription ?? subscription, subscriber }
  })
}

/** What is to be refunded, the subscriber locked. */
async function requireRefund(
  db: Trx,
  context: AppContext,
  subscriptionId: string,
  request: RefundRequest,
  asker: Administrator,
) {
  const found = await findSubscription(db, subscriptionId)
  const subscriber = found?.subscriberId ? await lockSubscriber(db, found.subscriberId) : undefined
  if (!subscriber) refuse('NOT_FOUND')
  refuseOneself(asker, subscriber, 'REFUND_OWN')
  const subscription = (await lockSubscriptionsOf(db, subscriber.id)).find(({ id }) => id === subscriptionId)
  if (!subscription) refuse('NOT_FOUND')
  const now = context.now()
  const changing = await planChangeUnderWay(db, subscriptionId, new Date(now.getTime() - longestChange))
  if (changing) refuse('CHANGED_MEANWHILE', [], changing)
  const period = periodOf(await paymentsOf(db, subscriptionId), subscription.payment)
  const currency = period?.payments.at(-1)?.record.currency
  const side = await billingSide(db, subscriptionId)
  if (!period || !currency || !side || isOver(period.end, subscription, now)) refuse('REFUND_NOTHING_PAID')
  if (side.billing.disputed) refuse('REFUND_DISPUTED')
  const amount = amountOf(request, currency, refundableOf(period))
  const refunds = shareOut(period, amount).flatMap(({ from: { record, payment }, amount: part }) =>
    payment === null ? [] : [{ charge: record, payment, amount: part }],
  )
  return { subscription, subscriber, refunds, billingId: side.billingId }
}

/** Whether a later period, which cost nothing, has taken the place of the one that was charged. */
function isOver(end: Date | null, { paidUntil }: Subscription, now: Date): boolean {
  return end !== null && end <= now && paidUntil !== null && paidUntil > end
}

function amountOf({ amount }: RefundRequest, currency: string, left: number): number {
  if (left === 0 && amount === null) refuse('REFUND_NOTHING_PAID')
  if (amount === null) return left
  const minor = minorUnits(amount, currency)
  const digits = currencyDigits(currency)
  if (minor === null) return refuseAmount({ code: 'amountDecimals', value: digits })
  if (minor <= left) return minor
  return refuseAmount({ code: 'amountTooMuch', value: { amount: majorUnits(left, currency), currency } })
}

const refuseAmount = (fault: FieldFault) => refuse('INVALID_INPUT', [{ field: 'amount', fault }])
