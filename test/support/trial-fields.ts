import { personFieldNames, rowOf } from '../../domain/person/fields.ts'

/** The fields that a trial requires and a purchase does not. */
export const trialFields = {
  phone: { countryCode: '+44', phoneNumber: '7700900123' },
  jobFunction: 'Data scientist',
  industry: 'Energy',
}
/** The same as the fields of the form, for a country without states. */
export const onlyForTrials = personFieldNames.filter((name) => {
  const { forms, rule } = rowOf(name)
  return !forms.includes('subscription') && !rule.visible
})
