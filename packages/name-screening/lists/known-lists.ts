import { countryFinder, type CountryFinder } from './entry-details.ts'
import type { ReadList } from './finished.ts'
import { readEuropeanUnion } from './readers/read-eu.ts'
import { readUnitedKingdom } from './readers/read-uk.ts'
import { readUnitedNations } from './readers/read-un.ts'
import { readConsolidated, readDeniedPersons, readDesignatedNationals } from './readers/readers.ts'
import type { ListFile } from './readers/tables.ts'

export { ListFault, rowsOf } from './readers/rows.ts'
export type { ListFile } from './readers/tables.ts'
export type { ReadList } from './finished.ts'

/** A known list: the names of its files in the folder, and how they are read, in the order of the files. */
export type KnownList = {
  name: string
  files: readonly (readonly string[])[]
  read(files: readonly ListFile[], countryIn: CountryFinder): ReadList
}

const none: ListFile = { file: '', content: new Uint8Array() }

export const knownLists: readonly KnownList[] = [
  {
    name: 'US Consolidated Screening List',
    // The name used here, and the one in its publisher's address.
    files: [['csl.csv', 'consolidated.csv']],
    read: ([file = none], countryIn) => readConsolidated(file, countryIn),
  },
  {
    name: 'OFAC Specially Designated Nationals',
    files: [['sdn.csv'], ['alt.csv'], ['add.csv']],
    read: ([sdn = none, alt = none, add = none], countryIn) => readDesignatedNationals(sdn, alt, add, countryIn),
  },
  {
    name: 'OFAC Consolidated Non-SDN List',
    files: [['cons_prim.csv'], ['cons_alt.csv'], ['cons_add.csv']],
    read: ([prim = none, alt = none, add = none], countryIn) => readDesignatedNationals(prim, alt, add, countryIn),
  },
  {
    name: 'UN Security Council Consolidated List',
    files: [['un_consolidated.xml', 'consolidated.xml']],
    read: ([file = none], countryIn) => readUnitedNations(file, countryIn),
  },
  {
    name: 'EU Consolidated Financial Sanctions List',
    files: [['eu.xml', 'eu.csv', 'xmlfullsanctionslist_1_1.xml', 'csvfullsanctionslist_1_1.csv']],
    read: ([file = none], countryIn) => readEuropeanUnion(file, countryIn),
  },
  {
    name: 'UK Sanctions List',
    files: [['uk.xml', 'uk.csv', 'uk-sanctions-list.xml', 'uk-sanctions-list.csv']],
    read: ([file = none], countryIn) => readUnitedKingdom(file, countryIn),
  },
  {
    name: 'BIS Denied Persons List',
    files: [['dpl.txt']],
    read: ([file = none], countryIn) => readDeniedPersons(file, countryIn),
  },
]

/**
 * Reads a list by its name. `countryCodes` are the two-letter codes that entries may contain. Throws ListFault for
 * files that cannot be accepted.
 */
export function readList(name: string, files: readonly ListFile[], countryCodes: readonly string[]): ReadList {
  const known = knownLists.find((one) => one.name === name)
  if (!known) throw new Error(`there is no list called ${name}`)
  return known.read(files, countryFinder(countryCodes))
}
