import type { priceIntervals } from '../../../domain/catalogue/interval.ts'
import type { PaymentCard } from '../../../domain/billing/payment-card.ts'
import type { BillingSnapshot, Charging } from '../../../domain/billing/billing-snapshot.ts'
import type { PlanTerms } from '../../../domain/subscription/subscription.ts'
import type { Language } from '../../../domain/language.ts'
import type { PaymentProviderEvent } from '../../../domain/billing/payment-provider-event.ts'
import type { BillingAddress, InvoiceDetail } from '../../../domain/registration/invoice-details.ts'

/**
 * The billing provider. A call that creates something takes a request key: the same key again creates it once. Calls that
 * set a state need none. Calls reject with an error that `faultOf` explains. Moments are the provider's own, amounts are
 * in minor units.
 */
export type Payments = {
  /** Makes the prices that are missing or differ; for the sandbox, whose provider starts empty. */
  offerPrices(plans: readonly PlanTerms[], titleOf: (product: string) => string): Promise<void>
  /** Why plans cannot be sold, by their names: no price has their amount, currency and interval. Rejects if the provider cannot be asked. */
  checkPrices(plans: readonly PlanTerms[]): Promise<ReadonlyMap<string, string>>
  /** What the provider has for each plan, by the plan's name; plans without a price are left out. Waits for 3 s at the most. */
  readPrices(plans: readonly PlanTerms[]): Promise<ReadonlyMap<string, OfferedPrice>>
  createCustomer(key: string, person: Customer): Promise<{ customer: string }>
  /** Makes name, company, country and language what they are here; the address and the VAT id only where they are `changed`. */
  updateCustomer(customer: string, person: Customer, changed?: readonly InvoiceDetail[]): Promise<void>
  deleteCustomer(customer: string): Promise<void>
  /** A page on which the customer pays for one plan; `order` comes back with everything the provider reports of it. */
  openCheckout(key: string, checkout: Checkout): Promise<{ session: string; address: string; expiresAt: Date }>
  readCheckout(session: string): Promise<CheckoutState>
  /** Closes an unpaid page. Does nothing to one that is paid or closed. */
  closeCheckout(session: string): Promise<void>
  /**
   * The customer's own page at the provider: card, receipts, renewal, change of plan. Where a change of plan there would cost
   * the customer days, the page is for the card alone, and leads back to `limited`.
   */
  openPortal(customer: string, pages: { returnTo: string; limited: string }): Promise<{ address: string }>
  /** What the provider holds of a subscription, read afresh; with the payments named, and those its periods rest on. */
  readSubscription(subscription: string, payments?: readonly string[]): Promise<BillingSnapshot>
  /** The card that pays for a subscription, and the first moment it no longer does; null for other ways of paying. */
  readCard(subscription: string): Promise<Card | null>
  /** A customer's invoices, newest first. */
  readInvoices(customer: string): Promise<CustomerInvoice[]>
  /**
   * Charges again, bills nothing for now, or lets the subscription end. Answers the latest end of the unpaid periods it
   * voided, and of those still owed: an invoice that is not due at `owedAt`, or is being paid, is left where that is given.
   */
  setCharging(
    subscription: string,
    to: Charging,
    owedAt: Date | null,
  ): Promise<{ voided: Date | null; owed: Date | null }>
  /** Voids the unpaid periods of a subscription that is not to be charged, as `setCharging` does. */
  voidUnpaid(subscription: string, owedAt: Date | null): Promise<{ voided: Date | null; owed: Date | null }>
  /** The next charge falls on this day, and later ones are counted from it; nothing is charged for the time until then. */
  moveNextCharge(subscription: string, to: Date, now: Date): Promise<void>
  /**
   * What a change of plan would charge immediately; nothing is stored. Null where the provider holds the subscription in a
   * way in which it cannot be changed.
   */
  previewPlanChange(change: ChangeOfPlan): Promise<PlanChangePreview | null>
  /** Changes the plan and charges for it immediately, or changes nothing. Rejects where neither is certain. */
  changePlan(change: ChangeOfPlan): Promise<PlanChangeOutcome>
  /** Ends the subscription now, for good, and voids what is still open of it. */
  endCharging(subscription: string): Promise<void>
  /**
   * Refunds a payment, whole or in part, and returns the provider's id of the refund. Does nothing if this request, or all
   * of the payment, was refunded before; `made` is whether this request was.
   */
  refund(key: string, refund: Refund): Promise<{ refund: string | null; made: boolean }>
  /** Where an administrator finds one of the provider's objects; null where it has no such page. */
  linkTo(object: string): string | null
  /** Checks a webhook's signature over its raw body. Null for what the provider did not send, or sent too long ago. */
  readEvent(body: Buffer, signature: string, now: Date): PaymentProviderEvent | null
  /** What an error of these calls means for the one who made it. */
  faultOf(error: unknown): BillingFault
  isTemporary(error: unknown): boolean
  isUnknownCustomer(error: unknown): boolean
  /** True if the billing provider has no such object. */
  isUnknown(error: unknown): boolean
  /** Why the plan of a call cannot be sold, for administrators; null for any other error. */
  notSold(error: unknown): string | null
  /** Whether the customer has a subscription in another currency, which the provider does not combine. */
  isOtherCurrency(error: unknown): boolean
}

/** A price that bears a plan's name, and how it is other than the plan. `amount` is in minor units, null for none per unit. */
export type OfferedPrice = {
  differences: PriceDifference[]
  price: {
    id: string
    active: boolean
    amount: number | null
    currency: string
    interval: (typeof priceIntervals)[number] | null
    intervalCount: number | null
  }
}

export type PriceDifference = 'inactive' | 'amount' | 'interval' | 'metered' | 'tiered' | 'taxInclusive'

export type BillingFault = {
  /** Trying again later can help. */
  temporary: boolean
  /** The provider answered: its answer is kept under the request's key, so that the next try needs another one. */
  answered: boolean
  /** Its own sentence, without anything personal. */
  sentence: string
}

export type Customer = {
  subscriberId: string
  email: string
  name: string
  company: string
  /** Two-letter country, and a state where the country has them. */
  country: string
  state: string | null
  language: Language
  /** What the person gave here; null where nothing. An empty VAT id is one that they removed. */
  address: BillingAddress | null
  vatId: string | null
}

export type Card = PaymentCard & { expiresAt: Date }

/**
 * `from` is the price it was on when it was read last, null where none was kept; what is unused of that one is counted from
 * `at`.
 */
export type ChangeOfPlan = { subscription: string; from: string | null; to: PlanTerms; at: Date }

/**
 * `dueNow` is the new plan, less what is unused, discounts and credit, plus tax and what was owed before, less what is charged
 * with the next invoice. Where that is less than nothing, `creditLeft` or a smaller debt remains.
 */
export type PlanChangePreview = {
  currency: string
  unused: number
  charge: number
  discount: number
  tax: number
  /** What the customer's credit pays of it, and what it is increased by instead of a payment. */
  creditUsed: number
  creditLeft: number
  /** What the customer owed before, and what is too little to be charged by itself. */
  owed: number
  deferred: number
  dueNow: number
  periodEnd: Date
}

/** `sentence` is the reason, in the provider's own words if it refused. */
export type PlanChangeOutcome = { made: true } | { made: false; declined: boolean; sentence: string }

export type Refund = {
  /** Ours, the same at every try. */
  request: string
  payment: string
  /** The invoice it belongs to, where it is known: the refund is then booked by a credit note. */
  invoice: string | null
  /** Null for all that is left. */
  amount: number | null
  comment: string | null
}

export type Checkout = {
  order: string
  customer: string
  plan: PlanTerms
  successUrl: string
  cancelUrl: string
  language: Language
}

export type CheckoutState =
  | { state: 'open' | 'closed' }
  /** The buyer is through with the page, with the provider's subscription that came of it. It need not be paid yet. */
  | { state: 'complete'; subscription: string }

export type CustomerInvoice = {
  /** The card that paid it; null where none did. */
  card: PaymentCard | null
  number: string | null
  date: Date
  periodStart: Date | null
  periodEnd: Date | null
  total: number
  tax: number
  refunded: number
  currency: string
  state: string
  url: string | null
  pdfUrl: string | null
}
