import type { Stripe } from 'stripe'
import type { Language } from '../../../../domain/language.ts'

type Locale = Stripe.Checkout.SessionCreateParams.Locale

/** docs.stripe.com/js/appendix/supported_locales, without the variants of countries. */
const known: readonly Locale[] = [
  ...(['bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fil', 'fr', 'hr', 'hu', 'id', 'it', 'ja', 'ko'] as const),
  ...(['lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh'] as const),
]

/** The language of Stripe's page: Stripe rejects one that it does not have, so the browser's is used instead. */
export const checkoutLocale = (language: Language): Locale => known.find((one) => one === language) ?? 'auto'

/** The language of Stripe's emails and invoices: English for one that Stripe does not have. */
export const customerLocale = (language: Language): Locale => known.find((one) => one === language) ?? 'en'
