import type { PlanTerms } from '../../../core/subscription.ts'

/**
 * The payment provider. Every call that does something takes a key: the same key again does it once. Calls reject with an
 * error for which `isTemporary` tells whether trying again can help. Moments are the provider's own.
 */
export type Payments = {
  /** Makes the prices that are missing or differ; for the sandbox, whose provider starts empty. */
  offerPrices(plans: readonly PlanTerms[], titleOf: (product: string) => string): Promise<void>
  /** Checks that every plan has a price of its amount, currency and interval; rejects with a sentence that names those that differ. */
  checkPrices(plans: readonly PlanTerms[]): Promise<void>

  createCustomer(
    key: string,
    person: { email: string; name: string; subscriberId: string },
  ): Promise<{ customer: string }>
  deleteCustomer(key: string, customer: string): Promise<void>

  /** A page on which the customer pays for one plan; `order` comes back with everything the provider tells of it. */
  openCheckout(key: string, checkout: Checkout): Promise<{ session: string; address: string; expiresAt: Date }>
  readCheckout(session: string): Promise<CheckoutState>
  /** Closes a page nobody has paid on. Does nothing to one that is paid or closed. */
  closeCheckout(key: string, session: string): Promise<void>

  /** The customer's own page at the provider: card, receipts, renewal, change of plan. */
  openPortal(customer: string, returnTo: string): Promise<{ address: string }>

  /** What the provider knows of a subscription, fetched afresh. */
  readSubscription(subscription: string): Promise<ProviderSubscription>

  /** The card that pays for a subscription, and the first moment it no longer does; null for other ways of paying. */
  readCard(subscription: string): Promise<{ lastDigits: string; expiresAt: Date } | null>

  setCharging(key: string, subscription: string, to: 'on' | 'paused' | 'off'): Promise<void>
  /** The next charge falls on this day, and later ones are counted from it; nothing is charged for the time until then. */
  moveNextCharge(key: string, subscription: string, to: Date, now: Date): Promise<void>
  endCharging(key: string, subscription: string): Promise<void>
  /** Pays back a payment in full. Does nothing where it was paid back before. */
  refund(key: string, payment: string): Promise<void>

  /** Checks a webhook's signature over its raw body. Null for what the provider did not send, or sent too long ago. */
  readEvent(body: Buffer, signature: string, now: Date): ProviderEvent | null

  isTemporary(error: unknown): boolean
  /** Whether what was asked about does not exist over there. */
  isUnknown(error: unknown): boolean
  explain(error: unknown): PaymentFailure
}

/** Why a call failed, fit to be shown to administrators. */
export type PaymentFailure = {
  /** The provider's answer came, and the same key may bring it again; false where the answer was lost. */
  answered: boolean
  /** A code. */
  reason: string
  /** What the provider said; null where it said nothing. */
  answer: string | null
}

export type Checkout = { order: string; customer: string; plan: PlanTerms; successUrl: string; cancelUrl: string }

export type CheckoutState =
  | { state: 'open' | 'closed' }
  /** Paid, with the provider's subscription that came of it. */
  | { state: 'paid'; subscription: string }

/** One payment of a period: its id is what a refund takes. */
export type PaidPeriod = { payment: string; paidAt: Date; periodEnd: Date; plan: string | null; refunded: boolean }

export type ProviderSubscription = {
  id: string
  customer: string
  /** The order it began with; null for one that is not ours. */
  order: string | null
  charging: 'on' | 'paused' | 'off'
  /** When the period that runs ends, paid for or not. */
  periodEnd: Date
  /** When it ended for good; null while it has not. */
  endedAt: Date | null
  /** The plan it is on, by the name its price goes by; null for a price that is no plan. */
  plan: string | null
  /** Periods paid for, oldest first. */
  paid: readonly PaidPeriod[]
  /** The first period after those paid for whose payment failed and is still open, and how often it has been tried. */
  /** A renewal is being collected: its invoice stands, and nothing has come of it yet. */
  collecting: boolean
  failed: { due: Date; periodEnd: Date; attempts: number } | null
}

export type ProviderEvent = {
  id: string
  type: string
  /** What it is about: a checkout, or a subscription. Null for what concerns neither. */
  about: { checkout: string } | { subscription: string } | { customer: string } | { payment: string } | null
}
