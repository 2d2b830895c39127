import type { ReactNode } from 'react'
import { countries, countryByCode, flagAddress, preferredCountries } from '../../../domain/lists/countries.ts'
import { interfaceLimits } from '../../../domain/limits.ts'
import { visibleFields, type FieldName, type Form } from '../../../domain/registration/registration.ts'
import { industryChoices, jobRoleChoices } from '#words/choices.ts'
import { shopWords } from '#words/shop.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { OptionPicker } from '../../ui/picker/option-picker.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { StateField } from './state-field.tsx'
import { TermsLabel } from './terms-label.tsx'
import type { FormState } from '../use-form.ts'

const say = shopWords.form
const groupLabels = { preferred: say.preferred, others: say.allCountries }

const countryOptions = countries.map(({ code, name, dialCode }) => ({
  value: code,
  label: name,
  secondary: dialCode,
  image: flagAddress(code),
}))

type Props = {
  form: Form
  state: FormState
  /** Fields that are known already, or that wait for another. */
  disabled: (name: FieldName) => boolean
  email: { hint?: string; note?: ReactNode; onBlur?: () => void }
  documents: Parameters<typeof TermsLabel>[0]
}

/** The fields of a form in their order; which of them show, domain/registration/registration.ts says. */
export function RegistrationFields({ form, state, disabled, email, documents }: Props) {
  const shown = new Set(visibleFields(form, state.values))
  const hydrated = useHydrated()
  const common = (name: FieldName) => ({ id: name, name, error: state.errors[name], disabled: disabled(name) })
  const asText = (name: FieldName) => ({
    ...common(name),
    value: String(state.values[name] ?? ''),
    onChange: (value: string) => state.set(name, value),
  })
  const asTick = (name: FieldName) => ({
    ...common(name),
    checked: state.values[name] === true,
    onChange: (value: boolean) => state.set(name, value),
  })
  const country = String(state.values.country ?? '')

  function chooseCountry(code: string) {
    const before = countryByCode(country)?.dialCode
    if ((state.values['phone.countryCode'] ?? before) === before)
      state.set('phone.countryCode', countryByCode(code)?.dialCode ?? '')
    state.set('state', '')
    state.set('country', code)
  }

  return (
    <>
      <div className="form-grid">
        {shown.has('email') ? (
          <div className="form-grid__wide">
            <TextField
              {...asText('email')}
              label={say.email}
              hint={email.hint}
              note={email.note}
              onBlur={email.onBlur}
              type="email"
              inputMode="email"
              autoComplete="email"
              spellCheck={false}
            />
          </div>
        ) : null}
        {shown.has('firstName') ? (
          <TextField {...asText('firstName')} label={say.firstName} autoComplete="given-name" />
        ) : null}
        {shown.has('lastName') ? (
          <TextField {...asText('lastName')} label={say.lastName} autoComplete="family-name" />
        ) : null}
        {shown.has('company') ? (
          <TextField {...asText('company')} label={say.company} autoComplete="organization" />
        ) : null}
        {shown.has('country') ? (
          <Field id="country" label={say.country} error={state.errors.country}>
            {(control) => (
              <OptionPicker
                {...asText('country')}
                control={control}
                onChange={chooseCountry}
                options={countryOptions}
                preferred={preferredCountries}
                groupLabels={groupLabels}
                placeholder={say.choose}
                autoComplete="country"
                typeAheadReset={interfaceLimits.pickerTypeAheadReset}
              />
            )}
          </Field>
        ) : null}
        {form.includes('state') ? (
          <StateField {...asText('state')} country={country} shown={shown.has('state')} />
        ) : null}
        {shown.has('phone.phoneNumber') ? (
          <PhoneField code={asText('phone.countryCode')} number={asText('phone.phoneNumber')} />
        ) : null}
        {shown.has('jobFunction') ? (
          <Select
            {...asText('jobFunction')}
            label={say.jobFunction}
            options={jobRoleChoices}
            placeholder={say.choose}
            autoComplete="organization-title"
          />
        ) : null}
        {shown.has('industry') ? (
          <Select {...asText('industry')} label={say.industry} options={industryChoices} placeholder={say.choose} />
        ) : null}
      </div>
      <div className="stack stack--tight">
        {shown.has('otherIndustry') ? <Checkbox {...asTick('otherIndustry')} label={say.otherIndustry} /> : null}
        {shown.has('industry') && !shown.has('otherIndustry') && !hydrated ? (
          <noscript>
            <Checkbox
              {...asTick('otherIndustry')}
              label={say.otherIndustry}
              hint={say.otherIndustryHint}
              optional={shopWords.optional}
            />
          </noscript>
        ) : null}
        {shown.has('termsAndConditions') ? (
          <Checkbox {...asTick('termsAndConditions')} label={<TermsLabel {...documents} />} />
        ) : null}
        {shown.has('affirmation') ? <Checkbox {...asTick('affirmation')} label={say.affirmation} /> : null}
      </div>
    </>
  )
}

/** What a field is called where its error stands apart from it. */
export function fieldLabel(name: FieldName, country: string): string {
  const labels: Record<FieldName, string> = {
    email: say.email,
    firstName: say.firstName,
    lastName: say.lastName,
    company: say.company,
    country: say.country,
    state: say.state[country] ?? '',
    'phone.countryCode': say.countryCode,
    'phone.phoneNumber': say.phone,
    jobFunction: say.jobFunction,
    industry: say.industry,
    otherIndustry: say.otherIndustry,
    termsAndConditions: say.agreement,
    affirmation: say.affirmation,
  }
  return labels[name]
}
