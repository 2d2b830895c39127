export type BillingReference = { kind: 'invoice-number' | 'provider-id'; value: string }

const providerId = /^(?:cus|sub|in|pi|ch|py|re|pyr|du|dp|cn)_\w{4,}$/u
const invoiceNumber = /^[\dA-Z]+(?:-[\dA-Z]+)*-\d{4,}$/iu

/** Returns the payment reference in a search, the number of an invoice or an id at the billing provider; else null. */
export function billingReference(search: string): BillingReference | null {
  const text = search.trim()
  if (providerId.test(text)) return { kind: 'provider-id', value: text }
  return invoiceNumber.test(text) ? { kind: 'invoice-number', value: text.toUpperCase() } : null
}
