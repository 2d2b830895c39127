import { countryOfTimeZone } from '../../domain/registration/suggested-country.ts'
import { countries } from './countries.ts'

/** Returns the country to which the browser's time zone belongs. */
export function countryHere(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return countryOfTimeZone(
    timeZone,
    countries.map(({ code }) => code),
  )
}
