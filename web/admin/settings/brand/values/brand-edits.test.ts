import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import {
  brandValueFields,
  type BrandOverrides,
  type BrandValues,
} from '../../../../../domain/catalogue/brand-values.ts'
import {
  editedFields,
  editsSince,
  enter,
  noEdits,
  overridesWith,
  tidied,
  resetToFile,
  valuesWith,
  type BrandEdits,
  type SavedBrand,
} from './brand-edits.ts'

const file: BrandValues = {
  name: 'Parallax',
  accentHue: 265,
  accentChroma: 0.17,
  supportEmail: 'support@parallax.example',
  imprint: { title: 'Imprint', address: '/imprint', translations: {} },
  announcements: {},
  questions: { en: [{ question: 'Why?', answer: 'Because.' }] },
}
const lines = Object.fromEntries(brandValueFields.map((field) => [field, 1])) as SavedBrand['lines']
const brandWith = (overrides: BrandOverrides, version = 1): SavedBrand => ({
  version,
  file,
  overrides,
  lines,
})

const some = fc.record(
  {
    name: fc.constantFrom('Parallax', 'Northwind', 'Contoso'),
    accentHue: fc.constantFrom(265, 30),
    announcements: fc.constantFrom({}, { en: 'Hello' }, { de: 'Hallo', en: 'Hello' }),
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<BrandOverrides>
const fields = fc.subarray(['name', 'accentHue', 'announcements'] as const)

describe('edits of the brand', () => {
  test('show the latest input, whatever was saved', () => {
    fc.assert(
      fc.property(some, some, fields, some, (saved, first, back, last) => {
        const brand = brandWith(saved)
        const edits = enter(brand, resetToFile(brand, enter(brand, noEdits(1), first), back), last)
        const expected = {
          ...file,
          ...saved,
          ...first,
          ...Object.fromEntries(back.map((one) => [one, file[one]])),
          ...last,
        }
        assert.deepEqual(valuesWith(brand, edits), expected)
      }),
    )
  })

  test('are gone once they are saved', () => {
    fc.assert(
      fc.property(some, some, fields, (saved, entered, back) => {
        const brand = brandWith(saved)
        const edits = resetToFile(brand, enter(brand, noEdits(1), entered), back)
        const after = brandWith(overridesWith(brand, edits), 2)
        assert.deepEqual(editedFields(enter(after, noEdits(2), valuesWith(brand, edits))), [])
      }),
    )
  })

  test('entered while others are saved are kept, and only those', () => {
    fc.assert(
      fc.property(some, some, fields, some, fields, (overrides, first, back, later, laterBack) => {
        const brand = brandWith(overrides)
        const edits = resetToFile(brand, enter(brand, noEdits(1), first), back)
        const latest = resetToFile(brand, enter(brand, edits, later), laterBack)
        const saved = brandWith(overridesWith(brand, edits), 2)
        assert.deepEqual(editsSince({ brand, edits }, edits, saved), noEdits(2))
        const kept = editsSince({ brand, edits }, latest, saved)
        assert.deepEqual(valuesWith(saved, kept), valuesWith(brand, latest))
        assert.equal(kept.version, 2)
      }),
    )
  })

  test('apply on top of a colleague’s saved changes: other fields have the colleague’s values', () => {
    const brand = brandWith({})
    const edits = enter(brand, noEdits(0), { name: 'Mine' })
    const meanwhile = brandWith({ name: 'Theirs', supportEmail: 'theirs@parallax.example' }, 2)
    assert.deepEqual(overridesWith(meanwhile, edits), { name: 'Mine', supportEmail: 'theirs@parallax.example' })
  })

  test('do not include a value equal to the saved one, whatever the order of its languages', () => {
    const brand = brandWith({ announcements: { en: 'Hello', de: 'Hallo' } })
    const edits = enter(brand, noEdits(1), { announcements: { de: 'Hallo', en: 'Hello' }, name: 'Parallax' })
    assert.deepEqual(editedFields(edits), [])
  })

  test('count the two numbers of the accent as one field', () => {
    const edits: BrandEdits = { version: 1, set: { accentHue: 1, accentChroma: 0.1, name: 'A' }, unset: [] }
    assert.deepEqual(editedFields(edits), ['name', 'accentHue'])
    assert.deepEqual(editedFields({ ...edits, set: { accentChroma: 0.1 } }), ['accentChroma'])
  })

  test('are sent without blanks and without empty values', () => {
    assert.deepEqual(
      tidied({
        name: ' Northwind ',
        announcements: { en: ' ', de: ' Hallo ' },
        imprint: { title: ' ', address: '', translations: { de: { title: ' ' } } },
        questions: { en: [{ question: ' Why? ', answer: '' }], de: [] },
      }),
      {
        name: 'Northwind',
        announcements: { de: 'Hallo' },
        imprint: null,
        questions: { en: [{ question: 'Why?', answer: '' }] },
      },
    )
    assert.deepEqual(tidied({ accentHue: 3 }), { accentHue: 3 })
  })
})
