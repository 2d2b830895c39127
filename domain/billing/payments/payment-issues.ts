import type { BillingTask } from '../billing-tasks.ts'

/** Why a payment needs a person. Each kind has a sentence in the administrator's language. */
export const paymentIssueKinds = [
  'refund-forbidden',
  'payment-without-use',
  'ended-before-start',
  /** A payment was returned after the days that it paid for were added to a later purchase. */
  'added-days-returned',
  /** `detail` is `disputeLost` if only a person can decide about the access. */
  'payment-disputed',
  /** A bank asks about a payment before it disputes it; `detail` is the day by which to answer. */
  'payment-inquiry',
  /** The provider permanently refuses a request of the shop; `detail` is its own sentence. */
  'task-refused',
  /** The provider refused to open a payment page or a billing page. */
  'page-refused',
  /** The provider could not be reached for an hour. */
  'task-waiting',
  /** The provider could not finalise an invoice, so that nothing is collected. */
  'invoice-not-finalised',
  /** The provider could not locate the customer and charges them without tax from then on; `detail` is its code. */
  'tax-stopped',
  /** The provider's subscription is on a price that no plan of the catalogue has, or of a product owned already. */
  'unknown-price',
  /** A paid period is on hold because the person's country is denied, which no review can change. */
  'country-denied',
  /** The customer's bank sent a refund back. */
  'refund-failed',
  /** A payment was refunded, in part or whole, and a plan change at the provider credited the same days. */
  'credit-and-refund',
  /** A plan of the catalogue has no matching price at the provider, so it is not sold; `payment` is its name. */
  'plan-not-sold',
  /** Paid or granted days ended early, without a credit; `detail` is their number and the plan. */
  'paid-days-lost',
  /** The provider charges for a quantity other than one; `detail` is the number. */
  'quantity',
  /** The provider also charges for something that the shop did not sell with the plan; `detail` is the number of items. */
  'other-items',
  /** The provider does not know the subscription, for example after the keys of another account were set. */
  'unknown-subscription',
] as const
/** The `detail` of a dispute that was lost while a part of its period's payments is left. */
export const disputeLost = 'lost'
export type PaymentIssueKind = (typeof paymentIssueKinds)[number]

/** Identifies an issue: its subscription, and the payment or the task that it is about. */
export type IssueKey = { subscriptionId: string | null; kind: PaymentIssueKind; payment: string | null }

export type NewIssue = IssueKey & {
  detail?: string
  /** The provider's id of the object concerned; the payment by default. */
  providerObject?: string | null
  /** What a retry does; absent where there is nothing to retry. */
  task?: BillingTask
}

/**
 * Kinds with a deadline that the vendor does not set: evidence for a dispute or an inquiry is due within days, and a
 * renewal that could not be stopped is charged on its day.
 */
export const urgentPaymentIssueKinds: readonly PaymentIssueKind[] = [
  'payment-disputed',
  'payment-inquiry',
  'task-refused',
]

/** An open issue; `notified` is whether administrators were emailed about it. */
export type NotifiableIssue = { kind: PaymentIssueKind; since: Date; notified: boolean }
/** The content of an email about a kind: the number of open and of new issues, and the date of the oldest. */
export type PaymentIssueNotice = { kind: PaymentIssueKind; open: number; fresh: number; since: Date }

/** Milliseconds between two emails about issues of one kind. */
const noticeInterval = 24 * 3_600_000

/**
 * The kinds to email administrators about now: those with new issues, unless they were emailed about the kind within a day.
 * The urgent ones come first, then those with the oldest issue.
 */
export function dueNotices(
  open: readonly NotifiableIssue[],
  lastSent: ReadonlyMap<PaymentIssueKind, Date>,
  now: Date,
): PaymentIssueNotice[] {
  const isUrgent = ({ kind }: PaymentIssueNotice) => (urgentPaymentIssueKinds.includes(kind) ? 0 : 1)
  return paymentIssueKinds
    .flatMap((kind) => {
      const issues = open.filter((issue) => issue.kind === kind)
      const fresh = issues.filter(({ notified }) => !notified).length
      const last = lastSent.get(kind)
      if (fresh === 0 || (last && now.getTime() - last.getTime() < noticeInterval)) return []
      const since = new Date(Math.min(...issues.map((issue) => issue.since.getTime())))
      return [{ kind, open: issues.length, fresh, since }]
    })
    .toSorted((one, other) => isUrgent(one) - isUrgent(other) || one.since.getTime() - other.since.getTime())
}
