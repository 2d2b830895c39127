import type { EntryKind } from '../../list.ts'
import { gatherEntries } from '../entries.ts'
import { addressOf, birthDateOf, type CountryFinder, type StatedDetails } from '../entry-details.ts'
import { finished, type ReadList } from '../finished.ts'
import { ListFault } from './rows.ts'
import { namedRows, type ListFile } from './tables.ts'
import { childrenOf, elementsOf, type Element } from './xml.ts'

/** Reads the EU's consolidated list of financial sanctions, in either of its formats: XML and CSV, version 1.1. */
export const readEuropeanUnion = (input: ListFile, countryIn: CountryFinder): ReadList =>
  input.file.toLowerCase().endsWith('.xml') ? readXml(input, countryIn) : readCsv(input, countryIn)

const kinds: Record<string, EntryKind> = { p: 'person', person: 'person', e: 'company', enterprise: 'company' }
const kindOf = (code = '') => kinds[code.trim().toLowerCase()] ?? 'other'

function readXml(input: ListFile, countryIn: CountryFinder): ReadList {
  const gathered = gatherEntries(countryIn)
  let rows = 0
  let version = ''
  const elements = elementsOf(input, 'export', ['sanctionEntity'], ({ generationDate = '' }) => {
    version = generationDate.slice(0, 10)
  })
  for (const element of elements) {
    rows += 1
    const { euReferenceNumber = '', logicalId = '' } = element.attributes
    const id = euReferenceNumber || logicalId
    if (id === '') throw new ListFault({ code: 'noReference', file: input.file, line: element.line })
    if (gathered.has(id))
      throw new ListFault({ code: 'duplicateNumber', file: input.file, line: element.line, number: id })
    const names = childrenOf(element, 'nameAlias')
      .map(({ attributes: { wholeName = '', firstName = '', middleName = '', lastName = '', strong = 'true' } }) => ({
        name:
          wholeName.trim() ||
          [firstName, middleName, lastName]
            .map((part) => part.trim())
            .filter(Boolean)
            .join(' '),
        quality: strong === 'false' ? ('weak' as const) : ('strong' as const),
      }))
      .filter(({ name }) => name !== '')
    const [first] = names
    if (!first) throw new ListFault({ code: 'noName', file: input.file, line: element.line })
    const [subject] = childrenOf(element, 'subjectType')
    const regulations = childrenOf(element, 'regulation').map(({ attributes: { programme = '' } }) => programme)
    gathered.add({
      id,
      kind: kindOf(subject?.attributes['classificationCode'] ?? subject?.attributes['code']),
      name: first.name,
      aliases: names.slice(1),
      programmes: ['EU', ...regulations.filter(Boolean)],
      details: detailsOf(element),
    })
  }
  return finished(input.file, gathered.all(), { [input.file]: rows }, { version })
}

function detailsOf(element: Element): StatedDetails {
  const all = (name: string) => childrenOf(element, name).map(({ attributes }) => attributes)
  const country = ({ countryDescription = '' }: Record<string, string>) => countryDescription
  const codes = (name: string) => all(name).map(({ countryIso2Code = '' }) => countryIso2Code)
  const births = all('birthdate')
  return {
    addresses: all('address').map((one) =>
      addressOf(one['street'] ?? '', one['zipCode'] ?? '', one['city'] ?? '', country(one)),
    ),
    birthDates: births.map(({ birthdate = '', year = '', yearRangeFrom = '', yearRangeTo = '', circa }) =>
      birthDateOf(birthdate || year, [yearRangeFrom, yearRangeTo], circa === 'true'),
    ),
    birthPlaces: births.map((one) => addressOf(one['place'] ?? '', one['city'] ?? '', country(one))),
    nationalities: all('citizenship').map(country),
    remarks: childrenOf(element, 'remark')
      .map(({ text }) => text)
      .join(' '),
    countryCodes: {
      addresses: codes('address'),
      birthPlaces: codes('birthdate'),
      nationalities: codes('citizenship'),
    },
  }
}

const columns = {
  id: 'Entity_EU_ReferenceNumber',
  number: 'Entity_LogicalId',
  kind: 'Entity_SubjectType_ClassificationCode',
  programme: 'Entity_Regulation_Programme',
  name: 'NameAlias_WholeName',
  date: 'fileGenerationDate',
}

/** Optional columns that a reviewer compares with the person. */
const told = {
  remark: 'Entity_Remark',
  street: 'Address_Street',
  zipCode: 'Address_ZipCode',
  city: 'Address_City',
  country: 'Address_CountryDescription',
  countryCode: 'Address_CountryIso2Code',
  born: 'BirthDate_BirthDate',
  bornIn: 'BirthDate_Year',
  bornFrom: 'BirthDate_YearRangeFrom',
  bornTo: 'BirthDate_YearRangeTo',
  circa: 'BirthDate_Circa',
  birthPlace: 'BirthDate_Place',
  birthCity: 'BirthDate_City',
  birthCountry: 'BirthDate_CountryDescription',
  birthCountryCode: 'BirthDate_CountryIso2Code',
  citizenship: 'Citizenship_CountryDescription',
  citizenshipCode: 'Citizenship_CountryIso2Code',
}

function detailsIn(get: (column: string) => string): StatedDetails {
  return {
    addresses: [addressOf(get(told.street), get(told.zipCode), get(told.city), get(told.country))],
    birthDates: [
      birthDateOf(
        get(told.born) || get(told.bornIn),
        [get(told.bornFrom), get(told.bornTo)],
        get(told.circa) === 'true',
      ),
    ],
    birthPlaces: [addressOf(get(told.birthPlace), get(told.birthCity), get(told.birthCountry))],
    nationalities: [get(told.citizenship)],
    remarks: get(told.remark),
    countryCodes: {
      addresses: [get(told.countryCode)],
      birthPlaces: [get(told.birthCountryCode)],
      nationalities: [get(told.citizenshipCode)],
    },
  }
}

/** Reads a row for each name, address and birth of an entity; many have no name. */
function readCsv(input: ListFile, countryIn: CountryFinder): ReadList {
  const gathered = gatherEntries(countryIn)
  let rows = 0
  let version = ''
  for (const { line, get } of namedRows(input, ';', Object.values(columns), 0, Object.values(told))) {
    rows += 1
    version ||= dayOf(get(columns.date))
    const id = get(columns.id) || get(columns.number)
    if (id === '') throw new ListFault({ code: 'noReference', file: input.file, line })
    const name = get(columns.name)
    if (name === '' && !gathered.has(id)) throw new ListFault({ code: 'noName', file: input.file, line })
    gathered.add({
      id,
      kind: kindOf(get(columns.kind)),
      name,
      programmes: ['EU', get(columns.programme)].filter(Boolean),
      details: detailsIn(get),
    })
  }
  return finished(input.file, gathered.all(), { [input.file]: rows }, { version })
}

/** `27/02/2026` or `2026-02-27`, as the latter. */
function dayOf(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(text) ?? []
  return year ? `${year}-${month}-${day}` : text.slice(0, 10)
}
