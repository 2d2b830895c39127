import type { DeniedPartyList, EntryDetails, EntryKind } from './list.ts'
import { isBusinessName } from './matching/kinds.ts'
import { indexNames, type IndexedName } from './matching/name-index.ts'
import { cached } from './matching/cached.ts'
import { searchNames, type Match } from './matching/search.ts'
import { tokensOf } from './matching/tokens.ts'
import type { Breakdown } from './matching/score.ts'

export type { ReaderFinding, ReaderFindings } from './lists/findings.ts'
export type {
  CountryField,
  DeniedPartyList,
  EntryDetails,
  EntryKind,
  ListedName,
  ListEntry,
  NameQuality,
} from './list.ts'
export { tokensOf } from './matching/tokens.ts'
export { commonCompanyWords, companyForms, smallWords } from './matching/word-lists.ts'
export { jaroWinkler } from './spelling/jaro-winkler.ts'
export { normaliseName } from './spelling/normalise.ts'
export { steps } from './steps.ts'

/**
 * Scores from 0 to 1: `hold` puts a person on hold, `look` flags them for review; `lookHolds`: flagged people are on
 * hold as well.
 */
export type Thresholds = { hold: number; look: number; lookHolds?: boolean }

/** The matching words, in the spelling of each name; `weight`: 0 to about 1 per word. */
export type MatchedWords = { compared: string[]; listed: string[]; likeness: number; weight: number }

/**
 * Whether the entry contains the person's country, and the share (0 to 1) of the list's entries with any country that
 * contain it: agreement is weak evidence if many do. Not part of the score.
 */
export type CountryEvidence = { agrees: boolean; share: number }

/** A listed name that resembles a person's or a company's, with all that a reviewer needs. */
export type ListMatch = {
  list: string
  listDate: string
  entry: string
  entryKind: EntryKind
  programmes: readonly string[]
  /** The entry's primary name, if another one matched. */
  entryName?: string
  /** The listed name, and the person's or the company's name compared with it. */
  alias: string
  compared: string
  /** The names in Latin letters as they were compared, if they are in another script. */
  readings?: { compared?: string; listed?: string }
  score: number
  matched: MatchedWords[]
  breakdown: Breakdown
  /** The publisher's data on the entry other than its names. */
  details?: EntryDetails
  place?: CountryEvidence
  /** The day on which the order ended. */
  expired?: string
  holds: boolean
}

/**
 * Compares a person's and a company's name with the lists: the most similar entries first, those that cause a hold
 * before the others.
 */
export type NameScreener = (names: { person: string; company: string; country?: string }, today: string) => ListMatch[]

/** Chosen by measurement: docs/decisions/0012-comparison-of-names.md of the repository. */
export const defaultThresholds: Thresholds = { hold: 0.82, look: 0.72 }

/**
 * Raise it with every change of the comparison that changes a score. It is part of what a result depends on, so that
 * everyone is screened again after the update.
 */
export const comparisonVersion = 5

/**
 * The maximum number of matches of one name that are only flagged for review. An approval is for each entry, so it must
 * be more than any real name has.
 */
const mostLooks = 100
/** Many people belong to one company, so the results for this many names are cached. */
const maxCached = 2000

/** Creates a screener for these lists. Done once while they are in force, because 25,000 names take a second or two. */
export function createNameScreener(lists: readonly DeniedPartyList[], thresholds: Thresholds): NameScreener {
  const { hold, look, lookHolds = false } = thresholds
  const index = indexNames(lists)
  const search = (who: 'person' | 'company') => (name: string) =>
    searchNames(index, name, who, look, (found) => fits(who, found) !== 'no')
  const [people, companies] = [search('person'), cached(maxCached, search('company'))]
  const sharesOf = new Map(lists.map(({ name, entries }) => [name, countryShares(entries)]))
  return ({ person, company, country = '' }, today) => {
    const found = [
      ...people(person).map((match) => [match, 'person', person] as const),
      ...companies(company).map((match) => [match, 'company', company] as const),
    ]
    const best = new Map<string, { reason: ListMatch; who: 'person' | 'company' }>()
    for (const [match, who, compared] of found) {
      const { entry, list, listed } = match.name
      const across = fits(who, match.name) === 'across'
      if (across && !isWhole(match)) continue
      // An entry of unknown kind may name a person and their company: a person with that whole name is put on hold.
      const onlyFlagged = across && (entry.kind !== 'other' || isBusinessName(listed.name))
      const first = entry.names[0]?.name
      const expired = entry.expires !== undefined && entry.expires < today
      const reason: ListMatch = {
        list: list.name,
        listDate: list.date,
        entry: entry.id,
        entryKind: entry.kind,
        programmes: entry.programmes,
        ...(first !== undefined && first !== listed.name ? { entryName: first } : {}),
        alias: listed.name,
        compared: compared.trim(),
        ...readingsOf(match, compared),
        score: rounded(match.comparison.score),
        matched: matchedWords(match),
        breakdown: match.comparison.breakdown,
        ...(entry.details ? { details: entry.details } : {}),
        ...placeEvidence(entry.details, country, sharesOf.get(list.name)),
        ...(expired ? { expired: entry.expires } : {}),
        holds: !expired && (lookHolds || (!onlyFlagged && !match.weak && match.comparison.score >= hold)),
      }
      const key = `${list.name}\n${entry.id}`
      const before = best.get(key)
      if (!before || rank(reason) > rank(before.reason)) best.set(key, { reason, who })
    }
    const looks = { person: 0, company: 0 }
    return [...best.values()]
      .toSorted((one, other) => rank(other.reason) - rank(one.reason))
      .filter(({ reason: { holds, score }, who }) => (holds && score >= hold) || ++looks[who] <= mostLooks)
      .map(({ reason }) => reason)
  }
}

/** Returns the share of the entries with a country that contain each country. */
function countryShares(entries: DeniedPartyList['entries']): Map<string, number> {
  const counts = new Map<string, number>()
  let all = 0
  for (const { details } of entries) {
    if (!details?.countries) continue
    all += 1
    for (const country of details.countries) counts.set(country, (counts.get(country) ?? 0) + 1)
  }
  return new Map([...counts].map(([country, count]) => [country, count / all]))
}

function placeEvidence(
  details: EntryDetails | undefined,
  country: string,
  shares: ReadonlyMap<string, number> | undefined,
): { place?: CountryEvidence } {
  if (country === '' || !details?.countries) return {}
  return { place: { agrees: details.countries.includes(country), share: rounded(shares?.get(country) ?? 0) } }
}

const rank = ({ holds, score }: ListMatch) => score + (holds ? 1 : 0)
const rounded = (score: number) => Math.round(score * 1000) / 1000

/**
 * People are compared with people and companies with companies. `across`: a company may have a listed person's or
 * ship's name, and a company's name may be entered as a person's; such a match counts only for a whole name. An entry
 * of unknown kind is not a person only if it has a business word.
 */
function fits(
  who: 'person' | 'company',
  { entry: { kind }, readAs }: Pick<IndexedName, 'entry' | 'readAs'>,
): 'alike' | 'across' | 'no' {
  if (kind === 'other') return who === 'person' && readAs === 'company' ? 'across' : 'alike'
  if (kind === who) return 'alike'
  return who === 'person' && kind !== 'company' ? 'no' : 'across'
}

/** Whether the names match as a whole: at least two words, and nothing of weight remains. */
function isWhole({ comparison: { pairs, breakdown, score } }: Match): boolean {
  const { contradicting, askedOnly, listedOnly } = breakdown
  const words = pairs.reduce((sum, { listed }) => sum + listed.length, 0)
  return words > 1 && score >= 0.9 && contradicting + askedOnly + listedOnly < 0.08
}

const otherScript = /(?!\p{Script=Latin})\p{L}/u

function readingsOf({ asked, name }: Match, compared: string): Pick<ListMatch, 'readings'> {
  const [own, listed] = [otherScript.test(compared), otherScript.test(name.listed.name)]
  if (!own && !listed) return {}
  const latin = (tokens: { word: string }[]) => tokens.map(({ word }) => word).join(' ')
  return {
    readings: {
      ...(own ? { compared: latin(asked.tokens) } : {}),
      ...(listed ? { listed: latin(tokensOf(name.listed.name, name.readAs)) } : {}),
    },
  }
}

function matchedWords(match: Match): MatchedWords[] {
  const { asked, comparison, name } = match
  const listed = tokensOf(name.listed.name, name.readAs)
  const written = (tokens: { written: string }[], places: readonly number[]) => [
    ...new Set(places.map((at) => tokens[at]?.written ?? '')),
  ]
  return comparison.pairs.map((pair) => ({
    compared: written(asked.tokens, pair.asked),
    listed: written(listed, pair.listed),
    likeness: rounded(pair.likeness),
    weight: rounded(pair.weight),
  }))
}
