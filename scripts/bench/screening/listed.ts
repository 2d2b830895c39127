import { tokensOf, type DeniedPartyList, type ListedName, type ListEntry, type NameScreener } from 'name-screening'
import { nameKey } from '../../../domain/screening/screening.ts'
import { line, percent, type BenchResult } from '../bench-result.ts'
import { edits } from './edits.ts'
import { seededRandom } from './random.ts'

export type Question = { person: string; company: string; entry?: string }

/** One typing error in a thousand names is a small sample, so each seed makes other errors. */
const typingSeeds = [1, 2, 3, 4, 5, 77]

/**
 * Measures listed names as people enter them: unchanged, by first and last name, misspelt, in their own script, as an
 * acronym.
 */
export function listedNames(
  lists: readonly DeniedPartyList[],
): [what: string, names: Question[], least: number | null][] {
  const un = entriesOf(lists.filter(({ name }) => name.startsWith('UN ')))
  const mistyped = typingSeeds.flatMap((seed) => {
    const random = seededRandom(seed)
    return un.flatMap((entry) => {
      const typed = edits['one typing error']?.make(entry.names[0]?.name ?? '', whoIs(entry), random)
      return typed ? [questionOf(entry, typed)] : []
    })
  })
  const all = entriesOf(lists)
  return [
    ['listed people, first + last name', all.flatMap((entry) => asTheFormAsks(entry, 'whole')), 0.95],
    ['listed people, first + first of two surnames', all.flatMap((entry) => asTheFormAsks(entry, 'first')), null],
    ['names of the UN list', un.map((entry) => questionOf(entry, entry.names[0]?.name ?? '')), 1],
    ['names of the UN list, a typing error in each', mistyped, 0.995],
  ]
}

/** Measures listed names against an index without them: whether other names of the entry find them. */
export function withoutTheName(
  lists: readonly DeniedPartyList[],
): [what: string, names: Question[], lists: readonly DeniedPartyList[], least: number | null][] {
  const random = seededRandom(78)
  const taken = (belongs: (entry: ListEntry, listed: ListedName) => boolean, all = false) => {
    const names: Question[] = []
    const rest = lists.map((list) => ({
      ...list,
      entries: list.entries.map((entry) => {
        const found = entry.names.slice(1).filter((listed) => belongs(entry, listed))
        const out = all || found.length === 0 ? found : [random.of(found)]
        names.push(...out.map(({ name }) => questionOf(entry, name)))
        return { ...entry, names: entry.names.filter((listed) => !out.includes(listed)) }
      }),
    }))
    return [names, rest] as const
  }
  const inArabic = (kind: ListEntry['kind']) =>
    taken((entry, { name }) => entry.kind === kind && /[\u0600-\u06FF]/.test(name), true)
  const strong = ({ quality }: ListedName) => quality !== 'weak'
  const people = taken((entry, listed) => entry.kind === 'person' && strong(listed))
  const companies = taken((entry, listed) => entry.kind === 'company' && strong(listed))
  const acronyms = taken((entry, { name }) => entry.kind === 'company' && isInitialsOf(name, entry))
  return [
    ['people in Arabic script, taken out', ...inArabic('person'), 0.8],
    ['organisations in Arabic script, taken out', ...inArabic('company'), null],
    ['people by an alias that was taken out', ...people, null],
    ['companies by an alias that was taken out', ...companies, null],
    ['companies by their initials, taken out', ...acronyms, null],
  ]
}

/** Whether an alias consists of the initials of another name of its entry, with or without small words and forms. */
function isInitialsOf(name: string, entry: ListEntry): boolean {
  if (!/^[A-Z.]{4,12}$/.test(name)) return false
  const letters = name.toLowerCase().replaceAll('.', '')
  return entry.names.some((other) =>
    (['person', 'company'] as const).some((who) => {
      const words = tokensOf(other.name, who).map(({ word }) => word)
      const telling = words.filter((word) => word.length > 3)
      return [words, telling].some((some) => some.length > 2 && some.map((word) => word[0]).join('') === letters)
    }),
  )
}

const entriesOf = (lists: readonly DeniedPartyList[]) => lists.flatMap(({ entries }) => entries)
export const whoIs = ({ kind }: ListEntry) => (kind === 'person' ? 'person' : 'company')

/** People write their own name "First Last"; the lists write "LAST, First". */
export function asWritten(name: string, entry: ListEntry): string {
  const [last = '', first] = name.split(/,(.*)/)
  return whoIs(entry) === 'person' && first !== undefined ? `${first.trim()} ${last.trim()}` : name
}

/** Returns all listed names, for comparison. */
export const keysOf = (lists: readonly DeniedPartyList[]): Set<string> =>
  new Set(entriesOf(lists).flatMap(({ names }) => names.map(({ name }) => nameKey(name))))

function questionOf(entry: ListEntry, name: string): Question {
  return { person: '', company: '', [whoIs(entry)]: asWritten(name, entry), entry: entry.id }
}

/** Returns `LAST, First Middle` as a form requests it, or with the first of two surnames. */
function asTheFormAsks({ id, kind, names: [primary] }: ListEntry, surname: 'whole' | 'first'): Question[] {
  const [, last = '', first = ''] = /^([^,]+), (\S{2,})(?: \S|$)/.exec(primary?.name ?? '') ?? []
  if (kind !== 'person' || !/^\p{L}/u.test(first)) return []
  const more = / \S/.test((primary?.name ?? '').slice(last.length + 2))
  if (surname === 'whole') return more && last !== '' ? [{ person: `${first} ${last}`, company: '', entry: id }] : []
  const [one = '', two] = last.split(' ')
  return two !== undefined && last.split(' ').length === 2 && one.length > 3
    ? [{ person: `${first} ${one}`, company: '', entry: id }]
    : []
}

/** Returns the shares of names put on hold and flagged; for listed names only by their own entry. */
export function rates(screen: NameScreener, all: readonly Question[]): { held: number; stopped: number } {
  let [held, stopped] = [0, 0]
  for (const { entry, ...names } of all) {
    const found = screen(names, '1980-01-01').filter((match) => entry === undefined || match.entry === entry)
    if (found.length > 0) stopped += 1
    if (found.some(({ holds }) => holds)) held += 1
  }
  return { held, stopped }
}

export function rateLine(
  what: string,
  count: number,
  { held, stopped }: { held: number; stopped: number },
  goal: string,
  met: boolean | null,
): BenchResult {
  const share = (part: number) => `${percent(part / Math.max(1, count))} (${part})`
  return line(`${count} ${what}`, `held ${share(held)}, stopped ${share(stopped)}`, goal, met)
}
