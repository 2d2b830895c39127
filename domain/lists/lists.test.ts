import assert from 'node:assert/strict'
import { test } from 'vitest'
import { countries, preferredCountries } from '../../web/client/countries.ts'
import { industries, otherIndustry } from './industries.ts'
import { jobRoles } from './job-roles.ts'
import { statesOf } from './states.ts'

const allDifferent = (list: readonly string[]) => assert.equal(new Set(list).size, list.length)

test('there are 19 job roles, from professors to scientists [3.15]', () => {
  assert.equal(jobRoles.length, 19)
  assert.deepEqual([jobRoles[0], jobRoles.at(-1)], ['Academic / Professor / Student', 'Researcher / Scientist'])
  allDifferent(jobRoles)
})

test('there are 24 industries, from Energy to Other, and the last one asks for its own tick [3.16]', () => {
  assert.equal(industries.length, 24)
  assert.deepEqual([industries[0], industries.at(-1)], ['Energy', 'Other'])
  assert.equal(otherIndustry, industries.at(-1))
  allDifferent(industries)
})

test('a country has a name, a two-letter code and a dial code, and three of them come first [3.13]', () => {
  for (const { code, name, dialCode } of countries) {
    assert.match(code, /^[A-Z]{2}$/)
    assert.match(dialCode, /^\+\d{1,5}$/, name)
    assert.notEqual(name.trim(), '')
  }
  allDifferent(countries.map(({ code }) => code))
  allDifferent(countries.map(({ name }) => name))
  assert.deepEqual(preferredCountries, ['AE', 'GB', 'US'])
})

test('the United States have their states and the capital’s district, Canada its provinces and territories, others none [3.17]', () => {
  assert.ok(statesOf('US').length >= 51)
  assert.equal(statesOf('CA').length, 13)
  assert.deepEqual(statesOf('GB'), [])
  for (const country of ['US', 'CA']) allDifferent(statesOf(country).map(({ code }) => code))
})
