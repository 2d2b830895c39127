import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import fc from 'fast-check'
import { addressFault, hasVatIds, plainVatId, trimmedAddress, vatIdFault, vatIdKind } from './invoice-details.ts'

describe('a VAT id', () => {
  test('is accepted in the usual ways of writing, by the rules of the country', () => {
    assert.deepEqual(vatIdKind(plainVatId('de 123.456.789'), 'DE'), { type: 'eu_vat', value: 'DE123456789' })
    assert.deepEqual(vatIdKind(plainVatId('CHE-123.456.789 MWST'), 'CH'), { type: 'ch_vat', value: 'CHE123456789MWST' })
    assert.deepEqual(vatIdKind('GB123456789', 'GB'), { type: 'gb_vat', value: 'GB123456789' })
  })

  /** Based on the table of the European Commission's VIES, with `9` for a digit and `X` for a letter; by country. */
  const forms: Record<string, readonly string[]> = {
    AT: ['ATU99999999'],
    BE: ['BE0999999999', 'BE1999999999'],
    BG: ['BG999999999', 'BG9999999999'],
    CH: ['CHE999999999MWST', 'CHE999999999TVA', 'CHE999999999IVA'],
    CY: ['CY99999999X'],
    CZ: ['CZ99999999', 'CZ999999999', 'CZ9999999999'],
    DE: ['DE999999999'],
    DK: ['DK99999999'],
    EE: ['EE999999999'],
    ES: ['ESX99999999', 'ES99999999X', 'ESX9999999X'],
    FI: ['FI99999999'],
    FR: ['FR99999999999', 'FRX9999999999', 'FR9X999999999', 'FRXX999999999'],
    GB: ['GB999999999', 'GB999999999999', 'GBGD999', 'GBHA999'],
    GR: ['EL999999999'],
    HR: ['HR99999999999'],
    HU: ['HU99999999'],
    IE: ['IE9999999X', 'IE9X99999X', 'IE9+99999X', 'IE9999999XX'],
    IT: ['IT99999999999'],
    LT: ['LT999999999', 'LT999999999999'],
    LU: ['LU99999999'],
    LV: ['LV99999999999'],
    MT: ['MT99999999'],
    NL: ['NL999999999B99', 'NL+*XX99999999'],
    NO: ['999999999MVA'],
    PL: ['PL9999999999'],
    PT: ['PT999999999'],
    RO: ['RO99', 'RO9999999999'],
    SE: ['SE999999999999'],
    SI: ['SI99999999'],
    SK: ['SK9999999999'],
  }
  const written = fc.constantFrom(...Object.keys(forms)).chain((country) =>
    fc
      .tuple(fc.constantFrom(...(forms[country] ?? [])), fc.array(fc.nat(25), { minLength: 14, maxLength: 14 }))
      .map(([form, chances]) => ({
        country,
        vatId: Array.from(form, (sign, at) =>
          // Every letter of the form except X stands for itself.
          sign === '9'
            ? String((chances[at % 14] ?? 0) % 10)
            : sign === 'X'
              ? String.fromCharCode(65 + (chances[at % 14] ?? 0))
              : sign,
        ).join(''),
      })),
  )
  const typeOf = (country: string) => ({ GB: 'gb_vat', CH: 'ch_vat', NO: 'no_vat' })[country] ?? 'eu_vat'

  test('has the form of its country, without other characters before or after it', () => {
    fc.assert(
      fc.property(written, fc.constantFrom('§', 'ß', '/'), ({ country, vatId }, other) => {
        assert.deepEqual(vatIdKind(vatId, country), { type: typeOf(country), value: vatId })
        assert.equal(vatIdFault(vatId, country), null)
        for (const wrong of [other + vatId, vatId + other, vatId.replace(/\d/, other), vatId.slice(0, 3)])
          assert.deepEqual(vatIdFault(wrong, country), { code: 'vatId' }, wrong)
      }),
      { numRuns: 1_000 },
    )
  })

  test('exists in the EU, Great Britain, Switzerland and Norway; companies in Northern Ireland have one of the EU', () => {
    for (const country of Object.keys(forms)) assert.equal(hasVatIds(country), true, country)
    for (const vatId of ['XI999999999', 'XI999999999999', 'XIGD999', 'XIHA999'])
      assert.equal(vatIdKind(vatId, 'IE')?.type, 'eu_vat', vatId)
  })

  test('is rejected in another form, or for a country without VAT ids', () => {
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
  test('needs street and city; every line has a maximum length and allowed characters', () => {
    for (const field of ['line1', 'city'] as const) assert.deepEqual(addressFault(field, ' '), { code: 'required' })
    assert.equal(addressFault('line2', ''), null)
    assert.equal(addressFault('postalCode', ''), null)
    assert.deepEqual(addressFault('city', 'a'.repeat(100)), { code: 'tooLong', value: 100 })
    assert.deepEqual(addressFault('line2', 'a\nb'), { code: 'invalidCharacters' })
    assert.equal(addressFault('line1', 'Bahnhofstr. 1/2 #4'), null)
  })

  test('is absent if every line is empty, and has no blanks around its lines', () => {
    assert.equal(trimmedAddress({ line1: ' ', line2: '', postalCode: '', city: '' }), null)
    assert.deepEqual(
      trimmedAddress({ line1: ' Main St 1', line2: 'Floor 2 ', postalCode: '\t74103', city: 'Tulsa ' }),
      {
        line1: 'Main St 1',
        line2: 'Floor 2',
        postalCode: '74103',
        city: 'Tulsa',
      },
    )
  })
})
