import type { CountryField, EntryDetails } from '../list.ts'
import { normaliseName } from '../spelling/normalise.ts'

export type StatedDetails = {
  addresses?: readonly string[]
  birthDates?: readonly string[]
  birthPlaces?: readonly string[]
  nationalities?: readonly string[]
  linkedTo?: readonly string[]
  remarks?: string
  url?: string
  /** Codes that a publisher states beside a field, for texts that do not end with the country's name. */
  countryCodes?: Partial<Record<CountryField, readonly string[]>>
}

/** Enough of a remark for a reviewer; it is stored with every check that finds the entry. */
const longestRemark = 1000
const mostOfAKind = 12

/** Returns the data on an entry, without blanks and repetitions; undefined if there is none. */
export function entryDetails(told: StatedDetails, countryIn: CountryFinder): EntryDetails | undefined {
  const kept: Record<string, unknown> = {}
  for (const name of ['addresses', 'birthDates', 'birthPlaces', 'nationalities', 'linkedTo'] as const) {
    const values = tidy(told[name] ?? [])
    if (values.length > 0) kept[name] = values.slice(0, mostOfAKind)
  }
  const remarks = told.remarks?.replaceAll(/\s+/g, ' ').trim() ?? ''
  if (remarks !== '') kept['remarks'] = remarks.length > longestRemark ? `${remarks.slice(0, longestRemark)}…` : remarks
  // Some names contain a comma: `Korea, North`.
  const countryAtEnd = (text: string) => {
    const parts = text.split(',')
    const two = countryIn(parts.slice(-2).join(','))
    return two.length > 0 ? two : countryIn(parts.at(-1) ?? '')
  }
  const codesOf = (field: CountryField) => (told.countryCodes?.[field] ?? []).flatMap(countryIn)
  const named: Partial<Record<CountryField, string[]>> = {
    addresses: [...(told.addresses ?? []).flatMap(countryAtEnd), ...codesOf('addresses')],
    nationalities: [...(told.nationalities ?? []).flatMap(countryIn), ...codesOf('nationalities')],
    birthPlaces: [...(told.birthPlaces ?? []).flatMap(countryAtEnd), ...codesOf('birthPlaces')],
  }
  const countryFields = Object.entries(named).flatMap(([field, codes]) =>
    codes.length > 0 ? [[field, [...new Set(codes)].toSorted()] as const] : [],
  )
  if (countryFields.length > 0) {
    kept['countries'] = [...new Set(Object.values(named).flat())].toSorted()
    kept['countryFields'] = Object.fromEntries(countryFields)
  }
  if (/^https?:\/\/[^\s]+$/.test(told.url ?? '')) kept['url'] = told.url
  return Object.keys(kept).length > 0 ? kept : undefined
}

/** Joins the details of one entry from several rows. */
export function joinDetails(one: EntryDetails | undefined, other: EntryDetails | undefined): EntryDetails | undefined {
  if (!one || !other) return one ?? other
  const both = (name: 'addresses' | 'birthDates' | 'birthPlaces' | 'nationalities' | 'linkedTo' | 'countries') => {
    const values = [...new Set([...(one[name] ?? []), ...(other[name] ?? [])])]
    return values.length > 0 ? { [name]: name === 'countries' ? values.toSorted() : values.slice(0, mostOfAKind) } : {}
  }
  return {
    ...other,
    ...one,
    ...both('addresses'),
    ...both('birthDates'),
    ...both('birthPlaces'),
    ...both('nationalities'),
    ...both('linkedTo'),
    ...both('countries'),
    ...bothCountryFields(one, other),
  }
}

function bothCountryFields(one: EntryDetails, other: EntryDetails): Pick<EntryDetails, 'countryFields'> {
  const fields = new Map<string, string[]>()
  for (const [field, codes] of [one, other].flatMap(({ countryFields = {} }) => Object.entries(countryFields)))
    fields.set(field, [...new Set([...(fields.get(field) ?? []), ...codes])].toSorted())
  return fields.size > 0 ? { countryFields: Object.fromEntries(fields) } : {}
}

const tidy = (texts: readonly string[]) => [
  ...new Set(
    texts
      .map((text) =>
        text
          .replaceAll(/\s+/g, ' ')
          .replace(/^[,; ]+/, '')
          .replace(/(?<![,;. ])[,;. ]+$/, ''),
      )
      .filter(Boolean),
  ),
]

/** Joins the present parts of an address. */
export const addressOf = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')

/** Returns a date or year of birth, or a range of years, in OFAC's words; empty if none is stated. */
export function birthDateOf(date: string, years: readonly [from: string, to: string], circa: boolean): string {
  const told = date === '' ? years.filter(Boolean) : [date]
  return told.map((one) => (circa ? `circa ${one}` : one)).join(' – ')
}

/**
 * Reads OFAC's remarks, which are separated by semicolons: `DOB 18 Jul 1961; POB Baghdad, Iraq; nationality Iran;
 * Linked To: X.`
 */
export function detailsInRemarks(
  remarks: string,
): Pick<StatedDetails, 'birthDates' | 'birthPlaces' | 'nationalities' | 'linkedTo'> {
  const after = (start: RegExp) =>
    remarks.split(';').flatMap((part) => {
      const text = part.trim()
      return start.test(text) ? [text.replace(start, '').replace(/\.$/, '')] : []
    })
  return {
    birthDates: after(/^(?:alt\. )?DOB:? /i),
    birthPlaces: after(/^(?:alt\. )?POB:? /i),
    nationalities: after(/^(?:alt\. )?(?:nationality|citizen):? /i),
    linkedTo: [...remarks.matchAll(/Linked To: ([^;)]+)/gi)].map(([, name = '']) => name),
  }
}

const names = new Intl.DisplayNames('en', { type: 'region' })
/** Publishers' other names of countries. */
const others: Record<string, string> = {
  'korea north': 'KP',
  "democratic people's republic of korea": 'KP',
  'korea south': 'KR',
  'republic of korea': 'KR',
  burma: 'MM',
  'russian federation': 'RU',
  'syrian arab republic': 'SY',
  'iran islamic republic of': 'IR',
  'congo democratic republic of the': 'CD',
  'democratic republic of the congo': 'CD',
  'congo republic of the': 'CG',
  'viet nam': 'VN',
  'united states of america': 'US',
  usa: 'US',
  uk: 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  turkey: 'TR',
  'ivory coast': 'CI',
  'bosnia and herzegovina': 'BA',
  'czech republic': 'CZ',
  'hong kong': 'HK',
  macau: 'MO',
  palestinian: 'PS',
  'state of palestine': 'PS',
  'moldova republic of': 'MD',
  'venezuela bolivarian republic of': 'VE',
  'tanzania united republic of': 'TZ',
  'gambia the': 'GM',
  'the gambia': 'GM',
  'united republic of tanzania': 'TZ',
  british: 'GB',
  'saint kitts and nevis': 'KN',
  'trinidad and tobago': 'TT',
  'west bank': 'PS',
  'bahamas the': 'BS',
  'virgin islands british': 'VG',
  'virgin islands u s': 'VI',
  myanmar: 'MM',
  'cabo verde': 'CV',
  'north macedonia the republic of': 'MK',
  'cote d ivoire': 'CI',
  'saint vincent and the grenadines': 'VC',
  'man isle of': 'IM',
  'china hong kong special administrative region': 'HK',
  'region gaza': 'PS',
  'region west bank': 'PS',
}

/** Returns the code of the country that a text names, if any. */
export type CountryFinder = (text: string) => string[]

/** Finds countries of these two-letter codes: by the code, or by a name alone or in brackets after another name. */
export function countryFinder(countryCodes: readonly string[]): CountryFinder {
  const codes = new Set(countryCodes)
  const byName = new Map([
    ...countryCodes.map((code) => [normaliseName(names.of(code) ?? code), code] as const),
    ...Object.entries(others).map(([name, code]) => [normaliseName(name), code] as const),
  ])
  return (text) => {
    const written = text.trim()
    if (codes.has(written)) return [written]
    const found = byName.get(normaliseName(written)) ?? byName.get(normaliseName(written.split('(', 1)[0] ?? ''))
    return found === undefined ? [] : [found]
  }
}
