import {
  companyForms,
  createNameScreener,
  defaultThresholds,
  normaliseName,
  tokensOf,
  type DeniedPartyList,
  type ListMatch,
  type Thresholds,
} from 'name-screening'
import { regionsOf } from '../lists/regions.ts'
import type { Change } from '../registration/details.ts'
import { asksForRegion } from '../person/field-rules.ts'
import type { AddressKind } from './address-kinds.ts'
import { domainFitsCompany } from './domain.ts'
import { recogniseRegions, sanctionedRegions, type SanctionedRegion } from './regions.ts'

/** Export-control screening: returns an outcome with its reasons for given facts. Pure. */

export type ReasonKind =
  | 'list'
  | AddressKind
  | 'country-look'
  | 'region'
  | 'unscreened'
  | 'unfinished'
  | 'unreadable'
  | 'correction'
  | 'withdrawn'

/**
 * `key` identifies what was found, the same each time, because an administrator's exception refers to keys: the domain
 * of an address, the code of a country. `holds`: awaits review. A reason from a list has all that a reviewer needs: the
 * two names, the matching words, and the parts of the score.
 */
export type Reason = { kind: ReasonKind; key: string; holds: boolean } & Partial<Omit<ListMatch, 'holds'>> & {
    /** For a correction that awaits review. */ changes?: Change[]
  }

export type ScreeningFacts = {
  firstName: string
  lastName: string
  company: string
  country: string
  /** The form's state, or region if it has one, and the billing address; empty if not given. */
  state?: string
  city?: string
  postcode?: string
  /** The address's registrable domain (`example.co.uk`) and its name alone (`example`). */
  emailDomain: string
  emailDomainName: string
  personalEmail: boolean
  disposableEmail: boolean
  /** True if an administrator has cleared this domain for this company before. */
  domainCleared?: boolean
}

export type ScreeningOutcome = { dplStatus: 'PASS' | 'PENDING'; deniedCountry: boolean; reasons: Reason[] }

export type Countries = {
  denied: ReadonlySet<string>
  look: ReadonlySet<string>
  /** Those that the operator adds to the product's own. */
  regions?: readonly SanctionedRegion[]
}

/** `today` as `YYYY-MM-DD`: an order that has ended by then is shown, and puts no one on hold. */
export type Screener = (facts: ScreeningFacts, today: string) => ScreeningOutcome

/** Creates a screener for these lists. Done once while they are in force, because 25,000 names take a second or two. */
export function createScreener(
  lists: readonly DeniedPartyList[],
  countries: Countries,
  thresholds: Thresholds = defaultThresholds,
): Screener {
  const screenNames = createNameScreener(lists, thresholds)
  const regionOf = recogniseRegions([...sanctionedRegions, ...(countries.regions ?? [])])
  return (facts, today) => {
    const names = { person: [facts.firstName, facts.lastName].map(withoutSpacing).join(' '), company: facts.company }
    const matches = screenNames({ ...names, country: facts.country }, today).map(reasonOf)
    const domain = domainReason(facts)
    const reasons = [
      ...matches.filter(({ holds }) => holds),
      ...regionReasons(facts, regionOf),
      ...unreadableReason('person', names.person),
      ...unreadableReason('company', names.company),
      ...(domain ? [domain] : []),
      ...matches.filter(({ holds }) => !holds),
      ...countryReasons(facts, countries),
    ]
    return { dplStatus: statusOf(reasons), deniedCountry: countries.denied.has(facts.country), reasons }
  }
}

const statusOf = (reasons: readonly Reason[]) => (reasons.some(({ holds }) => holds) ? 'PENDING' : 'PASS')

/** The key contains the name: an approval of an entry for one name does not extend to another. */
function reasonOf({ holds, ...match }: ListMatch): Reason {
  const key = `list:${match.list}:${match.entry}:${normaliseName(match.compared)}`
  return { kind: 'list', key, holds, ...match }
}

/** A name in a script that cannot be transliterated was not compared with any list, so it awaits review. */
function unreadableReason(who: 'person' | 'company', name: string): Reason[] {
  const written = name.trim()
  const words = normaliseName(written).split(' ').filter(Boolean)
  // A company without a letter has no fitting address, and awaits review for that reason.
  if (written === '' || (words.length === 0 && who === 'company')) return []
  if (words.length > 0 && words.every((word) => /^[a-z0-9]+$/.test(word))) return []
  return [{ kind: 'unreadable', key: `unreadable:${written}`, holds: true, compared: written }]
}

function domainReason(facts: ScreeningFacts): Reason | null {
  const { emailDomain, company } = facts
  const reason = (kind: AddressKind): Reason => {
    return { kind, key: addressKey(kind, emailDomain, company), holds: true }
  }
  if (facts.disposableEmail) return reason('disposable-email')
  if (facts.personalEmail) return reason('personal-email')
  if (facts.domainCleared === true || domainFitsCompany(facts.emailDomainName, company)) return null
  return { ...reason('domain'), compared: company.trim() }
}

/** The key of a finding about an address's domain and a company, however the company's name is written. */
export function addressKey(kind: AddressKind, emailDomain: string, company: string): string {
  return `${kind}:${emailDomain}:${nameKey(company)}`
}

/** A person in a sanctioned region is reviewed, even if the country's own rule is less strict. */
function regionReasons(facts: ScreeningFacts, regionOf: ReturnType<typeof recogniseRegions>): Reason[] {
  const { country, state = '', city = '', postcode = '' } = facts
  const found = regionOf({ country, state, city, postcode })
  if (!found) return []
  return [{ kind: 'region', key: `region:${found.region.key}`, holds: true, compared: found.by }]
}

/** `compared` is the region stated, empty where the form asks for one and none was stated. */
function countryReasons({ country, state = '' }: ScreeningFacts, { look }: Countries): Reason[] {
  if (!look.has(country)) return []
  const stated = regionsOf(country).find(({ code }) => code === state)?.name ?? ''
  const compared = asksForRegion(country) ? { compared: stated } : {}
  return [{ kind: 'country-look', key: `country-look:${country}`, holds: false, ...compared }]
}

/** Ignores word order and legal form. */
export function nameKey(name: string): string {
  const words = tokensOf(name, 'person').map(({ word }) => word)
  const significant = words.filter((word) => !companyForms.has(word))
  return (significant.length > 0 ? significant : words).toSorted().join(' ')
}

/** Returns what is recorded if the check itself failed: a missing check is never a pass. */
export function unscreened(country: string, countries: { denied: ReadonlySet<string> }): ScreeningOutcome {
  return {
    dplStatus: 'PENDING',
    deniedCountry: countries.denied.has(country),
    reasons: [{ kind: 'unscreened', key: 'unscreened', holds: true }],
  }
}

/**
 * Returns what is recorded if the check of one person ended the matching thread twice: only a person can decide.
 * `fingerprint` identifies what they were compared with, because an approval does not extend to other lists.
 */
export function unfinished(
  country: string,
  countries: { denied: ReadonlySet<string> },
  fingerprint: string,
): ScreeningOutcome {
  return {
    dplStatus: 'PENDING',
    deniedCountry: countries.denied.has(country),
    reasons: [{ kind: 'unfinished', key: `unfinished:${fingerprint}`, holds: true }],
  }
}

/** Returns the outcome for a person whom an administrator has cleared of some reasons, without those reasons. */
export function withExceptions(outcome: ScreeningOutcome, excepted: ReadonlySet<string>): ScreeningOutcome {
  const reasons = outcome.reasons.filter((reason) => !excepted.has(reason.key))
  return { ...outcome, dplStatus: statusOf(reasons), reasons }
}

/** Joins a name with a blank between its letters; up to three letters are initials. */
function withoutSpacing(name: string): string {
  return /^\s*\S(?:\s+\S){3,}\s*$/u.test(name) ? name.replaceAll(/\s+/gu, '') : name
}
