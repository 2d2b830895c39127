import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { affectedBy, basisOf } from './basis.ts'
import { sanctionedRegions, type SanctionedRegion } from './regions.ts'
import { createScreener, type Countries, type ScreeningFacts } from './screening.ts'

type Settings = Parameters<typeof basisOf>[0]

const region = (key: string, country: string): SanctionedRegion => ({
  key,
  name: key,
  countries: [country],
  codes: [`${country}-01`],
  names: [key],
  postcodes: ['9##'],
})
const settings: Settings = {
  names: 'lists',
  countries: { denied: new Set(['CU']), look: new Set(['RU']) },
  thresholds: { hold: 0.82, look: 0.72 },
}
const basis = (change: Partial<Settings> = {}) => basisOf({ ...settings, ...change }, (text) => text)
const affected = (change: Partial<Settings>) => affectedBy(basis(), basis(change))
const countries = (change: Partial<Countries>) => ({ countries: { ...settings.countries, ...change } })
const thresholds = (change: Partial<Settings['thresholds']>) => ({ thresholds: { ...settings.thresholds, ...change } })

test('different lists, another comparison or a lower threshold can change the result of everyone', () => {
  assert.equal(affected({ names: 'other lists' }), 'everyone')
  assert.equal(affected(thresholds({ look: 0.7 })), 'everyone')
})

test('other thresholds only change the results of people in whose name a list was found', () => {
  for (const change of [{ look: 0.8 }, { hold: 0.9 }, { hold: 0.75 }, { lookHolds: true }])
    assert.deepEqual(affected(thresholds(change)), { listed: true, countries: [] })
})

test('other rules for countries only change the results of people in them', () => {
  const of = (...codes: string[]) => ({ listed: false, countries: codes })
  assert.deepEqual(affected(countries({ denied: new Set(['CU', 'KP']) })), of('KP'))
  assert.deepEqual(affected(countries({ denied: new Set(), look: new Set(['BY', 'CU']) })), of('BY', 'CU', 'RU'))
  assert.deepEqual(affected(countries({ regions: [region('north', 'GE')] })), of('GE'))
  const both = [region('north', 'GE'), region('south', 'GE')]
  assert.deepEqual(
    affectedBy(basis(countries({ regions: both })), basis(countries({ regions: both.toReversed() }))),
    of('GE'),
  )
})

test('a different mark of a region changes the results of people in each of its countries', () => {
  const north = { ...region('north', 'GE'), countries: ['RU', 'GE'] }
  const before = basis(countries({ regions: [north] }))
  for (const change of [{ key: 'n' }, { name: 'N' }, { codes: [] }, { names: ['N'] }, { postcodes: ['8##'] }])
    assert.deepEqual(
      affectedBy(before, basis(countries({ regions: [{ ...north, ...change }] }))),
      { listed: false, countries: ['GE', 'RU'] },
      JSON.stringify(change),
    )
})

test('names of lists hold no one unless the setting states it', () => {
  assert.equal(basis(thresholds({ lookHolds: false })), basis())
  assert.notEqual(basis(thresholds({ lookHolds: true })), basis())
})

test('marks of regions are in a basis by their hashes', () => {
  const hashed = (hash: string) => basisOf(settings, () => hash)
  assert.ok(hashed('#').length < basis().length)
  const { countries: affectedCountries } = affectedBy(hashed('a'), hashed('b')) as { countries: readonly string[] }
  assert.deepEqual(affectedCountries, [...new Set(sanctionedRegions.flatMap((one) => one.countries))].toSorted())
})

test('the same settings in another order affect no one', () => {
  const [one, other] = [
    ['CU', 'KP'],
    ['KP', 'CU'],
  ].map((codes) => basis(countries({ denied: new Set(codes), look: new Set(codes) })))
  assert.equal(one, other)
  assert.deepEqual(affected({}), { listed: false, countries: [] })
})

test('people who are not affected get the same result under both settings', () => {
  const entry = (id: string, name: string) => ({ id, kind: 'person' as const, programmes: [], names: [{ name }] })
  const lists = [
    { name: 'L', date: '2026-11-01', entries: [entry('1', 'Vratislav Mokry'), entry('2', 'Petra Novotna')] },
  ] as unknown as Parameters<typeof createScreener>[0]
  const codes = fc.subarray(['CU', 'RU', 'GE', 'DE']).map((some) => new Set(some))
  const anySettings = fc.record({
    names: fc.constant('lists'),
    countries: fc.record({
      denied: codes,
      look: codes,
      regions: fc.subarray([region('north', 'GE'), region('south', 'GE'), region('east', 'RU')]),
    }),
    thresholds: fc
      .tuple(fc.constantFrom(0.5, 0.6, 0.72, 0.8), fc.constantFrom(0.8, 0.82, 0.9), fc.boolean())
      .map(([look, hold, lookHolds]) => ({ look, hold, lookHolds })),
  })
  const person = fc.record<ScreeningFacts>({
    firstName: fc.constantFrom('Vratislav', 'Petra', 'Jane'),
    lastName: fc.constantFrom('Mokra', 'Novotny', 'Doe'),
    company: fc.constant('Northwind'),
    country: fc.constantFrom('CU', 'RU', 'GE', 'DE', 'GB'),
    city: fc.constantFrom('north', 'south', 'east', ''),
    emailDomain: fc.constant('northwind.example'),
    emailDomainName: fc.constant('northwind'),
    personalEmail: fc.constant(false),
    disposableEmail: fc.constant(false),
  })
  fc.assert(
    fc.property(anySettings, anySettings, person, (one, other, facts) => {
      const outcomeBy = (by: Settings) => createScreener(lists, by.countries, by.thresholds)(facts, '2026-11-20')
      const before = outcomeBy(one)
      const who = affectedBy(basisOf(one, String), basisOf(other, String))
      if (who === 'everyone') return
      const isAffected = (who.listed && before.reasons.some(({ kind }) => kind === 'list')) || who.countries.includes(facts.country) // prettier-ignore
      if (!isAffected) assert.deepEqual(outcomeBy(other), before)
    }),
    { numRuns: 300 },
  )
})
