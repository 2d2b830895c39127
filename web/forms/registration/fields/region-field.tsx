import { regionsOf } from '../../../../domain/lists/regions.ts'
import { fieldWords } from '#words/forms/person-fields.ts'
import { shopWords } from '#words/shop/shop.ts'
import { Select, type SelectProps } from '../../../ui/fields/select.tsx'

const t = shopWords.form

type Props = Omit<SelectProps, 'label' | 'options'> & { country: string }

/**
 * Renders the regions of the chosen country. Without scripts, when any country may be chosen, it lists those of Ukraine
 * with a remark.
 */
export function RegionField({ country, ...rest }: Props) {
  const own = regionsOf(country)
  const options = (own.length > 0 ? own : regionsOf('UA')).map(({ code, name }) => ({ value: code, label: name }))
  const hint = <span className="field__optional">{` (${t.regionHint})`}</span>
  const label = (
    <>
      {fieldWords.region}
      {own.length > 0 ? null : hint}
    </>
  )
  return <Select {...rest} placeholder={t.choose} autoComplete="address-level1" label={label} options={options} />
}
