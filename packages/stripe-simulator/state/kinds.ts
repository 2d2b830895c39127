import type Stripe from 'stripe'
import type { Settings } from '../settings.ts'

type AnyObject = { id: string; object: string }

/** One of Stripe's objects in an unexpanded response: a field that can be an object or its id is the id. */
type Wire<T, Own> = Omit<{ [K in keyof T]: string extends T[K] ? Exclude<T[K], AnyObject> : T[K] }, keyof Own> & Own

export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }
export type Recurring = Stripe.Price.Recurring & { interval: 'day' | 'week' | 'month' | 'year' }
export type Address = Stripe.Address
export type SubscriptionStatus =
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'trialing'
  | 'incomplete'
  | 'incomplete_expired'
  | 'paused'
export type CollectionMethod = 'charge_automatically' | 'send_invoice'
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'

// The samples still contain some fields that the newest types have dropped.
export type Product = Wire<Stripe.Product, { default_price: string | null }>
export type Price = Wire<
  Stripe.Price,
  { unit_amount: number; unit_amount_decimal: string; recurring: Recurring | null }
>
type Plan = Wire<Stripe.Plan, { amount_decimal: string }>
export type Customer = Wire<
  Stripe.Customer,
  {
    address: Address | null
    email: string | null
    name: string | null
    discount: Discount | null
    invoice_prefix: string
    next_invoice_sequence: number
    invoice_settings: Omit<Stripe.Customer.InvoiceSettings, 'default_payment_method'> & {
      default_payment_method: string | null
    }
  }
>
export type SubscriptionItem = Wire<Stripe.SubscriptionItem, { price: Price; plan: Plan; quantity: number }>
export type Subscription = Wire<
  Stripe.Subscription,
  {
    items: List<SubscriptionItem>
    status: SubscriptionStatus
    customer: string
    latest_invoice: string | null
    discounts: string[]
    schedule: string | null
    collection_method: CollectionMethod
    status_details?: Stripe.Subscription.StatusDetails | undefined
  }
>
export type InvoiceLine = Wire<
  Stripe.InvoiceLineItem,
  {
    quantity: number
    quantity_decimal: string | null
    discount_amounts: DiscountAmount[]
    pricing: {
      type: 'price_details'
      unit_amount_decimal: string
      price_details: { price: string; product: string }
    }
  }
>
export type Invoice = Wire<
  Stripe.Invoice,
  {
    lines: List<InvoiceLine>
    status: InvoiceStatus
    customer: string
    collection_method: CollectionMethod
    discounts: string[]
    subscription: null
    number: string | null
    hosted_invoice_url: string | null
    status_details?: Stripe.Invoice.StatusDetails | undefined
    parent: {
      type: 'subscription_details'
      quote_details: null
      subscription_details: { metadata: Stripe.Metadata; subscription: string }
    }
  }
>
export type InvoicePayment = Wire<
  Stripe.InvoicePayment,
  { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } }
>
export type PaymentIntent = Wire<Stripe.PaymentIntent, { customer: string; latest_charge: string | null }>
export type Charge = Wire<Stripe.Charge, { customer: string; payment_intent: string; refunds: List<Refund> }>
export type Refund = Wire<Stripe.Refund, { charge: string; payment_intent: string }>
export type PaymentMethod = Wire<
  Stripe.PaymentMethod,
  { card?: Stripe.PaymentMethod.Card; sepa_debit?: Stripe.PaymentMethod.SepaDebit; type: 'card' | 'sepa_debit' }
>
export type Session = Wire<
  Stripe.Checkout.Session,
  { status: 'open' | 'complete' | 'expired'; currency: string; success_url: string | null; url: string | null }
>
export type LineItem = Wire<Stripe.LineItem, { price: Price; quantity: number }>
export type PortalSession = Wire<Stripe.BillingPortal.Session, { customer: string; configuration: string }>
export type Coupon = Stripe.Coupon
export type PromotionCode = Wire<
  Stripe.PromotionCode,
  { customer: string | null; promotion: { coupon: string; type: 'coupon' } }
>
export type Discount = Wire<
  Stripe.Discount,
  {
    customer: string | null
    promotion_code: string | null
    source: { coupon: string; type: 'coupon' }
  }
>
export type DiscountAmount = { amount: number; discount: string }
export type CreditNote = Wire<Stripe.CreditNote, { customer: string; invoice: string }>
export type Dispute = Wire<Stripe.Dispute, { charge: string; payment_intent: string }>
export type TaxId = Wire<
  Stripe.TaxId,
  { customer: string; owner: { type: 'customer'; customer: string; customer_account: null } }
>
type SchedulePhase = Omit<Stripe.SubscriptionSchedule.Phase, 'items'> & {
  items: { price: string; quantity: number; discounts: []; metadata: Stripe.Metadata; tax_rates: [] }[]
}
export type Schedule = Wire<
  Stripe.SubscriptionSchedule,
  {
    customer: string
    subscription: string | null
    phases: SchedulePhase[]
    status: 'active' | 'canceled' | 'completed' | 'not_started' | 'released'
  }
>
export type Event = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: unknown; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** The behaviour of a card or bank account when it is charged; the number itself is never stored. */
export type CardRule =
  | 'pays'
  | 'pays once'
  | 'disputed'
  /** The bank asks about the payment, without disputing it. */
  | 'questioned'
  /** Requires 3-D Secure at every payment. */
  | 'authenticates'
  /** Requires it once, when the card is stored. */
  | 'authenticates once'
  | 'settles'
  | 'settles soon'
  | 'bounces'
  | 'bounces soon'
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'processing_error'

export type TestClock = Wire<Stripe.TestHelpers.TestClock, { status: 'ready' | 'advancing' }>

/** The requested values of a session's subscription before it exists. */
export type Order = {
  id: string
  items: LineItem[]
  metadata: Stripe.Metadata
  description: string | null
  trialDays: number
  /** Coupons of a session or from a buyer's promotion code. */
  discounts: { coupon: string; promotion: string | null }[]
}

/** Everything the simulator stores, by kind and id. Those from order on are internal and never shown. */
export type Kinds = {
  product: Product
  price: Price
  customer: Customer
  payment_method: PaymentMethod
  session: Session
  subscription: Subscription
  invoice: Invoice
  invoice_payment: InvoicePayment
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  portal_session: PortalSession
  event: Event
  coupon: Coupon
  test_clock: TestClock
  promotion_code: PromotionCode
  discount: Discount
  credit_note: CreditNote
  dispute: Dispute
  tax_id: TaxId
  schedule: Schedule
  order: Order
  /** Lines for a subscription's next invoice, by its id. */
  pending: { id: string; lines: InvoiceLine[] }
  card: { id: string; rule: CardRule }
  /** A deleted customer, by its id. */
  gone: { id: string }
  delivery: { id: string; attempts: number; due: number }
  /**
   * Future events other than the objects' own dates: a bank debit is collected or returned, an invoice becomes overdue.
   */
  coming: { id: string; at: number } & (
    | { what: 'overdue'; invoice: string }
    | { what: 'debit'; intent: string; settles: boolean }
  )
  /** The settings on the simulator's page; one row. */
  setting: { id: 'settings' } & Partial<Settings>
  idempotent: { id: string; request: string; status: number; body: unknown; at: number }
}
export type Kind = keyof Kinds
