import { regionsOf } from '../../../../domain/lists/regions.ts'
import { shopWords } from '#words/shop/shop.ts'
import { useHydrated } from '../../../ui/hydrated.ts'
import { Select, type SelectProps } from '../../../ui/fields/select.tsx'

const t = shopWords.form

/** The regions of the chosen country; without scripts those of the countries that are asked, with a remark. */
export function RegionField({ country, ...rest }: Omit<SelectProps, 'label' | 'options'> & { country: string }) {
  const hydrated = useHydrated()
  const own = regionsOf(country)
  const label = (
    <>
      {t.region}
      {hydrated ? null : <span className="field__optional">{` (${t.regionHint})`}</span>}
    </>
  )
  const options = (own.length > 0 ? own : regionsOf('UA')).map(({ code, name }) => ({ value: code, label: name }))
  return <Select {...rest} placeholder={t.choose} autoComplete="address-level1" label={label} options={options} />
}
