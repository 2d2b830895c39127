import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { affirmationVersion, setVendorAffirmations } from './affirmation.ts'

afterEach(() => setVendorAffirmations({}))

test('each language has its own version of the affirmation, and a language without one has the English', () => {
  const english = affirmationVersion('en')
  assert.match(english, /^en-\d+$/)
  assert.match(affirmationVersion('de'), /^de-\d+$/)
  assert.equal(affirmationVersion('fr'), english)
})

test('the vendor’s version of a language replaces the product’s, and no other', () => {
  const english = affirmationVersion('en')
  setVendorAffirmations({ fr: 'vendor-fr', de: 'vendor-de' })
  assert.deepEqual(['fr', 'de', 'en', 'nl'].map(affirmationVersion), ['vendor-fr', 'vendor-de', english, english])
})
