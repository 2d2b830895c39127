import type { ErrorCode } from '../../contract/errors.ts'
import type { FieldMessages } from '../../domain/registration/field-faults.ts'
import { priceText } from '../../domain/catalogue/plan.ts'
import { locale } from './locale.ts'

/** Messages below a field. The first seven are the specification's exact strings. */
export const fieldMessages = {
  email: 'Email address is not valid',
  invalidCharacters: 'Contains invalid characters',
  phone: 'This phone number is not valid',
  tooLong: (length: number) => `Length should be less than ${length} characters`,
  required: 'This field is required',
  invalidValue: 'Invalid value',
  invalidInput: 'The input is invalid',
  date: 'This is not a date',
  notMidnight: 'The end date must be a whole day, at midnight UTC',
  datePast: 'The date cannot be earlier than today',
  dateFar: 'The date cannot be more than ten years ahead',
  amountPositive: 'The amount must be more than zero',
  amountTooMuch: ({ amount, currency }: { amount: number; currency: string }) =>
    `The amount cannot be more than ${priceText(amount, currency, locale)}`,
  amountDecimals: (digits: number) =>
    digits === 0 ? 'This currency has no decimals' : `The amount can have at most ${digits} decimals`,
} satisfies FieldMessages

/** Why a person's move is refused. */
export const refusals = {
  TRIAL_EXISTS: 'You already have a trial',
  TRIAL_EXPIRED: 'Your trial has expired',
  PERSON_REFUSED: 'Your account has not been approved.',
  FORGOTTEN: 'This person’s data has been erased.',
  NO_SUBSCRIPTION: 'This subscription does not exist.',
  CANCEL_NOT_ACTIVE: 'Only an active subscription can be cancelled.',
  UNDO_NOT_CANCELLED: 'Only a cancelled subscription can be restored.',
  EXTEND_NOT_OPEN: 'Only an active or expired subscription can get a new end date.',
  END_DATE_PAST: 'The new end date cannot be earlier than today.',
  PAID_SHORTENED: 'A paid subscription cannot be shortened.',
  NOT_CLEARED: 'The subscriber is not cleared.',
  PAID_BACK: 'The payment for this subscription has been refunded.',
  OTHER_LIVE: 'The subscriber already has another subscription of this kind.',
  NEVER_RENEWS: 'A trial does not renew.',
  NOT_RUNNING: 'This subscription is not running.',
  RENEWAL_ALREADY_STOPPED: 'Renewal is already stopped.',
  RENEWAL_NOT_STOPPED: 'Renewal is not stopped.',
  PERIOD_OVER: 'The paid period is over. You can buy the subscription again.',
  PAYMENT_DISPUTED: 'A payment is disputed, so renewal cannot be resumed.',
}

/** The sentence of every error the server answers, by its code. */
export const errorMessages = {
  ...refusals,
  INVALID_INPUT: fieldMessages.invalidInput,
  SIGN_IN_NEEDED: 'Please sign in first.',
  CONFIRMATION_NEEDED: 'Confirm that it is you with your second factor, then try again.',
  FORBIDDEN: 'You do not have permission to do this.',
  FORGERY_TOKEN: 'This page has expired. Reload it and try again.',
  NOT_FOUND: 'This does not exist.',
  METHOD_NOT_ALLOWED: 'This URL does not accept this request method.',
  UNKNOWN_PLAN: 'This plan does not exist.',
  UNKNOWN_PRODUCT: 'This product does not exist.',
  TRIAL_TOKEN: 'This registration has expired. Please sign in or register again.',
  SUBSCRIPTION_EXISTS: 'You already have a subscription for this product.',
  ORDER_REPLACED: 'You started an order for another plan. Continue there, or try again here.',
  PAYMENTS_UNAVAILABLE: 'Payments are not available at the moment. Nothing was charged. Please try again shortly.',
  NOT_ENTITLED: 'You have no active subscription for this product.',
  LINK_EXPIRED: 'This download link has expired. Open your confirmation page to get a new one.',
  FILE_CHANGED: 'The file has changed. Start the download again.',
  NO_SUCH_PART: 'The requested range is outside the file. Start the download again.',
  NO_INSTALLER: 'The installer is not available at the moment. Please try again later.',
  NOTHING_TO_REVIEW: 'This person is not waiting for a decision.',
  REFUSED_ALREADY: 'This person has already been refused.',
  REVIEWED_MEANWHILE: 'Another administrator has already decided about this person. Reload the page.',
  FOUND_MEANWHILE: 'A new reason was found for this person. Reload the page and review it.',
  SETTLED_ALREADY: 'This payment issue has already been resolved.',
  NOT_RETRYABLE: 'There is nothing to retry for this payment issue.',
  REFUND_NOTHING_PAID: 'There is no payment to refund.',
  REFUND_DISPUTED: 'This payment is disputed, so it cannot be refunded. Answer the dispute at the billing provider.',
  REFUND_OWN: 'You cannot refund your own payment. Ask another administrator to do it.',
  MAIL_WAITS_ALREADY: 'This email is already being retried.',
  OWN_PERSON: 'You can only comment on your own account. Ask another administrator to do this.',
  FORGET_ONESELF: 'You cannot erase your own data here. Ask another administrator to do it.',
  SIGN_OUT_ONESELF: 'You cannot sign yourself out here. Use “Sign out everywhere” on your account page.',
  PROFILE_INCOMPLETE: 'Please fill in the missing fields.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  URL_TOO_LONG: 'The URL is too long.',
  WRONG_HOST: 'Unknown host.',
  UNSUPPORTED_TYPE: 'This content type is not supported.',
  TOO_MANY_REQUESTS: 'Too many requests. Please try again later.',
  EXPORTS_BUSY: 'Two exports are already running. Try again when one of them has finished.',
  UNAVAILABLE: 'The service is not available at the moment. Please try again shortly.',
  SCREENING_UNAVAILABLE: 'A required check is not available at the moment. Please try again shortly.',
  SIGN_IN_FAILED: 'Sign-in failed. Please try again.',
  UNEXPECTED: 'An unexpected error occurred.',
} satisfies Record<ErrorCode, string>
