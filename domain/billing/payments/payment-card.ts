/** The card that paid, as people recognise it; `brand` is the billing provider's word for it. */
export type PaymentCard = { brand: string; lastDigits: string }

/** The names of the brands in docs.stripe.com/api/charges/object, `payment_method_details.card.brand`. */
const names = new Map([
  ['amex', 'American Express'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['diners', 'Diners Club'],
  ['discover', 'Discover'],
  ['eftpos_au', 'eftpos'],
  ['jcb', 'JCB'],
  ['mastercard', 'Mastercard'],
  ['unionpay', 'UnionPay'],
  ['visa', 'Visa'],
])

/** Returns the name of a card's brand; null for an unknown one. */
export function cardBrandName({ brand }: Pick<PaymentCard, 'brand'>): string | null {
  return names.get(brand) ?? null
}
