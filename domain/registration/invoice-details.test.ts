import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { addressFault, hasVatIds, plainVatId, readAddress, vatIdFault, vatIdKind } from './invoice-details.ts'

describe('a VAT id', () => {
  test('is taken as people write it, by the rules of the country', () => {
    assert.deepEqual(vatIdKind(plainVatId('de 123.456.789'), 'DE'), { type: 'eu_vat', value: 'DE123456789' })
    assert.deepEqual(vatIdKind(plainVatId('CHE-123.456.789 MWST'), 'CH'), { type: 'ch_vat', value: 'CHE123456789MWST' })
    assert.deepEqual(vatIdKind('GB123456789', 'GB'), { type: 'gb_vat', value: 'GB123456789' })
  })

  test('is refused in another form, or of a country that has none', () => {
    for (const [given, country] of [
      ['123456789', 'DE'],
      ['DE12', 'DE'],
      ['FR123', 'FR'],
      ['GB12345678', 'GB'],
      ['DE123456789', 'US'],
      ['<b>', 'FR'],
    ] as const)
      assert.deepEqual(vatIdFault(given, country), { code: 'vatId' }, given)
    assert.equal(hasVatIds('US'), false)
  })

  test('may be left out everywhere', () => {
    fc.assert(
      fc.property(fc.constantFrom('DE', 'US', 'GB', 'XX'), fc.stringMatching(/^[\s.-]*$/), (country, blank) =>
        assert.equal(vatIdFault(blank, country), null),
      ),
    )
  })
})

describe('a billing address', () => {
  test('needs street and city; every line has the length and characters of a line', () => {
    assert.deepEqual(addressFault('line1', ' '), { code: 'required' })
    assert.equal(addressFault('postalCode', ''), null)
    assert.deepEqual(addressFault('city', 'a'.repeat(100)), { code: 'tooLong', value: 100 })
    assert.deepEqual(addressFault('line2', 'a\nb'), { code: 'invalidCharacters' })
    assert.equal(addressFault('line1', 'Bahnhofstr. 1/2 #4'), null)
  })

  test('is none where every line is empty, and has no blanks around its lines', () => {
    assert.equal(readAddress({ line1: ' ', line2: '', postalCode: '', city: '' }), null)
    assert.deepEqual(readAddress({ line1: ' Main St 1', line2: '', postalCode: '', city: 'Tulsa ' })?.city, 'Tulsa')
  })
})
