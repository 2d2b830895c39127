import { cardBrandName } from '../../../../domain/billing/payments/payment-card.ts'
import type { RefundOutcome } from '../../../../domain/billing/refunds/refund-outcome.ts'
import type { Output } from '../../../../contract/contract.ts'
import { actWords } from '#words/admin/people/acts.ts'
import { invoiceWords } from '#words/account/invoices.ts'
import { utcDay } from '../../../../i18n/calendar-words.ts'
import { amountText } from '../../../billing/payment.ts'
import { Fact } from '../../fact.tsx'
import type { SubscriptionRow } from '../rows.ts'

const t = actWords.refund
export type Refundable = Output<'GET /api/v1/subscriptions/refundable/{id}'>[number]

/** The amount, date and card of the payment, and what is left of it. */
export function RefundAmounts({
  refundable: { date, paid, refunded, left, currency, card },
}: {
  refundable: Refundable
}) {
  return (
    <dl className="totals">
      <Fact label={t.paid(utcDay(date))}>{amountText(paid, currency)}</Fact>
      {card ? <Fact label={t.card}>{invoiceWords.list.card(cardBrandName(card), card.lastDigits)}</Fact> : null}
      <Fact label={t.refunded}>{amountText(refunded, currency)}</Fact>
      <Fact label={t.left}>{amountText(left, currency)}</Fact>
    </dl>
  )
}

export function outcomeText(outcome: RefundOutcome, { endDate }: SubscriptionRow): string {
  return outcome === 'end-of-period' ? t.outcomes[outcome](utcDay(endDate ?? '')) : t.outcomes[outcome]
}

/** Returns the decision in the form of the call. */
// oxlint-disable-next-line unicorn/no-thenable -- the name of the field in JSON; a body is never awaited
export const decided = (outcome: RefundOutcome) => ({ then: outcome })

/** The button states the effect. */
export function buttonText(
  chosen: Refundable | undefined,
  money: number | undefined,
  outcomes: readonly RefundOutcome[],
  outcome: RefundOutcome,
): string {
  if (!chosen || money === undefined) return t.confirm
  return t.confirmAs[outcomes.length > 0 ? outcome : 'none'](amountText(money, chosen.currency))
}
