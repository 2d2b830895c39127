import type { ListEntry } from '../list.ts'
import { tokensOf } from './tokens.ts'
import { commonCompanyWords, companyForms } from './word-lists.ts'

/** Business words that are also names of people: one alone does not make a company. */
const surnamesToo = new Set(
  (
    'east first fund gold golden good grand great green high hold home house key land law line lines little motor north ' +
    'ocean precision prime river royal shop silver south star store sun top west wood works'
  ).split(' '),
)
/** Russian legal forms, which precede the name; as a last word they are ordinary forms. */
const leadingForms = new Set('ao cjsc fgup fgbu gup jsc llc nao oao ojsc ooo pao pjsc psc zao'.split(' '))

/**
 * Returns how the names of an entry are read: as a person's or as a company's, including ships and aircraft. An entry
 * of unknown kind is a person unless one of its names has a business word or a company form; "LAST, First" is always a
 * person.
 */
export function kindOf({ kind, names }: Pick<ListEntry, 'kind' | 'names'>): 'person' | 'company' {
  if (kind !== 'other') return kind === 'person' ? 'person' : 'company'
  if (isInverted(names[0]?.name ?? '')) return 'person'
  return names.some(({ name }) => isBusinessName(name)) ? 'company' : 'person'
}

/** Whether a name of unknown kind has a word used only by organisations. */
export function isBusinessName(name: string): boolean {
  if (isInverted(name)) return false
  const words = tokensOf(name, 'person').map(({ word }) => word)
  const business = words.filter((word) => word.length > 2 && commonCompanyWords.has(word))
  return business.some((word) => !surnamesToo.has(word)) || new Set(business).size > 1 || hasForm(name, words)
}

/** Letters with dots, as in "S.A.", are one word only in a company's name, which also omits forms. */
function hasForm(name: string, words: readonly string[]): boolean {
  if (words.length > 1 && leadingForms.has(words[0] ?? '')) return true
  const last = /(?<![^\s,])[^\s,]+$/.exec(name.replace(/(?<![\s.,)])[\s.,)]+$/, ''))?.[0] ?? ''
  const form = last.toLowerCase().replaceAll(/[^a-z]/g, '')
  return words.length > 1 && companyForms.has(form) && !romanNumerals.has(form)
}
const romanNumerals = new Set(['iv'])

/** "LAST, First": a company form does not follow the comma, and a business word does not precede it. */
function isInverted(name: string): boolean {
  const [last = '', first = ''] = name.split(/,(.*)/)
  if (first.trim() === '') return false
  const given = tokensOf(first, 'company').map(({ word }) => word)
  if (given.every((word) => companyForms.has(word))) return false
  const words = tokensOf(last, 'person').map(({ word }) => word)
  return words.length < 2 || !words.some((word) => commonCompanyWords.has(word))
}
