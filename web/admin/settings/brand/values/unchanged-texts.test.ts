import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { brandValueFields, type BrandValues } from '../../../../../domain/catalogue/brand-values.ts'
import { enter, noEdits, type SavedBrand } from './brand-edits.ts'
import { unchangedTexts } from './unchanged-texts.ts'

const file: BrandValues = {
  name: 'Parallax',
  accentHue: 265,
  accentChroma: 0.17,
  supportEmail: 'support@parallax.example',
  imprint: null,
  announcements: { en: 'Hello', de: 'Hallo' },
  questions: {},
}
const lines = Object.fromEntries(brandValueFields.map((field) => [field, 1])) as SavedBrand['lines']
const brandWith = (announcements: Record<string, string>): SavedBrand => ({
  version: 1,
  file,
  overrides: { announcements },
  lines,
})
const unchanged = (brand: SavedBrand, edits = noEdits(1)) => unchangedTexts('announcements', brand, edits)
const german = [{ language: 'de', changed: 'en' }]

test('a text that is still the brand file’s is named beside a changed, entered or removed one', () => {
  assert.deepEqual(unchanged(brandWith({ en: 'Hi', de: 'Hallo' })), german)
  assert.deepEqual(unchanged(brandWith({ de: 'Hallo' })), german)
  const entered = enter(brandWith(file.announcements), noEdits(1), { announcements: { en: 'Hi', de: 'Hallo' } })
  assert.deepEqual(unchanged(brandWith(file.announcements), entered), german)
})

test('nothing is named while all texts are the brand file’s, also after a return to it, or none is', () => {
  assert.deepEqual(unchanged(brandWith(file.announcements)), [])
  const back = enter(brandWith({ en: 'Hi', de: 'Hallo' }), noEdits(1), { announcements: file.announcements })
  assert.deepEqual(unchanged(brandWith({ en: 'Hi', de: 'Hallo' }), back), [])
  assert.deepEqual(unchangedTexts('questions', brandWith({}), noEdits(1)), [])
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('en', 'de', 'fr'), fc.constant('Anything else')), (texts) => {
      assert.deepEqual(unchanged(brandWith(texts)), [])
    }),
  )
})
