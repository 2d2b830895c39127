import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries, countryByCode } from './countries.ts'
import { countryCode, countryDetails, currencyWords } from './country-details.ts'

test('every country of the form has a local name, and money that has a name and a symbol where it has any', () => {
  for (const { code } of countries) {
    const details = countryDetails(code)
    assert.ok(details && details.localName !== '', code)
    assert.ok(details.currency === '' || currencyWords(details.currency), code)
  }
})

test('a country is found by its code, its English name and its own name, in any letter case', () => {
  for (const given of ['DE', 'germany', 'deutschland']) assert.equal(countryCode(given), 'DE')
  assert.equal(countryCode('Atlantis'), undefined)
})

test('the dollar of the United States reads US$', () => {
  const currency = countryDetails('US')?.currency ?? ''
  assert.deepEqual(currencyWords(currency), { name: 'US Dollar', symbol: 'US$' })
})

test('a code of the form leads to the country it came from', () => {
  for (const country of countries) assert.equal(countryByCode(country.code), country)
})
