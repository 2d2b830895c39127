import { Suspense } from 'react'
import { statesOf } from '../../domain/lists/states.ts'
import { asksForRegion } from '../../domain/person/field-rules.ts'
import { correctableFields, rowOf, type CorrectableField } from '../../domain/person/fields.ts'
import { countries } from '../client/countries.ts'
import { Select } from '../ui/fields/select.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { fieldLabel } from './field-label.ts'
import { regionField } from './registration/fields/lazy-fields.ts'
import { StateField } from './registration/fields/state-field.tsx'
import { chooseCountry, type FormState } from './use-form.ts'

const options = countries.map(({ code, name }) => ({ value: code, label: name }))
/** The country, and the fields that depend on it, have inputs of their own. */
const texts = correctableFields.filter((field) => !['country', 'state', 'region'].includes(field))

type CorrectionFieldsProps = {
  state: FormState
  /** Distinguishes the inputs from others of the page. */
  prefix?: string
  /** Whether the browser may fill them in: the details are those of the person who corrects them. */
  autofill: boolean
}

/**
 * Renders the inputs of a correction: fewer than those of a registration, and without its country picker, which every
 * page of the shop would then load.
 */
export function CorrectionFields({ state, prefix = '', autofill }: CorrectionFieldsProps) {
  const country = String(state.values.country ?? '')
  const text = (name: CorrectableField) => ({
    id: `${prefix}${name}`,
    name,
    label: fieldLabel(name, country),
    autoComplete: autofill ? rowOf(name).autofill : 'off',
    error: state.errors[name],
    value: String(state.values[name] ?? ''),
    onChange: (value: string) => state.set(name, value),
  })
  return (
    <div className="form-grid">
      {texts.map((name) => (
        <TextField key={name} {...text(name)} />
      ))}
      <Select {...text('country')} onChange={(code) => chooseCountry(state, code)} options={options} />
      <StateField {...text('state')} country={country} shown={statesOf(country).length > 0} />
      {asksForRegion(country) ? (
        <Suspense>
          <regionField.Screen {...text('region')} country={country} />
        </Suspense>
      ) : null}
    </div>
  )
}
