import type { PersonField, ShownName } from '../../../domain/person/fields.ts'

/** What forms call a person's fields. */
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

/** Where a person is shown they are called the same, but for these. */
export const recordWords = {
  ...fieldWords,
  email: 'Email',
  state: 'State',
  phone: 'Phone',
  jobTitle: 'Job title',
} satisfies Record<ShownName, string>
