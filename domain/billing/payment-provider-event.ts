export type PaymentProviderEvent = {
  id: string
  type: string
  /** When the provider made it. */
  createdAt: Date
  /** What it is about: a checkout, a subscription, a customer or a payment. Null for what concerns none of them. */
  about: { checkout: string } | { subscription: string } | { customer: string } | { payment: string } | null
}
