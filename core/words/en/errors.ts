import { refusals } from '../../subscription.ts'

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
  PROFILE_INCOMPLETE: 'Please fill in the missing fields.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  URL_TOO_LONG: 'The address is too long.',
  WRONG_HOST: 'This server does not answer to that name.',
  UNSUPPORTED_TYPE: 'This kind of content is not accepted here.',
  TOO_MANY_REQUESTS: 'Too many requests. Please try again later.',
  UNAVAILABLE: 'The service is not available at the moment. Please try again shortly.',
  SCREENING_UNAVAILABLE: 'A check that is needed first could not be made. Please try again shortly.',
  SIGN_IN_FAILED: 'Signing in did not work. Please try again.',
  UNEXPECTED: 'An unexpected error occurred.',
}
