import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { languages } from '../language.ts'
import { unprintable } from '../registration/printable.ts'
import { brandOverridesShape, brandShape, readBrandOverrides } from './brand-shape.ts'
import { brandChanges, brandValuesOf, withValues, type BrandOverrides, type BrandValues } from './brand-values.ts'

const content = JSON.parse(readFileSync(new URL('../../brand/brand.json', import.meta.url), 'utf8')) as object
const { $schema: _, ...stated } = brandShape.parse(content)
const file = { ...stated, files: new Map() }

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => /\p{L}/u.test(text) && !unprintable.test(text))
const perLanguage = <Value>(value: fc.Arbitrary<Value>) =>
  fc.record(Object.fromEntries(languages.map((language) => [language, value])), {
    requiredKeys: [],
    noNullPrototype: true,
  })
const values = {
  name: words,
  accentHue: fc.double({ min: 0, max: 360, noNaN: true }),
  accentChroma: fc.double({ min: 0, max: 0.25, noNaN: true }),
  supportEmail: fc.constantFrom('help@northwind.example', 'support@contoso.example'),
  imprint: fc.option(
    fc.record(
      {
        title: words,
        address: fc.constantFrom('/imprint', 'https://northwind.example/imprint'),
        translations: fc.constantFrom({}, { de: { title: 'Impressum' } }),
      },
      { noNullPrototype: true },
    ),
  ),
  announcements: perLanguage(words),
  questions: perLanguage(
    fc.array(fc.record({ question: words, answer: words }, { noNullPrototype: true }), { maxLength: 5 }),
  ),
}
const overrides = fc.record(values, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<BrandOverrides>
const whole = fc.record(values, { noNullPrototype: true }) as fc.Arbitrary<BrandValues>

describe('changed values of the brand', () => {
  test('override those of the file, and leave the others as they are', () => {
    fc.assert(
      fc.property(overrides, (given) => {
        const brand = withValues(file, given)
        assert.deepEqual(brandValuesOf(brand), { ...brandValuesOf(file), ...given })
        const { legalPages, ...others } = brand
        const changed = new Set(Object.keys(given))
        for (const [field, value] of Object.entries(others))
          if (!changed.has(field)) assert.equal(value, file[field as keyof typeof file], field)
        assert.deepEqual(legalPages?.terms, file.legalPages?.terms)
      }),
    )
  })

  test('are valid as saved, and together with the brand file as well', () => {
    fc.assert(
      fc.property(overrides, (given) => {
        assert.deepEqual(brandOverridesShape.parse(given), given)
        assert.deepEqual(readBrandOverrides(given), { overrides: given, invalid: [] })
        const exported = brandShape.parse(JSON.parse(JSON.stringify(withValues(content, given))))
        assert.deepEqual(brandValuesOf({ ...exported, files: new Map() }), {
          ...brandValuesOf(file),
          ...(JSON.parse(JSON.stringify(given)) as BrandOverrides),
        })
      }),
    )
  })

  test('are ignored if the rules reject them', () => {
    const saved = { name: 'Northwind', accentHue: 999, supportEmail: 'help@', unheardOf: 1 }
    assert.deepEqual(readBrandOverrides(saved), {
      overrides: { name: 'Northwind' },
      invalid: ['accentHue', 'supportEmail', 'unheardOf'],
    })
  })

  test('are ignored in a language that the shop no longer has', () => {
    const imprint = { title: 'Imprint', address: '/imprint' }
    const saved = {
      announcements: { en: 'Closed on Monday', fr: 'Fermé lundi' },
      questions: { fr: [{ question: 'Où ?', answer: 'Ici.' }] },
      imprint: { ...imprint, translations: { fr: { title: 'Mentions légales' } } },
    }
    assert.deepEqual(readBrandOverrides(saved), {
      overrides: {
        announcements: { en: 'Closed on Monday' },
        questions: {},
        imprint: { ...imprint, translations: {} },
      },
      invalid: [],
    })
  })

  test('leave no empty list of legal pages if the imprint was the only one', () => {
    assert.deepEqual(withValues({ name: 'A', legalPages: { imprint: 1 } }, { imprint: null }), { name: 'A' })
  })
})

describe('the differences between two brands', () => {
  test('are empty exactly if nothing changed', () => {
    fc.assert(
      fc.property(whole, whole, (before, after) => {
        assert.deepEqual(brandChanges(before, structuredClone(before)), [])
        const changes = brandChanges(before, after)
        assert.ok(changes.every((one) => one.before !== one.after))
        if (before.name !== after.name)
          assert.deepEqual(changes[0], { field: 'brandName', before: before.name, after: after.name })
      }),
    )
  })

  test('name each question that was added, removed, reworded or moved', () => {
    const [one, two, three] = ['One', 'Two', 'Three'].map((question) => ({ question, answer: 'Yes' }))
    const asking = (...en: ({ question: string; answer: string } | undefined)[]) =>
      ({ ...brandValuesOf(file), questions: { en: en.filter((item) => item !== undefined) } }) satisfies BrandValues
    assert.deepEqual(brandChanges(asking(one), asking(one, two)), [
      { field: 'question', before: '', after: 'en: Two Yes' },
    ])
    assert.deepEqual(brandChanges(asking(one, two), asking(two)), [
      { field: 'question', before: 'en: One Yes', after: '' },
    ])
    assert.deepEqual(brandChanges(asking(one), asking({ question: 'One', answer: 'No' })), [
      { field: 'question', before: 'en: One Yes', after: 'en: One No' },
    ])
    assert.deepEqual(brandChanges(asking(one, two, three), asking(three, two)), [
      { field: 'question', before: 'en: One Yes', after: '' },
      { field: 'questionOrder', before: 'en: Two · Three', after: 'en: Three · Two' },
    ])
  })

  test('state accent, address of support, announcements and imprint as a text each, and nothing for an absent one', () => {
    const plain = { ...brandValuesOf(file), accentHue: 265, accentChroma: 0.17, supportEmail: 'help@contoso.example' }
    const bare: BrandValues = { ...plain, imprint: null, announcements: {}, questions: {} }
    const imprint = { title: 'Imprint', address: '/imprint', translations: { en: {}, de: { title: 'Impressum' } } }
    for (const [changed, field, before, after] of [
      [{ accentHue: 30 }, 'accent', '265°, 0.17', '30°, 0.17'],
      [{ accentChroma: 0 }, 'accent', '265°, 0.17', '265°, 0'],
      [{ supportEmail: 'x@contoso.example' }, 'supportEmail', 'help@contoso.example', 'x@contoso.example'],
      [{ announcements: { de: 'Neu' } }, 'announcement', '', 'de: Neu'],
      [{ imprint: { ...imprint, translations: {} } }, 'imprint', '', '/imprint, Imprint'],
      [{ imprint }, 'imprint', '', '/imprint, Imprint, de: Impressum'],
      [{ questions: { de: [{ question: 'Wie?', answer: 'So.' }] } }, 'question', '', 'de: Wie? So.'],
    ] as const satisfies readonly (readonly [object, string, string, string])[]) {
      const other = { ...bare, ...changed } as BrandValues
      assert.deepEqual(brandChanges(bare, other), [{ field, before, after }])
      assert.deepEqual(brandChanges(other, bare), [{ field, before: after, after: before }])
    }
  })

  test('list the announcements of each language by themselves, and both answers to a question that is asked twice', () => {
    const shop = brandValuesOf(file)
    const announcing = (announcements: BrandValues['announcements']) => ({ ...shop, announcements })
    assert.deepEqual(brandChanges(announcing({ en: 'New', de: 'Neu' }), announcing({ de: 'Alt' })), [
      { field: 'announcement', before: 'en: New', after: '' },
      { field: 'announcement', before: 'de: Neu', after: 'de: Alt' },
    ])
    const [yes, no] = ['Yes.', 'No.'].map((answer) => ({ question: 'Really?', answer }))
    assert.ok(yes && no)
    const [change] = brandChanges({ ...shop, questions: { en: [yes] } }, { ...shop, questions: { en: [yes, no] } })
    assert.deepEqual(change, {
      field: 'question',
      before: 'en: Really? Yes.',
      after: 'en: Really? Yes. / en: Really? No.',
    })
  })
})

test('a brand file without legal pages has no imprint', () => {
  const { legalPages: __, ...bare } = file
  assert.equal(brandValuesOf(bare).imprint, null)
})
