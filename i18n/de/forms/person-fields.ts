import type { Words } from '../../../domain/language.ts'
import type { fieldWords as englishFields, recordWords as englishRecord } from '../../en/forms/person-fields.ts'

export const fieldWords: Words<typeof englishFields> = {
  email: 'Geschäftliche E-Mail-Adresse',
  firstName: 'Vorname',
  lastName: 'Nachname',
  company: 'Unternehmen',
  country: 'Land',
  state: 'Bundesstaat oder Provinz',
  region: 'Region',
  'phone.countryCode': 'Ländervorwahl',
  'phone.phoneNumber': 'Telefon',
  jobFunction: 'Berufliche Funktion',
  industry: 'Branche',
}

export const recordWords: Words<typeof englishRecord> = {
  ...fieldWords,
  email: 'E-Mail',
  state: 'Bundesstaat',
  phone: 'Telefon',
  jobTitle: 'Berufliche Funktion',
}
