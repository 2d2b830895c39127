import { monthsOf } from '../../domain/catalogue/interval.ts'
import { dialCodeOf, isCountryCode } from '../../domain/lists/countries.ts'
import { jobRoles } from '../../domain/lists/job-roles.ts'
import { statesOf } from '../../domain/lists/states.ts'
import { createScreener, type Screener } from '../../domain/screening/screening.ts'
import { termsOf } from '../../domain/subscription/subscription.ts'
import type { Catalogue } from '../../server/catalogue.ts'
import { emailKey } from '../../platform/email-key.ts'
import { byWeight, type Random } from './random.ts'
import { addressAt, foundCompany, type Company } from './companies.ts'
import { decided, usual, waits, type SeededScreening, type Shelf, type CustomerState } from './customer-states.ts'
import type { PaidTerms, Circumstances } from './histories.ts'
import type { SeededPerson } from './rows.ts'
import { isoDay } from '../../domain/calendar.ts'

export type SeedContext = {
  random: Random
  /** Subscribers' ids, from a separate random generator: the same seed gives the same ids in any database. */
  ids: Random
  now: Date
  catalogue: Catalogue
  /** The lists that people are compared with: no fictional person has a similar name. */
  lists: SeededScreening['lists']
  administrators: readonly string[]
  /** Email domains in use: new people get others. */
  domains: Set<string>
  pays: () => boolean
}

type Maker = SeedContext & { screen: Screener }

/** As many as wanted, company by company. */
export function* makePeople(given: SeedContext, count: number): Generator<SeededPerson> {
  const shelf = shelve(given.catalogue)
  const context: Maker = { ...given, screen: createScreener([], given.catalogue.countries) }
  let left = count
  while (left > 0) {
    const company = foundCompany(context.random, context.domains)
    const found = screenAt(context, company, company.domain)
    for (let one = Math.min(left, company.size); one > 0; one -= 1, left -= 1)
      yield makeOne(context, shelf, company, found)
  }
}

/** Computed once each: sorting them for every person takes longer than everything else. */
const statesIn = new Map(['US', 'CA'].map((country) => [country, statesOf(country)]))

function shelve(catalogue: Catalogue): Shelf {
  const terms = [...catalogue.plans.values()].map(termsOf)
  const paid = terms.filter((plan) => plan.type === 'subscription')
  const longerThan = (plan: PaidTerms) =>
    paid.find((other) => other.product === plan.product && monthsOf(other) > monthsOf(plan)) ?? null
  return {
    trials: terms.filter((plan) => plan.type === 'trial'),
    paid: paid.map((plan) => ({ plan, longer: longerThan(plan) })),
  }
}

/** Returns the findings of the shop's own check for people of that company with addresses at that domain. */
function screenAt(
  { screen, lists, now }: Maker,
  { name: company, country }: Company,
  emailDomain: string,
): SeededScreening {
  const emailDomainName = emailDomain.slice(0, emailDomain.lastIndexOf('.'))
  // They are all alike, so one check per company is enough.
  const anybody = { firstName: 'Made', lastName: 'Up', personalEmail: false, disposableEmail: false }
  const facts = { ...anybody, company, country, emailDomain, emailDomainName }
  return {
    outcome: screen(facts, isoDay(now)),
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

function makeOne(context: Maker, shelf: Shelf, company: Company, found: SeededScreening): SeededPerson {
  const { random, now, administrators } = context
  const kind = kinds(random)
  const firstName = random.of(company.culture.firstNames)
  const lastName = random.of(company.culture.lastNames)
  const questionable = kind === 'waiting' || kind === 'approved' || kind === 'refused'
  const stranger = questionable && !found.outcome.deniedCountry ? elsewhere(context, company) : null
  const email = addressAt(stranger?.company ?? company, random, firstName, lastName)
  const circumstances: Circumstances = { random, now, owner: email, administrators, pays: context.pays }
  const state = stand(circumstances, shelf, kind, stranger?.found ?? found)
  return {
    subscriber: {
      ...profile(
        random,
        company,
        state.lives.some(({ subscription }) => subscription.plan.type === 'trial'),
      ),
      id: context.ids.id(),
      email,
      email_key: emailKey(email),
      first_name: firstName,
      last_name: lastName,
      dpl_status: state.dplStatus,
      denied_country: found.outcome.deniedCountry,
      email_verified_at: state.verified,
      registered_at: state.registered,
      review_since: state.reviewSince,
      // No email is sent to them.
      reminders_stopped_at: state.registered,
    },
    lives: state.lives,
    checks: state.checks,
    exceptions: state.exceptions,
  }
}

function stand(
  circumstances: Circumstances,
  shelf: Shelf,
  kind: ReturnType<typeof kinds>,
  found: SeededScreening,
): CustomerState {
  const { deniedCountry, dplStatus } = found.outcome
  if (kind === 'unconfirmed') return waits(circumstances, shelf, found, false)
  if (deniedCountry)
    return circumstances.random.happens(0.5)
      ? waits(circumstances, shelf, found, true)
      : usual(circumstances, shelf, found, true)
  if (kind === 'approved') return decided(circumstances, shelf, found, 'PASS')
  if (kind === 'refused') return decided(circumstances, shelf, found, 'FAIL')
  return dplStatus === 'PASS' ? usual(circumstances, shelf, found, false) : waits(circumstances, shelf, found, true)
}

/** A person of that company with the domain of another one, which the check flags. */
function elsewhere(context: Maker, company: Company): { company: Company; found: SeededScreening } {
  for (;;) {
    const other = foundCompany(context.random, context.domains)
    const found = screenAt(context, company, other.domain)
    if (found.outcome.dplStatus === 'PENDING') return { company: other, found }
  }
}

/** A trial's form requests all of it, a purchase's form the country, and its checkout the industry. */
function profile(random: Random, { name, country, industry }: Company, whole: boolean) {
  const states = statesIn.get(country) ?? []
  const phone = whole || random.happens(0.3)
  return {
    company: name,
    country,
    state: states.length > 0 && phone ? random.of(states).code : null,
    phone_country_code: phone && isCountryCode(country) ? dialCodeOf[country] : null,
    phone_number: phone ? String(random.from(200_000_000, 999_999_999)) : null,
    job_title: phone ? random.of(jobRoles) : null,
    industry: whole || random.happens(0.9) ? industry : null,
  }
}
