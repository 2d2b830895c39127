import { personFieldNames, rowOf } from '../../domain/person/fields.ts'

/** What a trial asks for and a purchase does not. */
export const trialFields = {
  phone: { countryCode: '+44', phoneNumber: '7700900123' },
  jobFunction: 'Data scientist',
  industry: 'Energy',
}
/** The same as the fields of the form, where the country has no states. */
export const onlyForTrials = personFieldNames.filter((name) => {
  const { forms, rule } = rowOf(name)
  return !forms.includes('subscription') && !rule.visible
})
