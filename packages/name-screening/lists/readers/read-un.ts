import { gatherEntries } from '../entries.ts'
import { addressOf, birthDateOf, type CountryFinder, type StatedDetails } from '../entry-details.ts'
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
    const aliases = childrenOf(element, person ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS').flatMap((alias) => {
      const quality = textIn(alias, 'QUALITY').toLowerCase() === 'low' ? ('weak' as const) : ('strong' as const)
      return namesIn(textIn(alias, 'ALIAS_NAME'), person).map((one) => ({ name: one, quality }))
    })
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

/** Semicolons outside brackets. */
const severalNames = /;(?!(?:[^()]|\([^()]*\))*\))/
/** The time to split a text grows with its square. */
const longestAlias = 2000
const remark = /,? born\b[^]*| - sub-unit name$/i
/** Brackets at the end, which may contain others. */
const bracketsAtEnd = /^(.*\S)\s*\(((?:[^()]|\([^()]*\))*)\)$/
const isLatin = (text: string) => /\p{Script=Latin}/u.test(text)

/**
 * Returns the names in an alias: `A; B`, `A (original script: B)`, `A (B; C)`. Other brackets at the end of a person's
 * alias are a remark; those of an organisation may be its initials.
 */
function namesIn(alias: string, person: boolean): string[] {
  if (alias.length > longestAlias) return [alias]
  const text = alias
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\(original script\)/gi, '')
    .replaceAll(/\s[b-z]\)\s/g, '; ')
  return text.split(severalNames).flatMap((part) => {
    const name = part
      .replace(/(?<![\s,])[\s,]+$/, '')
      .replace(remark, '')
      .trim()
    const [, outside = '', inside = ''] = bracketsAtEnd.exec(name) ?? []
    if (outside === '') return name
    const others = inside.replace(/^original script:/i, '')
    const hasNames = others.includes(';') || isLatin(others) !== isLatin(outside)
    const all = hasNames ? namesIn(others, person) : person ? [] : [name]
    return [...namesIn(outside, person), ...all]
  })
}

function detailsOf(element: Element): StatedDetails {
  const places = (name: string) =>
    childrenOf(element, name).map((place) =>
      addressOf(...['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY'].map((part) => textIn(place, part))),
    )
  return {
    addresses: [...places('INDIVIDUAL_ADDRESS'), ...places('ENTITY_ADDRESS')],
    birthDates: childrenOf(element, 'INDIVIDUAL_DATE_OF_BIRTH').map((born) => {
      const note = textIn(born, 'NOTE')
      const circa = [textIn(born, 'TYPE_OF_DATE'), note].some((text) => /^approximately$/i.test(text))
      return (
        birthDateOf(
          textIn(born, 'DATE') || textIn(born, 'YEAR'),
          [textIn(born, 'FROM_YEAR'), textIn(born, 'TO_YEAR')],
          circa,
        ) || note
      )
    }),
    birthPlaces: places('INDIVIDUAL_PLACE_OF_BIRTH'),
    nationalities: childrenOf(element, 'NATIONALITY').flatMap((one) => within(one, 'VALUE').map(({ text }) => text)),
    remarks: textIn(element, 'COMMENTS1'),
  }
}
