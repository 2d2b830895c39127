import type { FieldMessages } from '../../../domain/registration/field-faults.ts'
import { priceText } from '../../../domain/catalogue/plan.ts'
import { fieldMessages } from './fields.ts'
import { locale } from '../locale.ts'

/** Messages below every field, including those that registrations and orders do not have. */
export const allFieldMessages = {
  ...fieldMessages,
  date: 'This is not a date',
  notMidnight: 'The end date must be a whole day, at midnight UTC',
  datePast: 'The date cannot be earlier than today',
  dateFar: 'The date cannot be more than ten years ahead',
  keyDateFar: 'A key can be valid for two years at most',
  startNotBeforeEnd: 'The start must be before the end, which is now if none is given',
  wrongPassword: 'The password is wrong',
  vatId: 'This is not a VAT ID of your country',
  pageAddress: 'Enter a path on this site, such as /imprint, or an https address',
  amountPositive: 'The amount must be more than zero',
  unknownInvoice: 'This subscription has no paid invoice with this number',
  earlierPeriod: 'A refund of an earlier period cannot end the subscription',
  amountTooMuch: ({ amount, currency }: { amount: number; currency: string }) =>
    `The amount cannot be more than ${priceText(amount, currency, locale)}`,
  amountDecimals: (digits: number) =>
    digits === 0 ? 'This currency has no decimal places' : `The amount can have at most ${digits} decimal places`,
} satisfies FieldMessages
