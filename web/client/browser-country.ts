import { countryOfTimeZone } from '../../domain/registration/suggested-country.ts'
import type { CountryCode } from '../../domain/lists/countries.ts'
import { countries } from './countries.ts'

/** How many countries are looked up in one task: a phone takes about a millisecond for each. */
const atOnce = 20

/** Returns the country to which the browser's time zone belongs. It looks it up in short tasks, so that the page stays
 * responsive. */
export async function browserCountry(): Promise<CountryCode | undefined> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const codes = countries.map(({ code }) => code)
  for (let from = 0; from < codes.length; from += atOnce) {
    const found = countryOfTimeZone(timeZone, codes.slice(from, from + atOnce))
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve))
  }
  return undefined
}
