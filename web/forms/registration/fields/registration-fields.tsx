import { Suspense, type ReactNode } from 'react'
import { countryByCode } from '../../../client/countries.ts'
import { visibleFields, type FieldName, type Form } from '../../../../domain/registration/registration.ts'
import { industryChoices, jobRoleChoices } from '#words/forms/choices.ts'
import { shopWords } from '#words/shop/shop.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { countryField, phoneField, regionField } from './later-fields.ts'
import { StateField } from './state-field.tsx'
import { TermsLabel } from './terms-label.tsx'
import type { FormState } from '../../use-form.ts'

const t = shopWords.form

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
    state.clear('state')
    if (state.values.region) state.clear('region')
    state.set('country', code)
  }
  const region = <regionField.Screen {...asText('region')} country={country} />

  return (
    <>
      <div className="form-grid">
        {shown.has('email') ? (
          <div className="form-grid__wide">
            <TextField
              {...asText('email')}
              label={t.email}
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
          <TextField {...asText('firstName')} label={t.firstName} autoComplete="given-name" />
        ) : null}
        {shown.has('lastName') ? (
          <TextField {...asText('lastName')} label={t.lastName} autoComplete="family-name" />
        ) : null}
        {shown.has('company') ? (
          <TextField {...asText('company')} label={t.company} autoComplete="organization" />
        ) : null}
        {shown.has('country') ? <countryField.Screen {...asText('country')} onChange={chooseCountry} /> : null}
        {form.includes('state') ? (
          <StateField {...asText('state')} country={country} shown={shown.has('state')} />
        ) : null}
        {shown.has('region') ? (
          <Suspense>{region}</Suspense>
        ) : hydrated || !form.includes('region') ? null : (
          <noscript>{region}</noscript>
        )}
        {shown.has('phone.phoneNumber') ? (
          <phoneField.Screen code={asText('phone.countryCode')} number={asText('phone.phoneNumber')} />
        ) : null}
        {shown.has('jobFunction') ? (
          <Select
            {...asText('jobFunction')}
            label={t.jobFunction}
            options={jobRoleChoices}
            placeholder={t.choose}
            autoComplete="organization-title"
          />
        ) : null}
        {shown.has('industry') ? (
          <Select {...asText('industry')} label={t.industry} options={industryChoices} placeholder={t.choose} />
        ) : null}
      </div>
      <div className="stack stack--tight">
        {shown.has('otherIndustry') ? <Checkbox {...asTick('otherIndustry')} label={t.otherIndustry} /> : null}
        {shown.has('industry') && !shown.has('otherIndustry') && !hydrated ? (
          <noscript>
            <Checkbox
              {...asTick('otherIndustry')}
              label={t.otherIndustry}
              hint={t.otherIndustryHint}
              optional={shopWords.optional}
            />
          </noscript>
        ) : null}
        {shown.has('termsAndConditions') ? (
          <Checkbox {...asTick('termsAndConditions')} label={<TermsLabel {...documents} />} />
        ) : null}
        {shown.has('affirmation') ? <Checkbox {...asTick('affirmation')} label={t.affirmation} /> : null}
      </div>
    </>
  )
}

/** What a field is called where its error stands apart from it. */
export function fieldLabel(name: FieldName, country: string): string {
  const labels: Record<FieldName, string> = {
    email: t.email,
    firstName: t.firstName,
    lastName: t.lastName,
    company: t.company,
    country: t.country,
    state: t.state[country] ?? '',
    region: t.region,
    'phone.countryCode': t.countryCode,
    'phone.phoneNumber': t.phone,
    jobFunction: t.jobFunction,
    industry: t.industry,
    otherIndustry: t.otherIndustry,
    termsAndConditions: t.agreement,
    affirmation: t.affirmation,
  }
  return labels[name]
}
