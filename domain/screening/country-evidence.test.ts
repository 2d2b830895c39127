import assert from 'node:assert/strict'
import { test } from 'vitest'
import { countryVerdict } from './country-evidence.ts'

test('another country contradicts a match with a person by address or nationality alone', () => {
  const by = (
    kind: 'person' | 'company' | 'other' | undefined,
    fields: Parameters<typeof countryVerdict>[2]['countryFields'],
  ) => countryVerdict(false, kind, fields ? { countryFields: fields } : {})
  assert.equal(by('person', { nationalities: ['RU'] }), 'contradicts')
  assert.equal(by('person', { addresses: ['RU'], birthPlaces: ['TJ'] }), 'contradicts')
  assert.equal(by('person', { birthPlaces: ['TJ'] }), 'differs')
  assert.equal(by('person', undefined), 'differs')
  for (const kind of ['company', 'other', undefined] as const) assert.equal(by(kind, { addresses: ['IR'] }), 'differs')
})

test('the same country supports a match, whichever field contains it', () => {
  assert.equal(countryVerdict(true, 'person', { countryFields: { birthPlaces: ['TJ'] } }), 'supports')
  assert.equal(countryVerdict(true, 'company', {}), 'supports')
})
