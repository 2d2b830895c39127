/** Why a payment needs a person. Each is worded in the administrator's language. */
export const paymentIssueKinds = [
  'refund-forbidden',
  'refused-person-paid',
  'payment-without-use',
  'ended-before-start',
  'returned-before-start',
  'payment-disputed',
  /** The provider refuses for good to do what the shop asks; `detail` is its own sentence. */
  'task-refused',
  /** The provider refused to open a payment page or a billing page. */
  'page-refused',
  /** The provider could not be told for an hour. */
  'task-waiting',
  /** The provider could not finalise an invoice, so that nothing is collected. */
  'invoice-not-finalised',
  /** The provider's subscription is on a price that no plan of the catalogue has. */
  'unknown-price',
  /** The customer's bank sent a refund back. */
  'refund-failed',
  /** A payment was refunded, in part or whole, and a change of plan over there gave credit for the same days. */
  'credit-and-refund',
  /** Days that were paid for or granted ended early, without a credit; `detail` is how many of which plan. */
  'paid-days-lost',
  /** The provider does not know the subscription, for example after the keys of another account were set. */
  'unknown-subscription',
] as const
export type PaymentIssueKind = (typeof paymentIssueKinds)[number]
