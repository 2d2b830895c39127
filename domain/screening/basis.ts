import type { Thresholds } from 'name-screening'
import { sanctionedRegions, type SanctionedRegion } from './regions.ts'
import type { Countries } from './screening.ts'

/**
 * What a result depends on beside the person. `names` identifies the lists and the comparison; `regions` has, for each
 * country, what its regions are recognised by.
 */
type Basis = Required<Thresholds> & {
  names: string
  denied: readonly string[]
  review: readonly string[]
  regions: Readonly<Record<string, string>>
}

/** The people whose result may differ between two bases: those with a name found on a list, and those in the countries. */
export type AffectedPeople = 'everyone' | { listed: boolean; countries: readonly string[] }

/** A basis as a text that is the same whenever the basis is. `hashOf` makes a long text short. */
export function basisOf(
  { names, countries, thresholds }: { names: string; countries: Countries; thresholds: Thresholds },
  hashOf: (text: string) => string,
): string {
  const { hold, look, lookHolds = false } = thresholds
  const basis: Basis = {
    names,
    hold,
    look,
    lookHolds,
    denied: [...countries.denied].toSorted(),
    review: [...countries.look].toSorted(),
    regions: byCountry([...sanctionedRegions, ...(countries.regions ?? [])], hashOf),
  }
  return JSON.stringify(basis)
}

/** In their order: of two regions that fit a place, the first counts. */
function byCountry(regions: readonly SanctionedRegion[], hashOf: (text: string) => string): Record<string, string> {
  const countries = [...new Set(regions.flatMap(({ countries: of }) => of))].toSorted()
  return Object.fromEntries(
    countries.map((country) => {
      const own = regions.filter(({ countries: of }) => of.includes(country))
      const recognisedBy = own.map(({ key, name, codes, names, postcodes }) => [key, name, codes, names, postcodes])
      return [country, hashOf(JSON.stringify(recognisedBy))]
    }),
  )
}

/** Returns the people whose result may change from the basis `before` to `after`. */
export function affectedBy(before: string, after: string): AffectedPeople {
  const [one, other] = [JSON.parse(before) as Basis, JSON.parse(after) as Basis]
  // Above a higher threshold no name is found that was not found before.
  if (one.names !== other.names || other.look < one.look) return 'everyone'
  const differing = [
    ...changed(one.denied, other.denied),
    ...changed(one.review, other.review),
    ...Object.keys({ ...one.regions, ...other.regions }).filter((key) => one.regions[key] !== other.regions[key]),
  ]
  return {
    listed: one.look !== other.look || one.hold !== other.hold || one.lookHolds !== other.lookHolds,
    countries: [...new Set(differing)].toSorted(),
  }
}

const changed = (one: readonly string[], other: readonly string[]) => [
  ...one.filter((each) => !other.includes(each)),
  ...other.filter((each) => !one.includes(each)),
]
