/** An entry of a denied-party list, independent of its publisher. The readers of the official files create them. */

/** `other` is an entry of unstated kind, which is compared with people and companies alike. */
export type EntryKind = 'person' | 'company' | 'vessel' | 'aircraft' | 'other'

/**
 * `weak`: a nickname or an abbreviation that the publisher itself calls too broad; it alone never puts a person on
 * hold.
 */
export type NameQuality = 'primary' | 'strong' | 'weak'

export type ListedName = { name: string; quality: NameQuality }

/** The field in which an entry states a country. */
export type CountryField = 'addresses' | 'nationalities' | 'birthPlaces'

/** The publisher's data on an entry other than its names, in its own words; missing data is omitted. */
export type EntryDetails = {
  addresses?: readonly string[]
  birthDates?: readonly string[]
  birthPlaces?: readonly string[]
  nationalities?: readonly string[]
  linkedTo?: readonly string[]
  remarks?: string
  /** The countries of its addresses, births and nationalities, as two-letter codes. */
  countries?: readonly string[]
  /** Which field contains which of them. */
  countryFields?: Partial<Record<CountryField, readonly string[]>>
  /** The publisher's own page about it. */
  url?: string
}

export type ListEntry = {
  /** The publisher's own number if there is one: the same in the next edition, because exceptions refer to it. */
  id: string
  kind: EntryKind
  names: readonly ListedName[]
  programmes: readonly string[]
  /** The last day of an order that ends, `YYYY-MM-DD`: afterwards the entry is shown and does not count as a match. */
  expires?: string
  details?: EntryDetails
}

/** A list in force: the hash of the file it was read from, and the file's own date, `YYYY-MM-DD`. */
export type DeniedPartyList = {
  name: string
  hash: string
  date: string
  entries: readonly ListEntry[]
}
