import { countries, flagAddress, preferredCountries } from '../../../client/countries.ts'
import { interfaceLimits } from '../../../../domain/limits.ts'
import { fieldWords } from '#words/forms/person-fields.ts'
import { shopWords } from '#words/shop/shop.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { OptionPicker } from '../../../ui/picker/option-picker.tsx'

const t = shopWords.form
const groupLabels = { preferred: t.preferred, others: t.allCountries }
const countryOptions = countries.map(({ code, name, dialCode }) => ({
  value: code,
  label: name,
  secondary: dialCode,
  image: flagAddress(code),
}))

/**
 * A country is found by its name in the page's language, in English and in its own language, and by its code and its
 * currency's.
 */
const search = {
  label: t.searchCountry,
  none: t.noCountry,
  async otherNames() {
    const { countryDetails, currencyWords } = await import('../../../../domain/lists/country-details.ts')
    const english = new Intl.DisplayNames('en', { type: 'region' })
    return (code: string) => {
      const { localName = '', currency = '' } = countryDetails(code) ?? {}
      return [localName, english.of(code) ?? '', code, currency, currencyWords(currency)?.name ?? ''].filter(
        (name) => name !== '',
      )
    }
  },
}

type Props = {
  name: string
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (code: string) => void
}

export function CountryField({ error, ...asPicker }: Props) {
  return (
    <Field id="country" label={fieldWords.country} error={error}>
      {(control) => (
        <OptionPicker
          {...asPicker}
          control={control}
          options={countryOptions}
          preferred={preferredCountries}
          groupLabels={groupLabels}
          placeholder={t.choose}
          autoComplete="country"
          search={search}
          typeAheadReset={interfaceLimits.pickerTypeAheadReset}
        />
      )}
    </Field>
  )
}
