import { Fragment, Suspense, type ComponentProps, type ReactNode } from 'react'
import { countryByCode } from '../../../client/countries.ts'
import { isChoice, rowOf, type PersonField } from '../../../../domain/person/fields.ts'
import {
  isPersonField,
  visibleFields,
  type FieldName,
  type Form,
} from '../../../../domain/registration/registration.ts'
import { fieldChoices } from '#words/forms/choices.ts'
import { fieldWords } from '#words/forms/person-fields.ts'
import { shopWords } from '#words/shop/shop.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { useHydrated } from '../../../ui/loading/hydrated.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { countryField, phoneField, regionField } from './lazy-fields.ts'
import { StateField } from './state-field.tsx'
import { TermsLabel } from './terms-label.tsx'
import { chooseCountry, type FormState } from '../../use-form.ts'

const t = shopWords.form

type Props = {
  form: Form
  state: FormState
  /** Whether a field is disabled, because its value is known or depends on another field. */
  disabled: (name: FieldName) => boolean
  email: { hint?: string; note?: ReactNode; onBlur?: () => void }
  documents: ComponentProps<typeof TermsLabel>['documents']
}

/** Renders the fields of a form in their order; domain/registration/registration.ts decides which are shown. */
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

  function chooseWithDialCode(code: string) {
    const before = countryByCode(country)?.dialCode
    if ((state.values['phone.countryCode'] ?? before) === before)
      state.set('phone.countryCode', countryByCode(code)?.dialCode ?? '')
    chooseCountry(state, code)
  }
  const region = <regionField.Screen {...asText('region')} country={country} />

  /** Fields with an input of their own. */
  const own: { [Field in PersonField]?: ReactNode } = {
    email: shown.has('email') ? (
      <div className="form-grid__wide">
        <TextField
          {...asText('email')}
          label={fieldWords.email}
          hint={email.hint}
          note={email.note}
          onBlur={email.onBlur}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
        />
      </div>
    ) : null,
    country: shown.has('country') ? <countryField.Screen {...asText('country')} onChange={chooseWithDialCode} /> : null,
    state: <StateField {...asText('state')} country={country} shown={shown.has('state')} />,
    region: shown.has('region') ? <Suspense>{region}</Suspense> : hydrated ? null : <noscript>{region}</noscript>,
    'phone.countryCode': null,
    'phone.phoneNumber': shown.has('phone.phoneNumber') ? (
      <phoneField.Screen code={asText('phone.countryCode')} number={asText('phone.phoneNumber')} />
    ) : null,
  }

  function inputOf(name: PersonField): ReactNode {
    if (name in own) return own[name]
    if (!shown.has(name)) return null
    const common = { ...asText(name), label: fieldWords[name], autoComplete: rowOf(name).autofill }
    if (isChoice(name)) return <Select {...common} options={fieldChoices[name]} placeholder={t.choose} />
    return <TextField {...common} />
  }

  return (
    <>
      <div className="form-grid">
        {form.filter(isPersonField).map((name) => (
          <Fragment key={name}>{inputOf(name)}</Fragment>
        ))}
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
          <Checkbox {...asTick('termsAndConditions')} label={<TermsLabel documents={documents} />} />
        ) : null}
        {shown.has('affirmation') ? <Checkbox {...asTick('affirmation')} label={t.affirmation} /> : null}
      </div>
    </>
  )
}
