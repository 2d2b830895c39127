import { dialCodeOf, isCountryCode, type CountryCode } from '../../domain/lists/countries.ts'
import { countryNames } from '#words/forms/countries.ts'

export type Country = { code: CountryCode; name: string; dialCode: string }

const countryOf = (code: CountryCode): Country => ({ code, name: countryNames[code], dialCode: dialCodeOf[code] })

/** Sorted by their names in the language of the page. */
export const countries: readonly Country[] = (Object.keys(countryNames) as CountryCode[]).map(countryOf)

export function countryByCode(code: string): Country | undefined {
  return isCountryCode(code) ? countryOf(code) : undefined
}

/** Shown first in the picker, in this order. */
export const preferredCountries = ['AE', 'GB', 'US']

/** Returns the address of a flag's picture on this site. */
export function flagAddress(code: string): string {
  return `/flags/${code}.svg`
}
