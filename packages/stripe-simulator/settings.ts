/** What a vendor sets in Stripe's dashboard, and the switches of the simulator's page. */
export type Settings = {
  /**
   * Days between a failed attempt and the next one: each is counted from the attempt before.
   * https://docs.stripe.com/billing/revenue-recovery/smart-retries
   */
  retryDays: number[]
  /** What happens to the subscription after the last failed attempt. */
  afterRetries: 'canceled' | 'unpaid' | 'past_due' | 'paused'
  /**
   * Whether a renewal's first failed payment pauses the subscription, and whether paying the invoice resumes one that a
   * failed payment has paused. https://docs.stripe.com/billing/revenue-recovery/smart-retries/pause-on-payment-failure
   */
  pauseAtFirstFailure: boolean
  resumeWhenPaid: boolean
  /** How long a renewal's invoice stays a draft. https://docs.stripe.com/invoicing/integration/workflow-transitions */
  draftSeconds: number
  /**
   * Whether an endpoint listens to `invoice.created`: a draft is then finalised only once the event was acknowledged,
   * or after 72 hours. https://docs.stripe.com/billing/subscriptions/webhooks and
   * https://docs.stripe.com/invoicing/integration/workflow-transitions
   */
  listensToDrafts: boolean
  /** Whether the customer portal's settings were saved; without them no portal session can be made. */
  portalSaved: boolean
  /** Whether the portal postpones a cheaper or shorter plan to the end of the period. */
  downgradeAtPeriodEnd: boolean
  /** Whether customers can pause in the portal. */
  portalPause: boolean
  /**
   * What happens to a trial when the customer changes plan in the portal; `end_trial` is Stripe's default.
   * https://docs.stripe.com/changelog/clover/2025-09-30/customer-portal-trial-behavior
   */
  trialUpdateBehavior: 'end_trial' | 'continue_trial'
  /** Whether the portal lets customers add a payment method. */
  portalUpdatesCards: boolean
  /** The account's tax behaviour for prices without their own. */
  taxBehavior: 'exclusive' | 'inclusive' | null
  /** Whether Stripe Tax can locate customers. */
  locationsRecognised: boolean
  /** Whether drafts can be finalised; if not, they stay drafts with an error. */
  finalisationFails: boolean
  /** Whether each request gets 503 and has no effect, except those to `/v1/sandbox/`. */
  unavailable: boolean
  /** The result of the next payment without the customer present; null for that of the card. Used once. */
  nextPayment: NextPayment | null
  /** Days until a bank debit settles or fails. */
  debitDays: number
  /**
   * Status of a subscription while its first payment, a bank debit, is processing. The documentation says `incomplete`
   * (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses); accounts have been seen with `active`
   * (https://github.com/laravel/cashier-stripe/issues/1689).
   */
  firstDebitPending: 'active' | 'incomplete'
  /**
   * Status after that debit was returned. The documentation does not state it: it may be collected again (`past_due`,
   * `active`), or the subscription has expired and its invoice is void (`incomplete_expired`).
   */
  firstDebitFailed: FirstDebitFailed
}

export const firstDebitsFailed = ['past_due', 'incomplete_expired', 'active'] as const
export type FirstDebitFailed = (typeof firstDebitsFailed)[number]

export const nextPayments = ['card_declined', 'stolen_card', 'requires_action', 'processing'] as const
export type NextPayment = (typeof nextPayments)[number]

/** The settings of a Stripe account whose owner has saved the portal's settings and chosen a schedule of retries. */
export const defaultSettings: Settings = {
  retryDays: [3, 5, 7],
  afterRetries: 'canceled',
  pauseAtFirstFailure: false,
  resumeWhenPaid: false,
  draftSeconds: 3_600,
  listensToDrafts: false,
  portalSaved: true,
  downgradeAtPeriodEnd: false,
  portalPause: false,
  trialUpdateBehavior: 'end_trial',
  portalUpdatesCards: true,
  taxBehavior: 'exclusive',
  locationsRecognised: true,
  finalisationFails: false,
  unavailable: false,
  nextPayment: null,
  debitDays: 5,
  firstDebitPending: 'active',
  firstDebitFailed: 'past_due',
}
