import { longDate } from '../../../domain/calendar.ts'
import { locale } from '../locale.ts'
import type { PaymentIssueKind } from '../../../domain/billing/payments/payment-issues.ts'

/** What each kind of payment issue means, and what to do about it. */
const kinds: Record<PaymentIssueKind, string> = {
  'refund-forbidden': 'A payment should be refunded, but a list entry forbids sending money to this person.',
  'payment-without-use': 'A payment does not belong to any subscription.',
  'ended-before-start': 'The billing provider ended a paid subscription before it started.',
  'added-days-returned':
    'A payment was returned after the plan was bought again. The days that were left of its period had been added to the new one, and are unpaid now. Cancel or refund the subscription if the customer should lose access.',
  'payment-disputed':
    'The customer disputes a payment. Charging is paused. Respond to the dispute at the billing provider.',
  'payment-inquiry':
    'The customer’s bank has asked about a payment. No money has been withdrawn, and renewal continues. Respond at the billing provider, or refund the payment, before the bank opens a dispute.',
  'task-refused': 'The billing provider refused a request.',
  'page-refused':
    'The billing provider refused to open a payment page or billing page. Customers may be unable to pay.',
  'task-waiting': 'The billing provider has not accepted a request for an hour. Retrying automatically.',
  'invoice-not-finalised': 'The billing provider cannot finalise an invoice, so nothing is collected for it.',
  'tax-stopped':
    'The billing provider could not locate the customer and has stopped calculating tax for the subscription, so it is charged without tax. Correct the customer’s address, then turn automatic tax on again for the subscription at the billing provider.',
  'unknown-price':
    'The subscription has a price that is not in the catalogue, or the price of another product to which the customer already has a subscription, so its plan is unchanged.',
  'country-denied':
    'A paid period is on hold because the customer’s country is denied. Nothing more is charged, and nothing is refunded automatically. Correct the country if it is wrong, or refund the payment.',
  'refund-failed':
    'The customer’s bank returned a refund, so the money is back in your balance. Refund the customer another way.',
  'credit-and-refund':
    'A payment was refunded, and a later plan change at the billing provider credited it as well. Check the customer’s balance at the billing provider.',
  'plan-not-sold':
    'A plan cannot be bought, because its price at the billing provider does not match the catalogue. Correct the price there, or the catalogue. Selling then resumes within five minutes.',
  'paid-days-lost':
    'Days that were paid for or granted ended early, without a credit. Extend the subscription by these days, or refund their price.',
  quantity:
    'The customer is charged for more than one seat or for none, but a subscription is for one user. Set the quantity to 1 at the billing provider.',
  'other-items':
    'The customer is charged for more than the plan, and gets no access for the rest. Remove what was added at the billing provider, and refund what was paid for it.',
  'unknown-subscription':
    'The billing provider has no such subscription. Check that the keys belong to the right account.',
}

export const paymentIssueWords = {
  kinds,
  disputeLost:
    'You lost a dispute about a payment. Part of what was paid for the period remains, so access and renewal continue. Refund the rest or cancel the subscription if the customer should lose access.',
  lostDays: (days: number, plan: string) => `Lost: ${days} ${days === 1 ? 'day' : 'days'} of ${plan}.`,
  /** The quantity that a customer is charged for. */
  quantity: (quantity: string) => `At the billing provider it has a quantity of ${quantity}.`,
  /** The number of items that were added to a subscription. */
  otherItems: (count: number) => `Added: ${count} ${count === 1 ? 'item' : 'items'}.`,
  /** A time in ISO format. */
  answerBy: (moment: string) => `Respond by ${longDate(new Date(moment), locale)}.`,
  /** The billing provider's own sentence. */
  answer: (sentence: string) => `Message: ${sentence}`,
}
