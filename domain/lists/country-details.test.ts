import assert from 'node:assert/strict'
import { test } from 'vitest'
import { countryCodes } from './countries.ts'
import { countryDetails, currencyWords } from './country-details.ts'

test('every country of the form has a local name, and money that has a name and a symbol where it has any [3.13]', () => {
  for (const code of countryCodes) {
    const details = countryDetails(code)
    assert.ok(details && details.localName !== '', code)
    assert.ok(details.currency === '' || currencyWords(details.currency), code)
  }
})

test('the dollar of the United States reads US$', () => {
  const currency = countryDetails('US')?.currency ?? ''
  assert.deepEqual(currencyWords(currency), { name: 'US Dollar', symbol: 'US$' })
})
