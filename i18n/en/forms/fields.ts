import type { FormMessages } from '../../../domain/registration/field-faults.ts'

/** Messages below a field. The first seven are the specification's exact strings. */
export const fieldMessages = {
  email: 'Email address is not valid',
  invalidCharacters: 'Contains invalid characters',
  phone: 'This phone number is not valid',
  tooLong: (length: number) => `Length should be less than ${length} characters`,
  required: 'This field is required',
  invalidValue: 'Invalid value',
  invalidInput: 'The input is invalid',
} satisfies FormMessages
