import { isCountryCode, type CountryCode } from '../lists/countries.ts'

/** The country of the language that a browser prefers, such as DE of `de-DE,en;q=0.5`; undefined where it names none. */
export function countryOfLanguages(acceptLanguage: string | undefined): CountryCode | undefined {
  const [first = ''] = (acceptLanguage ?? '').split(',', 1)
  const region = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\s*(?:;|$)/i.exec(first)?.[1]?.toUpperCase()
  return region !== undefined && isCountryCode(region) ? region : undefined
}

/** Absent in browsers before 2025. */
type WithTimeZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

/**
 * The country that a time zone belongs to, such as DE of `Europe/Berlin`; undefined for zones of none, such as UTC. It asks
 * `Intl` about one country after the other (https://tc39.es/proposal-intl-locale-info/), as no list runs the other way.
 */
export function countryOfTimeZone(timeZone: string, countries: readonly CountryCode[]): CountryCode | undefined {
  return countries.find((code) => {
    const locale: WithTimeZones = new Intl.Locale(`und-${code}`)
    return locale.getTimeZones?.()?.includes(timeZone)
  })
}
