import { countryOfTimeZone } from '../../domain/registration/suggested-country.ts'
import { countries } from './countries.ts'

/** The country that the browser's time zone belongs to. */
export function countryHere(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return countryOfTimeZone(
    timeZone,
    countries.map(({ code }) => code),
  )
}
