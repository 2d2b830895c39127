import { countryByCode } from '../../../client/countries.ts'
import { statesOf } from '../../../../domain/lists/states.ts'
import { fieldWords } from '#words/forms/person-fields.ts'
import { shopWords } from '#words/shop/shop.ts'
import { useHydrated } from '../../../ui/loading/hydrated.ts'
import { Select, type SelectProps } from '../../../ui/fields/select.tsx'

const t = shopWords.form

type StateFieldProps = Omit<SelectProps, 'label' | 'options'> & { country: string; shown: boolean }

/**
 * Renders the states of the chosen country. Without scripts the country can still change, so the states of all
 * countries are listed.
 */
export function StateField({ country, shown, ...rest }: StateFieldProps) {
  const hydrated = useHydrated()
  const common = { ...rest, placeholder: t.choose, autoComplete: 'address-level1' }
  const options = hydrated ? optionsOf(country) : Object.keys(t.state).flatMap((code) => optionsOf(code, true))
  const hint = <span className="field__optional">{` (${t.anyStateHint})`}</span>
  if (shown) {
    const label = (
      <>
        {t.state[country]}
        <noscript>{hint}</noscript>
      </>
    )
    return <Select {...common} label={label} options={options} />
  }
  if (hydrated) return null
  const label = (
    <>
      {fieldWords.state}
      {hint}
    </>
  )
  return (
    <noscript>
      <Select {...common} label={label} options={options} />
    </noscript>
  )
}

function optionsOf(country: string, grouped = false) {
  const group = grouped ? countryByCode(country)?.name : undefined
  return statesOf(country).map(({ code, name }) => ({ value: code, label: name, group }))
}
