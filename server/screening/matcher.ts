import { comparisonVersion, type DeniedPartyList } from 'name-screening'
import { createHash } from 'node:crypto'
import { basisOf } from '../../domain/screening/basis.ts'
import { createScreener, type Outcome, type ScreeningFacts } from '../../domain/screening/screening.ts'
import { sanctionedRegions } from '../../domain/screening/regions.ts'
import type { ListVersion, Rules } from './port.ts'

export type Matcher = (facts: ScreeningFacts, now: Date) => Outcome

/** Returns the comparer for these lists, with everything that can be computed beforehand. */
export function matcherOf(lists: readonly DeniedPartyList[], { countries, thresholds }: Rules): Matcher {
  const screen = createScreener(lists, countries, thresholds)
  return (facts, now) => screen(facts, now.toISOString().slice(0, 10))
}

export function editionOf({ name, hash, date }: ListVersion): ListVersion {
  return { name, hash, date }
}

/** Returns an identifier of everything besides the person on which a result depends. */
export function fingerprintOf(listVersions: readonly Pick<ListVersion, 'name' | 'hash'>[], rules: Rules): string {
  const lists = listVersions.map(({ name, hash }) => `${name} ${hash}`).toSorted()
  const { countries, thresholds } = rules
  const { hold, lookHolds = false, ...others } = thresholds
  const found = {
    comparison: comparisonVersion,
    lists,
    thresholds: others,
    denied: [...countries.denied].toSorted(),
    look: [...countries.look].toSorted(),
    regions: [...sanctionedRegions, ...(countries.regions ?? [])],
  }
  return basisOf(hashOf(found), hashOf({ hold, lookHolds }))
}

const hashOf = (value: object) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
