import type { PersonField, ShownName } from '../../../domain/person/fields.ts'

/** The labels of a person's fields in forms. */
export const fieldWords = {
  email: 'Business email',
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  country: 'Country',
  state: 'State or province',
  region: 'Region',
  'phone.countryCode': 'Country code',
  'phone.phoneNumber': 'Phone',
  jobFunction: 'Job function',
  industry: 'Industry',
} satisfies Record<PersonField, string>

/** The labels of a person's details are the same, except these. */
export const recordWords = {
  ...fieldWords,
  email: 'Email',
  state: 'State',
  phone: 'Phone',
  jobTitle: 'Job title',
} satisfies Record<ShownName, string>
