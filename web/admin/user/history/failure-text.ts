import { cardBrandName } from '../../../../domain/billing/payments/payment-card.ts'
import { failureReason } from '../../../../domain/billing/payments/payment-failure.ts'
import { invoiceWords } from '#words/account/invoices.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import type { PaymentLine } from '../../../billing/invoice-text.ts'

const t = detailsWords.payment.failure

/** Returns why an attempt to collect a payment failed: card, reason and number; empty for any other event. */
export function failureText({ failure }: Pick<PaymentLine, 'failure'>): string {
  if (!failure) return ''
  const { card, reason, attempt } = failure
  const paid = card ? [invoiceWords.list.card(cardBrandName(card), card.lastDigits)] : []
  return [...paid, t.reasons[failureReason(reason)], t.attempt(attempt)].join(', ')
}
