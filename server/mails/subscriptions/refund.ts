import { cardBrandName, type PaymentCard } from '../../../domain/billing/payments/payment-card.ts'
import type { accessAfter } from '../../../domain/billing/refunds/refund-notice.ts'
import { longDate } from '../../../domain/calendar.ts'
import { minorUnitsText } from '../../../domain/catalogue/plan.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'

/**
 * `plan` is the title of what was paid for. `amount` in minor units is absent if the customer's credit had paid.
 * `unused`: the shop refunded a payment that gave no further access; `access` is what is left after any other refund.
 */
type Money = { amount: number; currency: string }
export type RefundFacts = {
  plan: string
  money?: Money | undefined
  card?: PaymentCard | null | undefined
  unused: boolean
  access?: ReturnType<typeof accessAfter>
}

/** The customer's bank returned a refund that was emailed to them. */
export function refundFailedMail(
  frame: MailFrame,
  { plan, money, ...recipient }: Recipient & { plan: string; money: Money },
): Mail {
  const { mail, locale } = wordsIn(recipient.language)
  const words = mail.refundFailed
  return layOutMail(frame, recipient, 'refund-failed', {
    ...words,
    subject: words.subject(plan),
    paragraphs: [words.text(plan, minorUnitsText(money.amount, money.currency, locale)), words.next],
    note: words.note(frame.supportEmail),
  })
}

/** To a customer who got a payment back, in full or in part. */
export function paymentRefundedMail(frame: MailFrame, facts: Recipient & RefundFacts): Mail {
  const { mail, locale } = wordsIn(facts.language)
  const words = mail.paymentRefunded
  const { plan, money, card, unused, access } = facts
  const amount = money && minorUnitsText(money.amount, money.currency, locale)
  const text = unused || !amount ? words.unused(plan) : words.made(plan, amount)
  const { ended, goesOn, until } = words.access
  const left =
    !access || unused
      ? []
      : [
          access.kind === 'until'
            ? until(plan, longDate(access.endDate, locale))
            : (access.kind === 'ended' ? ended : goesOn)(plan),
        ]
  const rows: [string, string][] = [
    ...(amount ? [[words.rows.amount, amount] as [string, string]] : []),
    ...(card
      ? [[words.rows.card, mail.receipt.rows.cardEnding(cardBrandName(card), card.lastDigits)] as [string, string]]
      : []),
  ]
  return layOutMail(frame, facts, 'payment-refunded', {
    ...words,
    subject: words.subject(plan),
    paragraphs: [text, ...left],
    ...(rows.length > 0 ? { facts: rows } : {}),
  })
}
