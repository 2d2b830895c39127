export type PaymentProviderEvent = {
  id: string
  type: string
  /** When the provider created it. */
  createdAt: Date
  /** The object concerned: a checkout, a subscription, a customer or a payment. Null for any other. */
  about: { checkout: string } | { subscription: string } | { customer: string } | { payment: string } | null
}
