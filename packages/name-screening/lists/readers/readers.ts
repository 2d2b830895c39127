import type { EntryKind } from '../../list.ts'
import type { ReaderFinding } from '../findings.ts'
import { gatherEntries } from '../entries.ts'
import { addressOf, detailsInRemarks, type CountryFinder } from '../entry-details.ts'
import { finished, type ReadList } from '../finished.ts'
import { ListFault } from './rows.ts'
import { unnamedRows, namedRows, type ListFile } from './tables.ts'

const kinds = new Map<string, EntryKind>([
  ['individual', 'person'],
  ['entity', 'company'],
  ['vessel', 'vessel'],
  ['aircraft', 'aircraft'],
])

/**
 * Reads the US Consolidated Screening List. Its entries have the short name of their original list and the publisher's
 * number; those without one are identified by their name and start day, which is the same in both layouts of the file.
 */
export function readConsolidated(input: ListFile, countryIn: CountryFinder): ReadList {
  const gathered = gatherEntries(countryIn)
  let rows = 0
  const described = [
    'addresses',
    'remarks',
    'citizenships',
    'dates_of_birth',
    'nationalities',
    'places_of_birth',
    'source_information_url',
  ]
  const columns = ['source', 'entity_number', 'type', 'programs', 'name', 'alt_names', 'start_date', 'end_date']
  for (const { line, get } of namedRows(input, ',', columns, 0, described)) {
    rows += 1
    const name = get('name')
    if (name === '') throw new ListFault({ code: 'noName', file: input.file, line })
    const source = /\(([A-Z0-9]{2,8})\)/.exec(get('source'))?.[1] ?? get('source')
    const number = get('entity_number') || [name, get('start_date')].filter(Boolean).join(' ')
    const aliases = get('alt_names').split(';')
    gathered.add({
      id: `${source} ${number}`,
      kind: kinds.get(get('type').toLowerCase()) ?? 'other',
      name,
      aliases: aliases.map((alias) => ({ name: alias.trim(), quality: 'strong' })),
      programmes: [source, ...listed(get('programs'))],
      details: {
        addresses: get('addresses').split(';'),
        birthDates: get('dates_of_birth').split(';'),
        birthPlaces: get('places_of_birth').split(';'),
        nationalities: `${get('nationalities')};${get('citizenships')}`.split(';'),
        linkedTo: detailsInRemarks(get('remarks')).linkedTo ?? [],
        remarks: get('remarks'),
        url: get('source_information_url'),
      },
      ...(source === 'DPL' && { expires: dateOf(input.file, line, 'end_date', get('end_date')) }),
    })
  }
  return finished(input.file, gathered.all(), { [input.file]: rows })
}

/** Reads BIS Denied Persons: a row for each address of an order. An order is identified by its name and start day. */
export function readDeniedPersons(input: ListFile, countryIn: CountryFinder): ReadList {
  const needed = ['Name', 'Effective_Date', 'Expiration_Date']
  const described = ['Street_Address', 'City', 'State', 'Postal_Code', 'Country', 'Action']
  const gathered = gatherEntries(countryIn)
  let rows = 0
  for (const { line, get } of namedRows(input, '\t', needed, 0, described)) {
    rows += 1
    const name = get('Name')
    if (name === '') throw new ListFault({ code: 'noName', file: input.file, line })
    const began = dateOf(input.file, line, 'Effective_Date', get('Effective_Date'))
    const expires = dateOf(input.file, line, 'Expiration_Date', get('Expiration_Date'))
    const address = ['Street_Address', 'City', 'State', 'Postal_Code', 'Country'].map(get)
    gathered.add({
      id: [name, began].filter(Boolean).join(' '),
      kind: 'other',
      name,
      programmes: ['DPL'],
      expires,
      details: { addresses: [addressOf(...address)], remarks: get('Action') },
    })
  }
  return finished(input.file, gathered.all(), { [input.file]: rows })
}

/** Returns the weak aliases, which are marked only in the remarks: `a.k.a. 'BNC'`. */
function weakAliasesIn(remarks: string): string[] {
  const [, ...after] = remarks.split(/\b[afn]\.k\.a\.,? '/)
  return after.flatMap((text) => /^(.+?)'(?:[.;,)]|$)/.exec(text)?.[1] ?? [])
}

/**
 * Reads OFAC's Specially Designated Nationals, or its other lists, from three files that are joined by entry number.
 */
export function readDesignatedNationals(
  sdn: ListFile,
  alt: ListFile,
  add: ListFile,
  countryIn: CountryFinder,
): ReadList {
  const rows = { [sdn.file]: 0, [alt.file]: 0, [add.file]: 0 }
  const numberIn = (file: string, line: number, cell = '') =>
    /^\d{1,12}$/.test(cell) ? cell : fail({ code: 'noNumber', file, line })
  const countIn = (file: string) => void (rows[file] = (rows[file] ?? 0) + 1)

  const aliases = new Map<string, string[]>()
  const addresses = new Map<string, string[]>()
  for (const { line, cells } of unnamedRows(alt, 5)) {
    countIn(alt.file)
    const number = numberIn(alt.file, line, cells[0])
    const name = cells[3] || fail({ code: 'noName', file: alt.file, line })
    aliases.set(number, [...(aliases.get(number) ?? []), name])
  }
  for (const { line, cells } of unnamedRows(add, 6)) {
    countIn(add.file)
    const number = numberIn(add.file, line, cells[0])
    const [, , street = '', city = '', country = ''] = cells
    const address = addressOf(street, city, country)
    if (address !== '') addresses.set(number, [...(addresses.get(number) ?? []), address])
  }

  const gathered = gatherEntries(countryIn)
  let highest = 0
  const strong = (names: readonly string[] = []) => names.map((name) => ({ name, quality: 'strong' as const }))
  for (const { line, cells } of unnamedRows(sdn, 12)) {
    countIn(sdn.file)
    const number = numberIn(sdn.file, line, cells[0])
    if (gathered.has(number)) throw new ListFault({ code: 'duplicateNumber', file: sdn.file, line, number })
    const [, name = '', type = '', programmes = '', , , , , , , , remarks = ''] = cells
    if (name === '') throw new ListFault({ code: 'noName', file: sdn.file, line })
    highest = Math.max(highest, Number(number))
    const weak = weakAliasesIn(remarks).map((name) => ({ name, quality: 'weak' as const }))
    gathered.add({
      id: number,
      // An entry without a stated type is a company.
      kind: type === '' ? 'company' : (kinds.get(type.toLowerCase()) ?? 'other'),
      name,
      aliases: [...strong(aliases.get(number)), ...weak],
      programmes: listed(programmes),
      details: { ...detailsInRemarks(remarks), addresses: addresses.get(number) ?? [], remarks },
    })
  }

  // A name is never dropped if the files are of different editions.
  const foreign = [...aliases].filter(([number]) => !gathered.has(number))
  for (const [number, [name = '', ...others]] of foreign)
    gathered.add({ id: number, kind: 'other', name, aliases: strong(others), programmes: [] })
  const amount = foreign.reduce((sum, [, names]) => sum + names.length, 0)
  const note: ReaderFinding | null =
    foreign.length > 0
      ? { code: 'foreignAliases', aliases: amount, entries: foreign.length, aliasFile: alt.file, mainFile: sdn.file }
      : null
  if (rows[sdn.file] === 0) throw new ListFault({ code: 'noEntries', file: sdn.file })
  return finished(sdn.file, gathered.all(), rows, { note, version: String(highest).padStart(12, '0') })
}

/** `SDGT; IRAN` or `SDGT] [IRAN`. */
function listed(text: string): string[] {
  return text
    .split(/\]\s*\[|;/)
    .map((one) => one.replaceAll(/[[\]]/g, '').trim())
    .filter(Boolean)
}

/** `12/31/2030` or `2030-12-31` as the latter; empty for an empty text. Throws ListFault for any other text. */
function dateOf(file: string, line: number, column: string, text: string): string | undefined {
  if (text === '') return undefined
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const iso = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = new Date(`${iso}T00:00:00Z`).getTime()
  const real = /^\d{4}-\d{2}-\d{2}$/.test(iso) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso)
  return real ? iso : fail({ code: 'notADate', file, line, column })
}

function fail(finding: ReaderFinding): never {
  throw new ListFault(finding)
}
