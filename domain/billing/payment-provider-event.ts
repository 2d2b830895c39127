export type PaymentProviderEvent = {
  id: string
  type: string
  /** What it is about: a checkout, a subscription, a customer or a payment. Null for what concerns none of them. */
  about: { checkout: string } | { subscription: string } | { customer: string } | { payment: string } | null
}
