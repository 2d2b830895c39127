import { randomUUID } from 'node:crypto'
import { commentProblem } from '../../../core/desk-acts.ts'
import { refuse, type FieldMessages, type FieldProblem } from '../../../core/errors.ts'
import { currencyDigits, majorUnits, minorUnits, priceText } from '../../../core/plan.ts'
import type { Subscription } from '../../../core/subscription.ts'
import type { Spoken } from '../../../core/words/spoken.ts'
import type { Shop } from '../../shop.ts'
import { recordAct } from '../../store/audit.ts'
import { billingSide, markPaidBack } from '../../store/billing.ts'
import { queueTask } from '../../store/jobs.ts'
import { addRefund, paymentsOf, type PaymentRow } from '../../store/payments.ts'
import { lockSubscriber, type Subscriber } from '../../store/subscribers.ts'
import { findSubscription, lockSubscriptionsOf } from '../../store/subscriptions.ts'
import { refuseOneself, type Administrator } from '../administrator.ts'
import { changeSubscription } from '../change-subscription.ts'

/** A refund as an administrator asked for it: `amount` in major units, null for all that is left. */
export type RefundRequest = { amount: number | null; comment: string; cancel: boolean }

/** Reads what was typed; refuses with every field that is wrong. */
export function readRefund(
  typed: { amount?: number | undefined; comment?: string | undefined; cancel?: boolean | undefined },
  say: FieldMessages,
): RefundRequest {
  const problems: FieldProblem[] = []
  if (typed.amount !== undefined && !(typed.amount > 0)) {
    problems.push({ field: 'amount', message: say.amountPositive })
  }
  const problem = commentProblem(typed.comment ?? '', say)
  if (problem !== null) problems.push({ field: 'comment', message: problem })
  if (problems.length > 0) refuse('INVALID_INPUT', problems)
  return { amount: typed.amount ?? null, comment: (typed.comment ?? '').trim(), cancel: typed.cancel ?? false }
}

/**
 * Queues a refund of the current period's payment. Refuses with 409 where nothing was paid, the payment is disputed or the
 * administrator's own, and with 400 an amount that is more than is left or has more decimals than the currency.
 */
export async function refundPayment(
  shop: Shop,
  subscriptionId: string,
  request: RefundRequest,
  asker: Administrator,
  say: Spoken,
): Promise<{ subscription: Subscription; subscriber: Subscriber }> {
  return shop.transact(async (db) => {
    const found = await findSubscription(db, subscriptionId)
    const subscriber = found?.subscriberId ? await lockSubscriber(db, found.subscriberId) : undefined
    if (!subscriber) refuse('NOT_FOUND')
    refuseOneself(asker, subscriber, 'REFUND_OWN')
    const subscription = (await lockSubscriptionsOf(db, subscriber.id)).find(({ id }) => id === subscriptionId)
    if (!subscription) refuse('NOT_FOUND')
    const rows = await paymentsOf(db, subscriptionId)
    const charge = rows.find(({ kind, payment }) => kind === 'charge' && payment === subscription.payment)
    const now = shop.now()
    if (!charge?.payment || isOver(charge, subscription, now)) refuse('REFUND_NOTHING_PAID')
    if ((await billingSide(db, subscriptionId))?.billing.disputed) refuse('REFUND_DISPUTED')
    const amount = amountOf(request, charge, leftOf(rows, charge), say)
    const refund = randomUUID()
    await addRefund(db, { id: refund, charge, amount, comment: request.comment, by: asker.email }, now)
    await markPaidBack(db, subscriptionId)
    const { payment, invoice } = charge
    await queueTask(db, randomUUID(), subscriber.id, { task: 'refund', payment, invoice, amount, refund }, now)
    await recordAct(db, { by: asker.email, act: 'refund', subscriberId: subscriber.id, subscriptionId }, now)
    if (!request.cancel) return { subscription, subscriber }
    const command = { kind: 'cancel', comment: request.comment, by: asker.email } as const
    const changed = await changeSubscription(db, shop, subscriber, subscriptionId, command)
    if ('refused' in changed) refuse(changed.refused)
    return { subscription: changed.subscription ?? subscription, subscriber }
  })
}

/** Whether a later period, which cost nothing, has taken the place of the one that was charged. */
function isOver({ period_end: end }: PaymentRow, { paidUntil }: Subscription, now: Date): boolean {
  return end !== null && end <= now && paidUntil !== null && paidUntil > end
}

/** What is left of a charge, in minor units: refunds that failed took nothing. */
function leftOf(rows: readonly PaymentRow[], charge: PaymentRow): number {
  return rows
    .filter(({ kind, payment, state }) => kind === 'refund' && payment === charge.payment && state !== 'failed')
    .reduce((left, { amount }) => left - amount, charge.amount)
}

function amountOf({ amount }: RefundRequest, { currency }: PaymentRow, left: number, say: Spoken): number {
  if (left <= 0 && amount === null) refuse('REFUND_NOTHING_PAID')
  if (amount === null) return left
  const fail = (message: string) => refuse('INVALID_INPUT', [{ field: 'amount', message }])
  const minor = minorUnits(amount, currency)
  if (minor === null) return fail(say.fields.amountDecimals(currencyDigits(currency)))
  if (minor > left)
    fail(say.fields.amountTooMuch(priceText(majorUnits(Math.max(0, left), currency), currency, say.locale)))
  return minor
}
