import { comparisonVersion, type DeniedPartyList } from 'name-screening'
import { createHash } from 'node:crypto'
import { basisOf } from '../../domain/screening/basis.ts'
import { createScreener, type ScreeningOutcome, type ScreeningFacts } from '../../domain/screening/screening.ts'
import type { ListVersion, Rules } from './port.ts'
import { isoDay } from '../../domain/calendar.ts'

export type Matcher = (facts: ScreeningFacts, now: Date) => ScreeningOutcome

/** Returns the comparer for these lists, with everything that can be computed beforehand. */
export function matcherOf(lists: readonly DeniedPartyList[], { countries, thresholds }: Rules): Matcher {
  const screen = createScreener(lists, countries, thresholds)
  return (facts, now) => screen(facts, isoDay(now))
}

export function editionOf({ name, hash, date }: ListVersion): ListVersion {
  return { name, hash, date }
}

/** What a result depends on beside the person, as a text that is the same whenever it is the same. */
export function fingerprintOf(listVersions: readonly Pick<ListVersion, 'name' | 'hash'>[], rules: Rules): string {
  const lists = listVersions.map(({ name, hash }) => `${name} ${hash}`).toSorted()
  return basisOf({ names: hashOf(JSON.stringify([comparisonVersion, ...lists])), ...rules }, hashOf)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)
