import type { priceIntervals } from '../../../domain/catalogue/interval.ts'
import type { PaymentCard } from '../../../domain/billing/payments/payment-card.ts'
import type { BillingSnapshot, Charging } from '../../../domain/billing/billing-snapshot.ts'
import type { PlanTerms } from '../../../domain/subscription/subscription.ts'
import type { Language } from '../../../domain/language.ts'
import type { PaymentProviderEvent } from '../../../domain/billing/payments/payment-provider-event.ts'
import type { BillingAddress, InvoiceDetail } from '../../../domain/registration/invoice-details.ts'

/**
 * The billing provider. A call that creates something takes a request key: a repetition with the same key creates
 * nothing more. Calls that set a state need none. Calls reject with an error that `faultOf` explains. Times are the
 * provider's own, amounts are in minor units.
 */
export type Payments = {
  /** Creates the prices that are missing or differ; for the sandbox, whose provider starts empty. */
  offerPrices(plans: readonly PlanTerms[], titleOf: (product: string) => string): Promise<void>
  /**
   * Returns why plans cannot be sold, by their names: no price has their amount, currency and interval. Rejects if the
   * provider is unavailable.
   */
  checkPrices(plans: readonly PlanTerms[]): Promise<ReadonlyMap<string, string>>
  /**
   * Returns the provider's price of each plan, by the plan's name; plans without a price are omitted. Waits for at most
   * 3 s.
   */
  readPrices(plans: readonly PlanTerms[]): Promise<ReadonlyMap<string, OfferedPrice>>
  /** Returns the person's customer if an earlier attempt, whose result is unknown, has created one. */
  createCustomer(key: string, person: Customer): Promise<{ customer: string }>
  /** Updates name, company, country and language; the address and the VAT id only if they are `changed`. */
  updateCustomer(customer: string, person: Customer, changed?: readonly InvoiceDetail[]): Promise<void>
  deleteCustomer(customer: string): Promise<void>
  /** Opens a page on which the customer pays for one plan; everything the provider reports of it contains `order`. */
  openCheckout(key: string, checkout: Checkout): Promise<{ session: string; address: string; expiresAt: Date }>
  readCheckout(session: string): Promise<CheckoutState>
  /** Closes an unpaid page. Does nothing to one that is paid or closed. */
  closeCheckout(session: string): Promise<void>
  /** Closes the customer's unpaid pages in other currencies, which prevent a page in this one. */
  closeOtherCurrencies(customer: string, currency: string): Promise<void>
  /**
   * Opens the customer's own page at the provider: card, receipts, renewal, change of plan. If a change of plan there
   * would cost the customer days, the page is for the card only, and leads back to `limited`.
   */
  openPortal(customer: string, pages: { returnTo: string; limited: string }): Promise<{ address: string }>
  /** Reads what the provider stores of a subscription, with the named payments and those of its periods. */
  readSubscription(subscription: string, payments?: readonly string[]): Promise<BillingSnapshot>
  /** Returns the card that pays for a subscription, and when it expires; null for other ways of paying. */
  readCard(subscription: string): Promise<Card | null>
  /** A customer's invoices, newest first. */
  readInvoices(customer: string): Promise<CustomerInvoice[]>
  /**
   * Charges again, bills nothing for now, or lets the subscription end. Returns the latest end of the unpaid periods it
   * voided, and of those still owed: with `owedAt`, an invoice that is not due then, or is being paid, is left.
   */
  setCharging(
    subscription: string,
    to: Charging,
    owedAt: Date | null,
  ): Promise<{ voided: Date | null; owed: Date | null }>
  /** Voids the unpaid periods of a subscription that must not be charged, as `setCharging` does. */
  voidUnpaid(subscription: string, owedAt: Date | null): Promise<{ voided: Date | null; owed: Date | null }>
  /**
   * Moves the next charge to this day, from which later ones are counted; nothing is charged for the time until then.
   */
  moveNextCharge(subscription: string, to: Date, now: Date): Promise<void>
  /**
   * Makes the payment method of a subscription its customer's default, which all their subscriptions without one of
   * their own are charged on, this one included from now on. Does nothing if it has none of its own.
   */
  setDefaultMethod(subscription: string): Promise<void>
  /**
   * Returns what a change of plan would charge immediately; nothing is stored. Null if the provider's subscription
   * cannot be changed.
   */
  previewPlanChange(change: ChangeOfPlan): Promise<PlanChangePreview | null>
  /** Changes the plan and charges for it immediately, or changes nothing. Rejects if neither is certain. */
  changePlan(change: ChangeOfPlan): Promise<PlanChangeOutcome>
  /** Ends the subscription now, permanently, and voids its open invoices. */
  endCharging(subscription: string): Promise<void>
  /**
   * Refunds a payment, whole or in part, and returns the provider's id of the refund. Does nothing if this request, or
   * all of the payment, was refunded before; `made` is whether this request was performed.
   */
  refund(key: string, refund: Refund): Promise<{ refund: string | null; made: boolean }>
  /** Returns where an administrator finds one of the provider's objects; null if it has no such page. */
  linkTo(object: string): string | null
  /** Checks a webhook's signature over its raw body. Null for what the provider did not send, or sent too long ago. */
  readEvent(body: Buffer, signature: string, now: Date): PaymentProviderEvent | null
  /** Interprets an error of these calls. */
  faultOf(error: unknown): BillingFault
}

/**
 * A price with a plan's name, and its differences from the plan. `amount` is in minor units, null if it is not per
 * unit.
 */
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

/** `sentence` is the provider's own, without personal data, or for an administrator why a plan is not sold. */
export type BillingFault = { kind: BillingFaultKind; sentence: string }

export type BillingFaultKind =
  /** A fault of the shop: nothing is known about the provider. */
  | 'own'
  | 'no-response'
  /** The provider responded that it cannot process the request now. */
  | 'unavailable'
  | 'unknown-customer'
  | 'unknown-object'
  /** No price can be charged for the plan of the call. */
  | 'plan-not-sold'
  /** The customer has a subscription in another currency, which the provider does not combine. */
  | 'other-currency'
  /** Any other permanent refusal. */
  | 'refused'

/** Whether the provider can be asked again later. */
export function isTemporary({ kind }: BillingFault): boolean {
  return kind === 'no-response' || kind === 'unavailable'
}

/** Whether the provider refused for good. A fault of the shop may be mended, so the same request can succeed later. */
export function isPermanent(fault: BillingFault): boolean {
  return fault.kind !== 'own' && !isTemporary(fault)
}

/** Whether the provider has no such object. */
export function isUnknown({ kind }: BillingFault): boolean {
  return kind === 'unknown-customer' || kind === 'unknown-object'
}

/**
 * Whether the provider responded: its response is stored under the request's key, so that the next attempt needs another
 * one.
 */
export function hasResponded({ kind }: BillingFault): boolean {
  return kind !== 'own' && kind !== 'no-response'
}

export type Customer = {
  subscriberId: string
  email: string
  name: string
  company: string
  /** A two-letter country, and a state if the country has them. */
  country: string
  state: string | null
  language: Language
  /** What the person entered here; null if nothing. An empty VAT id is one that they removed. */
  address: BillingAddress | null
  vatId: string | null
}

export type Card = PaymentCard & { expiresAt: Date }

/** `from` is the price at the last check, null if none was stored; its unused part is counted from `at`. */
export type ChangeOfPlan = { subscription: string; from: string | null; to: PlanTerms; at: Date }

/**
 * `dueNow` is the new plan, less the unused part, discounts and credit, plus tax and earlier debt, less what is charged
 * with the next invoice. If that is negative, `creditLeft` or a smaller debt remains.
 */
export type PlanChangePreview = {
  currency: string
  unused: number
  charge: number
  discount: number
  tax: number
  /** What the customer's credit pays of it, and the increase of the credit instead of a payment. */
  creditUsed: number
  creditLeft: number
  /** The customer's earlier debt, and an amount too small to be charged separately. */
  owed: number
  deferred: number
  dueNow: number
  periodEnd: Date
}

/** `sentence` is the reason, in the provider's own words if it refused. */
export type PlanChangeOutcome = { made: true } | { made: false; declined: boolean; sentence: string }

export type Refund = {
  /** Our own id, the same at every attempt. */
  request: string
  payment: string
  /** Its invoice, if known: the refund is then booked by a credit note. */
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
  /** The buyer has finished the page, which created a subscription at the provider. It may not be paid yet. */
  | { state: 'complete'; subscription: string }

export type CustomerInvoice = {
  /** The card that paid it; null if none did. */
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
