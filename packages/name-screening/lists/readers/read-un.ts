import { gatherEntries } from '../entries.ts'
import { addressOf, type CountryFinder, type StatedDetails } from '../entry-details.ts'
import { finished, type ReadList } from '../finished.ts'
import { ListFault } from './rows.ts'
import type { ListFile } from './tables.ts'
import { childrenOf, elementsOf, textIn, within, type Element } from './xml.ts'

const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

/**
 * Reads the UN Security Council's consolidated list, in XML. An entry is identified by its reference number, `QDi.001`.
 */
export function readUnitedNations(input: ListFile, countryIn: CountryFinder): ReadList {
  const gathered = gatherEntries(countryIn)
  let rows = 0
  let version = ''
  const elements = elementsOf(input, 'CONSOLIDATED_LIST', ['INDIVIDUAL', 'ENTITY'], ({ dateGenerated = '' }) => {
    version = dateGenerated.slice(0, 10)
  })
  for (const element of elements) {
    rows += 1
    const person = element.name === 'INDIVIDUAL'
    const name = parts
      .map((part) => textIn(element, part))
      .filter(Boolean)
      .join(' ')
    if (name === '') throw new ListFault({ code: 'noName', file: input.file, line: element.line })
    const id = textIn(element, 'REFERENCE_NUMBER') || textIn(element, 'DATAID')
    if (id === '') throw new ListFault({ code: 'noReference', file: input.file, line: element.line })
    if (gathered.has(id))
      throw new ListFault({ code: 'duplicateNumber', file: input.file, line: element.line, number: id })
    const aliases = childrenOf(element, person ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS').map((alias) => ({
      name: textIn(alias, 'ALIAS_NAME'),
      quality: textIn(alias, 'QUALITY').toLowerCase() === 'low' ? ('weak' as const) : ('strong' as const),
    }))
    const own = textIn(element, 'NAME_ORIGINAL_SCRIPT')
    gathered.add({
      id,
      kind: person ? 'person' : 'company',
      name,
      aliases: [...aliases, { name: own, quality: 'strong' as const }],
      programmes: ['UN', textIn(element, 'UN_LIST_TYPE')].filter(Boolean),
      details: detailsOf(element),
    })
  }
  return finished(input.file, gathered.all(), { [input.file]: rows }, { version })
}

function detailsOf(element: Element): StatedDetails {
  const places = (name: string) =>
    childrenOf(element, name).map((place) =>
      addressOf(...['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY'].map((part) => textIn(place, part))),
    )
  return {
    addresses: [...places('INDIVIDUAL_ADDRESS'), ...places('ENTITY_ADDRESS')],
    birthDates: childrenOf(element, 'INDIVIDUAL_DATE_OF_BIRTH').map((born) => {
      const [from, to] = [textIn(born, 'FROM_YEAR'), textIn(born, 'TO_YEAR')]
      return textIn(born, 'DATE') || textIn(born, 'YEAR') || [from, to].filter(Boolean).join(' – ')
    }),
    birthPlaces: places('INDIVIDUAL_PLACE_OF_BIRTH'),
    nationalities: childrenOf(element, 'NATIONALITY').flatMap((one) => within(one, 'VALUE').map(({ text }) => text)),
    remarks: textIn(element, 'COMMENTS1'),
  }
}
