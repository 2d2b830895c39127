import type { EntryKind, NameQuality } from '../../list.ts'
import { gatherEntries } from '../entries.ts'
import { addressOf, type CountryFinder, type StatedDetails } from '../entry-details.ts'
import { finished, type ReadList } from '../finished.ts'
import { ListFault } from './rows.ts'
import { namedRows, type ListFile } from './tables.ts'
import { textOf } from './text.ts'
import { elementsOf, textIn, within, type Element } from './xml.ts'

/**
 * Reads the UK Sanctions List, in either of its formats: XML and CSV. An entry is identified by its unique ID,
 * `RUS0001`.
 */
export const readUnitedKingdom = (input: ListFile, countryIn: CountryFinder): ReadList =>
  input.file.toLowerCase().endsWith('.xml') ? readXml(input, countryIn) : readCsv(input, countryIn)

const kinds: Record<string, EntryKind> = { individual: 'person', entity: 'company', ship: 'vessel' }
const kindOf = (text: string) => kinds[text.toLowerCase()] ?? 'other'
/** Name 6 is the surname, or the whole name of a company or a ship. */
const order = ['1', '2', '3', '4', '5', '6']
const qualityOf = (type: string, strength: string): NameQuality =>
  /primary/i.test(type) && !/variation/i.test(type) ? 'primary' : /low/i.test(strength) ? 'weak' : 'strong'

function readXml(input: ListFile, countryIn: CountryFinder): ReadList {
  const gathered = gatherEntries(countryIn)
  let rows = 0
  let version = ''
  for (const element of elementsOf(input, 'Designations', ['DateGenerated', 'Designation'])) {
    if (element.name === 'DateGenerated') {
      version ||= dayOf(element.text)
      continue
    }
    rows += 1
    const id = textIn(element, 'UniqueID')
    if (id === '') throw new ListFault({ code: 'noReference', file: input.file, line: element.line })
    const names = within(element, 'Name')
      .map((name) => ({
        name: order
          .map((at) => textIn(name, `Name${at}`))
          .filter(Boolean)
          .join(' '),
        quality: qualityOf(textIn(name, 'NameType'), textIn(name, 'AliasStrength')),
      }))
      .filter(({ name }) => name !== '')
      .toSorted((one, other) => Number(other.quality === 'primary') - Number(one.quality === 'primary'))
    const [first] = names
    if (!first) throw new ListFault({ code: 'noName', file: input.file, line: element.line })
    const own = within(element, 'NameNonLatinScript').map(({ text }) => ({
      name: text.trim(),
      quality: 'strong' as const,
    }))
    const kind = kindOf(textIn(element, 'IndividualEntityShip'))
    const programmes = ['UK', textIn(element, 'RegimeName')].filter(Boolean)
    gathered.add({
      id,
      kind,
      name: first.name,
      aliases: [...names.slice(1), ...own],
      programmes,
      details: detailsOf(element),
    })
  }
  return finished(input.file, gathered.all(), { [input.file]: rows }, { version })
}

function detailsOf(element: Element): StatedDetails {
  const texts = (...names: string[]) => names.flatMap((name) => within(element, name).map(({ text }) => text))
  const lines = ['1', '2', '3', '4', '5', '6'].map((at) => `AddressLine${at}`)
  return {
    addresses: within(element, 'Address').map((one) =>
      addressOf(...[...lines, 'AddressPostalCode', 'AddressCountry'].map((part) => textIn(one, part))),
    ),
    birthDates: texts('DOB'),
    birthPlaces: within(element, 'Location').map((one) =>
      addressOf(textIn(one, 'TownOfBirth'), textIn(one, 'CountryOfBirth')),
    ),
    nationalities: texts('Nationality'),
    remarks: texts('OtherInformation', 'UKStatementofReasons').join(' '),
  }
}

const columns = {
  id: 'Unique ID',
  type: 'Name type',
  strength: 'Alias strength',
  own: 'Name non-latin script',
  regime: 'Regime Name',
  kind: 'Designation Type',
}

/** Optional columns that a reviewer compares with the person. */
const told = {
  postcode: 'Address Postal Code',
  country: 'Address Country',
  born: 'D.O.B',
  nationality: 'Nationality(/ies)',
  birthTown: 'Town of birth',
  birthCountry: 'Country of birth',
  information: 'Other Information',
  reasons: 'UK Statement of Reasons',
}
const addressLines = [1, 2, 3, 4, 5, 6].map((at) => `Address Line ${at}`)

/** Several values of one cell are numbered or separated by bars: `(1) Iran (2) Iraq`. */
const several = (text: string) => text.split(/\(\d+\)|\|/)

function detailsIn(get: (column: string) => string): StatedDetails {
  const [towns, countries] = [several(get(told.birthTown)), several(get(told.birthCountry))]
  const oneTown = towns.length === 1 && countries.length === 1
  return {
    addresses: [addressOf(...addressLines.map(get), get(told.postcode), get(told.country))],
    birthDates: several(get(told.born)),
    birthPlaces: oneTown ? [addressOf(...towns, ...countries)] : [...towns, ...countries],
    nationalities: several(get(told.nationality)),
    remarks: [get(told.information), get(told.reasons)].join(' '),
  }
}

/** A row for each name and address. A line above the column names contains the date of the file. */
function readCsv(input: ListFile, countryIn: CountryFinder): ReadList {
  const gathered = gatherEntries(countryIn)
  let rows = 0
  const [piece = ''] = textOf(input.file, input.content)
  const [, made] = /^"?Report Date: ?([^",\r\n]+)/i.exec(piece) ?? []
  const needed = [...Object.values(columns), ...order.map((at) => `Name ${at}`)]
  for (const { line, get } of namedRows(input, ',', needed, made === undefined ? 0 : 1, [
    ...Object.values(told),
    ...addressLines,
  ])) {
    rows += 1
    const id = get(columns.id)
    if (id === '') throw new ListFault({ code: 'noReference', file: input.file, line })
    const name = order
      .map((at) => get(`Name ${at}`))
      .filter(Boolean)
      .join(' ')
    const own = get(columns.own)
    if (name === '' && own === '' && !gathered.has(id)) throw new ListFault({ code: 'noName', file: input.file, line })
    const quality = qualityOf(get(columns.type), get(columns.strength))
    const names = [
      { name, quality },
      { name: own, quality: 'strong' as const },
    ].filter((one) => one.name !== '')
    const [first = { name: '', quality }, ...others] = names
    const programmes = ['UK', get(columns.regime)].filter(Boolean)
    const row = { id, kind: kindOf(get(columns.kind)), programmes, details: detailsIn(get) }
    if (gathered.has(id)) gathered.add({ ...row, name: '', aliases: names })
    else gathered.add({ ...row, name: first.name, aliases: others })
  }
  return finished(input.file, gathered.all(), { [input.file]: rows }, { version: dayOf(made ?? '') })
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** `12-Mar-2026` or `12/03/2026` as `2026-03-12`; empty for any other text. */
function dayOf(text: string): string {
  const written = /^(\d{1,2})[- /](\d{1,2}|[A-Za-z]{3})[a-z]*[- /](\d{4})/.exec(text.trim())
  const [, day = '', month = '', year = ''] = written ?? []
  const number = Number(month) || months.indexOf(month.toLowerCase()) + 1
  return number > 0 ? `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}` : ''
}
