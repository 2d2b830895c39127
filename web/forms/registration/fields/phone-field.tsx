import { useRef } from 'react'
import { countries, countryByCode, preferredCountries } from '../../../client/countries.ts'
import { withPlainPhone } from '../../../../domain/registration/phone.ts'
import { interfaceLimits } from '../../../../domain/limits.ts'
import { fieldWords } from '#words/forms/person-fields.ts'
import { shopWords } from '#words/shop/shop.ts'
import { Field, labelId } from '../../../ui/fields/field.tsx'
import { useFilledBefore } from '../../../ui/loading/hydrated.ts'
import { OptionPicker } from '../../../ui/picker/option-picker.tsx'

// In one file with the phone number, because the trial form shows both.
export { CountryField } from './country-field.tsx'

const t = shopWords.form

/** One option per dial code, which several countries may share; sorted by the name of the first country. */
const dialCodeOptions = [...new Set(countries.map((country) => country.dialCode))].map((dialCode) => {
  const sharing = countries.filter((country) => country.dialCode === dialCode).map((country) => country.name)
  return { value: dialCode, label: sharing.join(', '), secondary: dialCode }
})
const preferredDialCodes = preferredCountries.flatMap((code) => countryByCode(code)?.dialCode ?? [])

type Text = {
  name: string
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (value: string) => void
}

/** Renders a phone number with its dial code in one frame. */
export function PhoneField({ code, number }: { code: Text; number: Text }) {
  const input = useRef<HTMLInputElement>(null)
  useFilledBefore(input, ({ value }) => {
    if (value !== number.value) number.onChange(value)
  })
  /** When the field loses the focus, it shows the number as it will be sent. */
  function tidy() {
    const plain = withPlainPhone({ 'phone.countryCode': code.value, 'phone.phoneNumber': number.value })
    if (plain['phone.countryCode'] !== code.value) code.onChange(plain['phone.countryCode'])
    if (plain['phone.phoneNumber'] !== number.value) number.onChange(plain['phone.phoneNumber'])
  }
  const { error: wrongCode, ...asPicker } = code
  return (
    <Field id={number.name} label={fieldWords['phone.phoneNumber']} error={number.error ?? wrongCode}>
      {(control) => (
        <div className="joined">
          <label className="visually-hidden" id={labelId(code.name)} htmlFor={code.name}>
            {fieldWords['phone.countryCode']}
          </label>
          <OptionPicker
            {...asPicker}
            control={{ id: code.name, required: true, 'aria-describedby': undefined, 'aria-invalid': undefined }}
            options={dialCodeOptions}
            preferred={preferredDialCodes}
            groupLabels={{ preferred: t.preferred, others: t.allCodes }}
            placeholder={fieldWords['phone.countryCode']}
            autoComplete="tel-country-code"
            shows="secondary"
            typeAheadReset={interfaceLimits.pickerTypeAheadReset}
          />
          <input
            {...control}
            ref={input}
            className="input"
            name={number.name}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            disabled={number.disabled}
            value={number.value}
            onChange={(event) => number.onChange(event.target.value)}
            onBlur={tidy}
          />
        </div>
      )}
    </Field>
  )
}
