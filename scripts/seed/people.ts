import { dialCodeOf, isCountryCode } from '../../domain/lists/countries.ts'
import { jobRoles } from '../../domain/lists/job-roles.ts'
import { statesOf } from '../../domain/lists/states.ts'
import { createScreener, type Screener } from '../../domain/screening/screening.ts'
import { termsOf } from '../../domain/subscription/subscription.ts'
import type { Catalogue } from '../../server/catalogue.ts'
import { emailKey } from '../../platform/email-key.ts'
import { byWeight, type Chance } from './chance.ts'
import { addressAt, foundCompany, type Company } from './companies.ts'
import { decided, usual, waits, type ScreeningOutcome, type Shelf, type Standing } from './standings.ts'
import type { PaidTerms, Teller } from './stories.ts'
import type { MadeUp } from './rows.ts'

export type World = {
  chance: Chance
  /** Subscribers' ids, by a chance of their own: the same seed gives the same ones, whatever is there already. */
  ids: Chance
  now: Date
  catalogue: Catalogue
  /** The lists people were compared with: no fictional person has a name like one of theirs. */
  lists: ScreeningOutcome['lists']
  administrators: readonly string[]
  /** Email domains in use: new people get others. */
  domains: Set<string>
}

type Maker = World & { screen: Screener }

/** As many as wanted, company by company. */
export function* makePeople(given: World, count: number): Generator<MadeUp> {
  const shelf = shelve(given.catalogue)
  const world: Maker = { ...given, screen: createScreener([], given.catalogue.countries) }
  let left = count
  while (left > 0) {
    const company = foundCompany(world.chance, world.domains)
    const found = screenAt(world, company, company.domain)
    for (let one = Math.min(left, company.size); one > 0; one -= 1, left -= 1)
      yield makeOne(world, shelf, company, found)
  }
}

/** Computed once each: sorting them for every person takes longer than everything else. */
const statesIn = new Map(['US', 'CA'].map((country) => [country, statesOf(country)]))
const months = { week: 0.25, month: 1, year: 12 }

function shelve(catalogue: Catalogue): Shelf {
  const terms = [...catalogue.plans.values()].map(termsOf)
  const paid = terms.filter((plan) => plan.type === 'subscription')
  const length = (plan: PaidTerms) => months[plan.recurringInterval] * plan.recurringIntervalCount
  const longerThan = (plan: PaidTerms) =>
    paid.find((other) => other.product === plan.product && length(other) > length(plan)) ?? null
  return {
    trials: terms.filter((plan) => plan.type === 'trial'),
    paid: paid.map((plan) => ({ plan, longer: longerThan(plan) })),
  }
}

/** What the shop's own check says of those of that company whose addresses are at that domain. */
function screenAt(
  { screen, lists, now }: Maker,
  { name: company, country }: Company,
  emailDomain: string,
): ScreeningOutcome {
  const emailDomainName = emailDomain.slice(0, emailDomain.lastIndexOf('.'))
  // All of them alike, so one check is good for a company.
  const anybody = { firstName: 'Made', lastName: 'Up', personalEmail: false, disposableEmail: false }
  const facts = { ...anybody, company, country, emailDomain, emailDomainName }
  return {
    outcome: screen(facts, now.toISOString().slice(0, 10)),
    lists,
  }
}

const kinds = byWeight<'usual' | 'unconfirmed' | 'waiting' | 'approved' | 'refused'>([
  ['usual', 966],
  ['unconfirmed', 9],
  ['waiting', 11],
  ['approved', 10],
  ['refused', 4],
])

function makeOne(world: Maker, shelf: Shelf, company: Company, found: ScreeningOutcome): MadeUp {
  const { chance, now, administrators } = world
  const kind = kinds(chance)
  const firstName = chance.of(company.culture.firstNames)
  const lastName = chance.of(company.culture.lastNames)
  const questionable = kind === 'waiting' || kind === 'approved' || kind === 'refused'
  const stranger = questionable && !found.outcome.deniedCountry ? elsewhere(world, company) : null
  const email = addressAt(stranger?.company ?? company, chance, firstName, lastName)
  const teller: Teller = { chance, now, owner: email, administrators }
  const standing = stand(teller, shelf, kind, stranger?.found ?? found)
  return {
    subscriber: {
      ...profile(
        chance,
        company,
        standing.lives.some(({ subscription }) => subscription.plan.type === 'trial'),
      ),
      id: world.ids.id(),
      email,
      email_key: emailKey(email),
      first_name: firstName,
      last_name: lastName,
      dpl_status: standing.dplStatus,
      denied_country: found.outcome.deniedCountry,
      email_verified_at: standing.verified,
      registered_at: standing.registered,
      review_since: standing.reviewSince,
      // No email is sent to them.
      reminders_stopped_at: standing.registered,
    },
    lives: standing.lives,
    checks: standing.checks,
    exceptions: standing.exceptions,
  }
}

function stand(teller: Teller, shelf: Shelf, kind: ReturnType<typeof kinds>, found: ScreeningOutcome): Standing {
  const { deniedCountry, dplStatus } = found.outcome
  if (kind === 'unconfirmed') return waits(teller, shelf, found, false)
  if (deniedCountry)
    return teller.chance.happens(0.5) ? waits(teller, shelf, found, true) : usual(teller, shelf, found, true)
  if (kind === 'approved') return decided(teller, shelf, found, 'PASS')
  if (kind === 'refused') return decided(teller, shelf, found, 'FAIL')
  return dplStatus === 'PASS' ? usual(teller, shelf, found, false) : waits(teller, shelf, found, true)
}

/** A person of that company with the domain of another one, which the check flags. */
function elsewhere(world: Maker, company: Company): { company: Company; found: ScreeningOutcome } {
  for (;;) {
    const other = foundCompany(world.chance, world.domains)
    const found = screenAt(world, company, other.domain)
    if (found.outcome.dplStatus === 'PENDING') return { company: other, found }
  }
}

/** A trial's form asks for all of it, a purchase's for the country, and its checkout for the industry. */
function profile(chance: Chance, { name, country, industry }: Company, whole: boolean) {
  const states = statesIn.get(country) ?? []
  const phone = whole || chance.happens(0.3)
  return {
    company: name,
    country,
    state: states.length > 0 && phone ? chance.of(states).code : null,
    phone_country_code: phone && isCountryCode(country) ? dialCodeOf[country] : null,
    phone_number: phone ? String(chance.from(200_000_000, 999_999_999)) : null,
    job_title: phone ? chance.of(jobRoles) : null,
    industry: whole || chance.happens(0.9) ? industry : null,
  }
}
