import { createHash } from 'node:crypto'
import { emit, newId, type Transaction } from '../state/transaction.ts'
import type { Address, CardRule, PaymentMethod } from '../state/kinds.ts'

type TestCard = {
  brand: 'visa' | 'mastercard' | 'amex'
  type: PaymentMethod['type']
  rule: CardRule
  attaches: boolean
  /** The card's behaviour, for people who choose one. */
  does: string
}

const visa = (rule: CardRule, attaches: boolean, does: string): TestCard => ({
  brand: 'visa',
  type: 'card',
  rule,
  attaches,
  does,
})
const debit = (rule: CardRule, does: string): TestCard => ({ ...visa(rule, true, does), type: 'sepa_debit' })

/**
 * Stripe's test cards and test IBANs. Other numbers might be real, so they are refused unread.
 * https://docs.stripe.com/testing and https://docs.stripe.com/payments/sepa-debit/accept-a-payment
 */
export const known: Readonly<Record<string, TestCard>> = {
  '4242424242424242': visa('pays', true, 'pays'),
  '4000056655665556': visa('pays', true, 'pays (debit card)'),
  '5555555555554444': { ...visa('pays', true, 'pays (Mastercard)'), brand: 'mastercard' },
  '378282246310005': { ...visa('pays', true, 'pays (American Express, four digits)'), brand: 'amex' },
  '4000000000000002': visa('card_declined', false, 'is declined'),
  '4000000000009995': visa('insufficient_funds', false, 'has insufficient funds'),
  '4000000000000069': visa('expired_card', false, 'has expired'),
  '4000000000000119': visa('processing_error', false, 'fails at the bank'),
  '4000000000000341': visa('pays once', true, 'pays first, fails at renewal'),
  '4000000000000259': visa('disputed', true, 'pays, and the payment is disputed'),
  '4000000000001976': visa('questioned', true, 'pays, and the bank inquires about the payment'),
  '4000002500003155': visa('authenticates once', true, 'asks for 3-D Secure once, then pays'),
  '4000002760003184': visa('authenticates', true, 'asks for 3-D Secure at every payment, renewals too'),
  AT611904300234573201: debit('settles', 'bank debit: processing, paid days later'),
  AT321904300235473204: debit('settles soon', 'bank debit: processing, paid three minutes later'),
  AT861904300235473202: debit('bounces', 'bank debit: processing, fails days later'),
  AT051904300235473205: debit('bounces soon', 'bank debit: processing, fails three minutes later'),
}

/** The names of some of them in Stripe's documentation. */
export const namedCards: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_createDispute: '4000000000000259',
}

export type CardInput = { number: string; expiry: string; cvc: string }
export type Card = TestCard & { number: string; expMonth: number; expYear: number }
export type CardFaults = Partial<Record<keyof CardInput, string>>

/** Checks the input against the clock (seconds). Returns the card, or a sentence for each faulty field. */
export function readCard(typed: CardInput, at: number): { card: Card } | { faults: CardFaults } {
  const number = typed.number.replaceAll(/[\s-]/g, '')
  const faults: CardFaults = {}
  const card = known[number.toUpperCase()]
  // An IBAN has neither expiry nor security code.
  if (card?.type === 'sepa_debit') return { card: { ...card, number, expMonth: 12, expYear: 9999 } }
  if (number === '') faults.number = 'Enter your card number.'
  else if (!/^\d{12,19}$/.test(number)) faults.number = 'Your card number is incomplete.'
  else if (!luhn(number)) faults.number = 'Your card number is invalid.'
  else if (!card) faults.number = 'This is a sandbox: use a test card, such as 4242 4242 4242 4242.'
  const expiry = /^(\d{1,2}) ?[/-]? ?(\d{2}|\d{4})$/.exec(typed.expiry.trim().replaceAll(/\s+/g, ' '))
  const expMonth = Number(expiry?.[1])
  const expYear = Number(expiry?.[2]) + (expiry?.[2]?.length === 2 ? 2000 : 0)
  if (typed.expiry.trim() === '') faults.expiry = 'Enter the expiry date.'
  else if (!expiry || expMonth < 1 || expMonth > 12) faults.expiry = 'Enter the expiry date as MM / YY.'
  else if (isPast(expMonth, expYear, at)) faults.expiry = 'Your card’s expiry date is in the past.'
  else if (expYear > new Date(at * 1000).getUTCFullYear() + 50) faults.expiry = 'Your card’s expiry year is invalid.'
  const digits = card?.brand === 'amex' ? 4 : 3
  if (typed.cvc.trim() === '') faults.cvc = 'Enter the security code.'
  else if (!/^\d{3,4}$/.test(typed.cvc.trim()) || (card && typed.cvc.trim().length !== digits))
    faults.cvc = `The security code has ${card ? digits : '3 or 4'} digits.`
  return card && Object.keys(faults).length === 0 ? { card: { ...card, number, expMonth, expYear } } : { faults }
}

/** A card is valid through the last day of its month. */
export function isPast(month: number, year: number, at: number): boolean {
  return at >= Date.UTC(year, month, 1) / 1000
}

/** Returns a card by its name in Stripe's documentation, valid for years. */
export function namedCard(name: string, at: number): Card | undefined {
  const number = namedCards[name] ?? ''
  const card = known[number]
  return card && { ...card, number, expMonth: 12, expYear: new Date(at * 1000).getUTCFullYear() + 3 }
}

type Holder = { customer: string | null; name: string | null; email: string | null; address: Address | null }

/** Stores the card as a payment method: brand, last four digits and its behaviour, never the number. */
export function keepCard(tx: Transaction, card: Card, { customer, name, email, address }: Holder): PaymentMethod {
  const method: PaymentMethod = {
    id: newId('pm_1', 23),
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: { address: address ?? emptyAddress, email, name, phone: null, tax_id: null },
    ...detailsOf(card),
    created: tx.at,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: card.type,
  }
  tx.put('payment_method', method)
  tx.put('card', { id: method.id, rule: card.rule })
  if (customer !== null) emit(tx, 'payment_method.attached', method)
  return method
}

function detailsOf(card: Card): Pick<PaymentMethod, 'card' | 'sepa_debit'> {
  const fingerprint = createHash('sha256').update(card.number).digest('base64url').slice(0, 16)
  const last4 = card.number.slice(-4)
  if (card.type === 'sepa_debit')
    return {
      sepa_debit: {
        bank_code: card.number.slice(4, 9),
        branch_code: null,
        country: card.number.slice(0, 2).toUpperCase(),
        fingerprint,
        generated_from: null,
        last4,
      },
    }
  return {
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
}

/** Returns the usual name of a card or bank account: Visa ending in 4242. */
export function methodName({ card, sepa_debit: debit }: PaymentMethod): string {
  const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }
  return card ? `${brands[card.brand] ?? card.brand} ending in ${card.last4}` : `Bank account ending in ${debit?.last4}`
}

export const emptyAddress: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

function luhn(number: string): boolean {
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
