import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/errors.ts'
import type { FieldFault } from '../../../domain/registration/field-faults.ts'
import { currencyDigits, majorUnits, minorUnits } from '../../../domain/catalogue/plan.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { billingSide, markPaidBack } from '../../store/billing/billing.ts'
import { queueTask } from '../../store/jobs/jobs.ts'
import { addRefund, paymentsOf, refundsOf, type PaymentRow } from '../../store/billing/payments.ts'
import { lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription, lockSubscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import { refuseOneself, type Administrator } from '../accounts/administrator.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'

/** A refund as an administrator asked for it: `amount` in major units, null for all that is left. */
export type RefundRequest = { amount: number | null; comment: string; cancel: boolean }

/**
 * Queues a refund of the current period's payment. Refuses with 409 where nothing was paid, the payment is disputed or the
 * administrator's own, and with 400 an amount that is more than is left or has more decimals than the currency.
 */
export async function refundPayment(
  context: AppContext,
  subscriptionId: string,
  request: RefundRequest,
  asker: Administrator,
): Promise<{ subscription: Subscription; subscriber: Subscriber }> {
  return context.transact(async (db) => {
    const found = await findSubscription(db, subscriptionId)
    const subscriber = found?.subscriberId ? await lockSubscriber(db, found.subscriberId) : undefined
    if (!subscriber) refuse('NOT_FOUND')
    refuseOneself(asker, subscriber, 'REFUND_OWN')
    const subscription = (await lockSubscriptionsOf(db, subscriber.id)).find(({ id }) => id === subscriptionId)
    if (!subscription) refuse('NOT_FOUND')
    const rows = await paymentsOf(db, subscriptionId)
    const charge = rows.find(({ kind, payment }) => kind === 'charge' && payment === subscription.payment)
    const now = context.now()
    if (!charge?.payment || isOver(charge, subscription, now)) refuse('REFUND_NOTHING_PAID')
    if ((await billingSide(db, subscriptionId))?.billing.disputed) refuse('REFUND_DISPUTED')
    const amount = amountOf(request, charge, leftOf(rows, charge))
    const refund = randomUUID()
    await addRefund(db, { id: refund, charge, amount, comment: request.comment, by: asker.email }, now)
    await markPaidBack(db, subscriptionId)
    const { payment, invoice } = charge
    await queueTask(db, randomUUID(), subscriber.id, { task: 'refund', payment, invoice, amount, refund }, now)
    await recordAct(db, { by: asker, act: 'refund', subscriberId: subscriber.id, subscriptionId }, now)
    if (!request.cancel) return { subscription, subscriber }
    const command = { kind: 'cancel', comment: request.comment, by: asker.email } as const
    const changed = await changeSubscription(db, context, subscriber, subscriptionId, command)
    if ('refused' in changed) refuse(changed.refused)
    return { subscription: changed.subscription ?? subscription, subscriber }
  })
}

/** Whether a later period, which cost nothing, has taken the place of the one that was charged. */
function isOver({ period_end: end }: PaymentRow, { paidUntil }: Subscription, now: Date): boolean {
  return end !== null && end <= now && paidUntil !== null && paidUntil > end
}

/** What is left of a charge, in minor units, after refunds and after what a change of plan gave as credit since. */
function leftOf(rows: readonly PaymentRow[], charge: PaymentRow): number {
  const credited = rows.filter(({ kind, state, at }) => kind === 'credit' && state === 'given' && at >= charge.at)
  return [...refundsOf(rows, charge.payment), ...credited].reduce((left, { amount }) => left - amount, charge.amount)
}

function amountOf({ amount }: RefundRequest, { currency }: PaymentRow, left: number): number {
  if (left <= 0 && amount === null) refuse('REFUND_NOTHING_PAID')
  if (amount === null) return left
  const minor = minorUnits(amount, currency)
  const digits = currencyDigits(currency)
  if (minor === null) return refuseAmount({ code: 'amountDecimals', value: digits })
  if (minor <= left) return minor
  return refuseAmount({ code: 'amountTooMuch', value: { amount: majorUnits(Math.max(0, left), currency), currency } })
}

const refuseAmount = (fault: FieldFault) => refuse('INVALID_INPUT', [{ field: 'amount', fault }])
