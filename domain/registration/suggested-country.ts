import { isCountryCode, type CountryCode } from '../lists/countries.ts'

/**
 * Returns the country of the language that a browser prefers, such as DE for `de-DE,en;q=0.5`; undefined if it contains
 * none.
 */
export function countryOfLanguages(acceptLanguage: string | undefined): CountryCode | undefined {
  const [first = ''] = (acceptLanguage ?? '').split(',', 1)
  const region = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\s*(?:;|$)/i.exec(first)?.[1]?.toUpperCase()
  return region !== undefined && isCountryCode(region) ? region : undefined
}

/** Missing in browsers before 2025. */
type WithTimeZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

/**
 * Returns the country of a time zone, such as DE for `Europe/Berlin`; undefined for zones without one, such as UTC. It
 * queries `Intl` for one country after the other (https://tc39.es/proposal-intl-locale-info/), because there is no
 * reverse list.
 */
export function countryOfTimeZone(timeZone: string, countries: readonly CountryCode[]): CountryCode | undefined {
  return countries.find((code) => {
    const locale: WithTimeZones = new Intl.Locale(`und-${code}`)
    return locale.getTimeZones?.()?.includes(timeZone)
  })
}
