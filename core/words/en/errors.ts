import type { ErrorCode } from '../../errors.ts'
import type { FieldMessages } from '../../field-faults.ts'
import { priceText } from '../../plan.ts'
import { locale } from './locale.ts'

/** What stands under a field. The specification's words, to the letter. */
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
  FORGOTTEN: 'This person has been forgotten.',
  NO_SUBSCRIPTION: 'There is no such subscription.',
  CANCEL_NOT_ACTIVE: 'Only an active subscription can be cancelled.',
  UNDO_NOT_CANCELLED: 'Only a cancelled subscription can be restored.',
  EXTEND_NOT_OPEN: 'Only an active or expired subscription can get a new end date.',
  END_DATE_PAST: 'The new end date cannot be earlier than today.',
  PAID_SHORTENED: 'A paid subscription cannot be shortened.',
  NOT_CLEARED: 'The subscriber is not cleared.',
  PAID_BACK: 'Its payment has been paid back.',
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
  FORBIDDEN: 'You do not have permission to do this.',
  FORGERY_TOKEN: 'This page has become stale. Please reload it and try again.',
  NOT_FOUND: 'This does not exist.',
  METHOD_NOT_ALLOWED: 'This address does not take this kind of request.',
  UNKNOWN_PLAN: 'This plan does not exist.',
  UNKNOWN_PRODUCT: 'This product does not exist.',
  TRIAL_TOKEN: 'This registration is no longer open. Please sign in or register again.',
  SUBSCRIPTION_EXISTS: 'You already have a subscription for this product.',
  ORDER_REPLACED: 'You have chosen another plan meanwhile. Please go on there, or try again here.',
  PAYMENTS_UNAVAILABLE: 'Payments are not available at the moment. Nothing was charged. Please try again shortly.',
  NOT_ENTITLED: 'You have no active subscription for this product.',
  LINK_EXPIRED: 'This download link is no longer good. Please open your confirmation page for a new one.',
  FILE_CHANGED: 'The file has changed. Please begin the download again.',
  NO_SUCH_PART: 'The file has no such part.',
  NO_INSTALLER: 'The installer is not available at the moment. Please try again later.',
  NOTHING_TO_REVIEW: 'There is nothing to decide about this person.',
  REFUSED_ALREADY: 'This person has been refused already.',
  REVIEWED_MEANWHILE: 'Somebody else has decided about this person meanwhile.',
  FOUND_MEANWHILE: 'Something new has been found about this person meanwhile. Please look again.',
  SETTLED_ALREADY: 'This payment issue is resolved already.',
  CORRECTION_WAITS: 'Your account is waiting for approval. Write to us to correct your details.',
  NOT_RETRYABLE: 'There is nothing to retry for this payment issue.',
  REFUND_NOTHING_PAID: 'There is no payment that could be refunded.',
  REFUND_DISPUTED: 'This payment is disputed, so it cannot be refunded. Answer the dispute at the billing provider.',
  REFUND_OWN: 'You cannot refund your own payment. Ask another administrator to do it.',
  MAIL_WAITS_ALREADY: 'This mail is being tried again already.',
  OWN_PERSON: 'You can only comment on your own account. Ask another administrator to do this.',
  FORGET_ONESELF: 'You cannot forget yourself. Please ask another administrator to do it.',
  SIGN_OUT_ONESELF: 'You cannot sign yourself out here. Use “Sign out everywhere” on your account page.',
  PROFILE_INCOMPLETE: 'Please fill in the missing fields.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  URL_TOO_LONG: 'The address is too long.',
  WRONG_HOST: 'This server does not answer to that name.',
  UNSUPPORTED_TYPE: 'This kind of content is not accepted here.',
  TOO_MANY_REQUESTS: 'Too many requests. Please try again later.',
  EXPORTS_BUSY: 'Two exports are being written already. Please try again when one of them is done.',
  UNAVAILABLE: 'The service is not available at the moment. Please try again shortly.',
  SCREENING_UNAVAILABLE: 'A check that is needed first could not be made. Please try again shortly.',
  SIGN_IN_FAILED: 'Signing in did not work. Please try again.',
  UNEXPECTED: 'An unexpected error occurred.',
} satisfies Record<ErrorCode, string>
