import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { z } from 'zod'
import { asked, brandFaults, page } from '../../test/support/brand-faults.ts'
import { brandShape } from './brand-shape.ts'

/** How a text of the shop’s pages is put into the file, the field of its faults, its limit, and whether it has lines. */
const texts: [field: string, max: number, put: (text: unknown) => object, lines?: true][] = [
  ['name', 60, (name) => ({ name })],
  ['announcements.de', 200, (de) => ({ announcements: { de } })],
  ['questions.en.0.question', 200, (question) => ({ questions: asked(question, 'A') })],
  ['questions.en.0.answer', 2000, (answer) => ({ questions: asked('Q', answer) }), true],
  ['legalPages.terms.title', 100, (title) => ({ legalPages: { terms: { ...page, title } } })],
  [
    'legalPages.refunds.translations.de.title',
    100,
    (title) => ({ legalPages: { refunds: { ...page, translations: { de: { title } } } } }),
  ],
]

describe('a text of the brand file', () => {
  test.each(texts)('at %s has at most %i code points', (field, max, put) => {
    for (const text of ['x', ' x ', 'é'.repeat(max), '😍'.repeat(max)])
      assert.deepEqual(brandFaults(put(text)), [], text)
    for (const text of ['x'.repeat(max + 1), '😍'.repeat(max + 1)])
      assert.deepEqual(brandFaults(put(text)), [[field, { code: 'tooLong', value: max + 1 }]])
  })

  test.each(texts)('at %s has a visible character', (field, _, put) => {
    for (const text of ['', ' ', '\u200B', ' \u00AD\u3000'])
      assert.deepEqual(brandFaults(put(text)), [[field, { code: 'required' }]], JSON.stringify(text))
  })

  test.each(texts)('at %s has no control characters; only an answer has lines and tabs', (field, _, put, lines) => {
    const rejected = ['a\u0000', '\u0007b', 'a\u0085b', '\uFFFD', 'a\uD800', '\uDC00b', 'a\u001Fb'.repeat(3000)]
    for (const text of rejected)
      assert.deepEqual(brandFaults(put(text)), [[field, { code: 'invalidCharacters' }]], JSON.stringify(text))
    for (const text of ['a\nb', 'a\tb', 'a\r\nb\n'])
      assert.deepEqual(
        brandFaults(put(text)),
        lines ? [] : [[field, { code: 'invalidCharacters' }]],
        JSON.stringify(text),
      )
    assert.deepEqual(brandFaults(put(1)).length, 1)
  })

  test('is accepted by an editor exactly if the server accepts it', () => {
    type Schema = { properties: Record<string, { minLength: number; maxLength: number; pattern: string }> }
    const { name } = (z.toJSONSchema(brandShape, { io: 'input', unrepresentable: 'any' }) as Schema).properties
    assert.ok(name)
    const pattern = new RegExp(name.pattern, 'u')
    const character = fc.constantFrom('a', '😍', ' ', '\n', '\u200B', '\u0000', '\uD800')
    fc.assert(
      fc.property(
        fc.array(character, { maxLength: 70 }).map((all) => all.join('')),
        (text) => {
          const length = Array.from(text).length
          const byEditor = length >= name.minLength && length <= name.maxLength && pattern.test(text)
          assert.equal(byEditor, brandFaults({ name: text }).length === 0)
        },
      ),
    )
    for (const length of [60, 61])
      assert.equal(name.maxLength >= length, brandFaults({ name: 'x'.repeat(length) }).length === 0)
    assert.equal(name.minLength, 1)
  })

  test('can be one of fifty questions with answers', () => {
    assert.deepEqual(brandFaults({ questions: asked('Q', 'A', 50) }), [])
    assert.deepEqual(
      brandFaults({ questions: asked('Q', 'A', 51) }).map(([field]) => field),
      ['questions.en'],
    )
  })
})
