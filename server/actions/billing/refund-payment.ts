import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/errors.ts'
import type { FieldFault } from '../../../domain/registration/field-faults.ts'
import { refundRefusal, type RefundOutcome } from '../../../domain/billing/refunds/refund-outcome.ts'
import { afterRefund, planRefund, refundableFor } from '../../../domain/billing/refunds/refund-plan.ts'
import { chargeFault, chargedDigits, majorUnits, minorUnits } from '../../../domain/catalogue/plan.ts'
import { isLive, neverStarted, type Subscription } from '../../../domain/subscription/subscription.ts'
import { isTemporary, type Payments } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { planChangesUnderWay, recordAct } from '../../store/admin/audit.ts'
import { billingSide } from '../../store/billing/billing-side.ts'
import { addRefund, paymentsOf } from '../../store/billing/payments.ts'
import { lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription, lockSubscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { refuseOneself, type Administrator } from '../accounts/administrator.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { reconcileOwned } from './reconcile/reconcile-owned.ts'
import { writeSteps } from './reconcile/write-steps.ts'
import { billingStore, planChangeAnswered } from './store/billing-store.ts'

/**
 * A refund as an administrator requested it: `amount` in major units, null for all that is left; `invoice` by its
 * number, null for the current period's payments; `outcome` for the subscription, null without a decision, and the
 * field that states it.
 */
export type RefundRequest = {
  amount: number | null
  invoice: string | null
  outcome: RefundOutcome | null
  outcomeField: 'then' | 'cancel'
  comment: string
}

/**
 * Queues a refund of an invoice, or of the current period's payments, which count together: one for each payment that
 * it is taken from. Refuses with 409 if nothing was paid, the payment is disputed or the administrator's own, or while
 * an administrator changes the plan. Refuses with 400 an amount above what is left or with too many decimals, an
 * unknown invoice, and an end of the subscription with an invoice of an earlier period, which never affects the current
 * one; with 409 the end of a period that has not started.
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
  // A plan change made at the provider may have credited what would be refunded here. An unavailable provider does not
  // prevent a refund.
  await reconcileOwned(billingStore(context), payments, billingId).catch((error: unknown) => {
    if (!isTemporary(payments.faultOf(error))) throw error
  })
  return context.transact(async (db) => {
    const { subscription, subscriber, refundable, amount: whole } = await require(db)
    const now = context.now()
    const { outcome, comment } = request
    const by = asker.email
    const { rows, steps } = planRefund(refundable, whole, randomUUID, now)
    for (const row of rows) await addRefund(db, { ...row, comment, by, outcome: refundable.present && outcome })
    await writeSteps(db, context, { id: subscriptionId, subscriber }, steps)
    const refund = { amount: whole, currency: refundable.currency, invoice: request.invoice, outcome }
    const about = { act: 'refund', subscriberId: subscriber.id, subscriptionId, comment, refund } as const
    await recordAct(db, { by: asker, ...about }, now)
    const next = afterRefund(outcome, subscription)
    if (next === null) return { subscription, subscriber }
    const command =
      next === 'cancel' ? ({ kind: next, comment, by, withRefund: true } as const) : ({ kind: next, by } as const)
    const changed = await changeSubscription(db, context, subscriber, subscriptionId, command)
    if ('refused' in changed) refuse(changed.refused)
    return { subscription: changed.subscription ?? subscription, subscriber }
  })
}

/** Returns what to refund, with the subscriber locked. */
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
  const [changing] = await planChangesUnderWay(db, subscriber.id, subscriptionId)
  if (changing && now.getTime() - changing.at.getTime() <= planChangeAnswered)
    refuse('CHANGED_MEANWHILE', [], { by: changing.by, at: changing.at })
  const { invoice, outcome } = request
  const side = await billingSide(db, subscriptionId)
  const asked = { ...subscription, invoice, disputed: side?.billing.disputed ?? false }
  const refundable = refundableFor(await paymentsOf(db, subscriptionId), asked, now)
  if (!refundable && invoice !== null) return refuseField('invoice', { code: 'unknownInvoice' })
  if (!refundable || !side) return refuse('REFUND_NOTHING_PAID')
  const refusal = refundRefusal(refundable)
  // An amount that is more than is left, even if nothing is, is a fault of its field.
  if (refusal && (refusal === 'REFUND_DISPUTED' || request.amount === null)) refuse(refusal)
  if (!refundable.present && outcome !== null && outcome !== 'keep')
    return refuseField(request.outcomeField, { code: 'earlierPeriod' })
  if (outcome === 'end-of-period' && isLive(subscription) && neverStarted(subscription)) refuse('NOT_RUNNING')
  const amount = amountOf(request, refundable.currency, refundable.left)
  return { subscription, subscriber, refundable, amount, billingId: side.billingId }
}

function amountOf({ amount }: RefundRequest, currency: string, left: number): number {
  if (amount === null) return left
  const minor = minorUnits(amount, currency)
  if (minor === null || chargeFault(minor, currency) !== null)
    return refuseField('amount', { code: 'amountDecimals', value: chargedDigits(currency) })
  if (minor <= left) return minor
  return refuseField('amount', { code: 'amountTooMuch', value: { amount: majorUnits(left, currency), currency } })
}

const refuseField = (field: string, fault: FieldFault): never => refuse('INVALID_INPUT', [{ field, fault }])
