import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { z } from 'zod'
import { addLanguages } from '../language.ts'
import { byLanguage, translations, words } from './file-shapes.ts'

const faults = (shape: z.ZodType, value: unknown) =>
  (shape.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])

test('a text has at least one character', () => {
  assert.deepEqual(faults(words, 'a'), [])
  assert.deepEqual(faults(words, ''), [['', 'must not be empty']])
})

describe('values by language', () => {
  const shape = byLanguage(words)
  const otherLanguage = 'must name languages of the shop: en, de'
  afterEach(() => addLanguages([]))

  test('are accepted in any of the shop’s languages, also in none', () => {
    for (const value of [{}, { en: 'Hello' }, { de: 'Hallo' }, { de: 'Hallo', en: 'Hello' }])
      assert.deepEqual(shape.parse(value), value)
  })

  test('are rejected in any other language, with the names of those that the shop has', () => {
    for (const key of ['fr', 'zz', 'EN', 'en-GB', 'e', 'deen', 'xen', 'de1', '', ' de', '__proto_'])
      assert.deepEqual(
        [...new Set(faults(shape, { en: 'Hello', [key]: 'x' }).map(([, message]) => message))],
        [otherLanguage],
        key,
      )
  })

  test('are accepted in a language that the vendor adds', () => {
    const value = { fr: 'Bonjour', yue: '你好' }
    assert.deepEqual(faults(shape, value), [['', otherLanguage]])
    addLanguages(['fr', 'yue'])
    assert.deepEqual(shape.parse(value), value)
    assert.deepEqual(faults(shape, { nl: 'Hallo' }), [['', `${otherLanguage}, fr, yue`]])
  })

  test('are each checked, with the fault at the language', () => {
    assert.deepEqual(faults(shape, { en: 'Hello', de: '' }), [['de', 'must not be empty']])
    const [[field, message] = []] = faults(shape, 'Hello')
    assert.equal(field, '')
    assert.doesNotMatch(message ?? '', /languages of the shop/)
  })

  test('are accepted by editors in each possible language, because the schema is the same for all shops', () => {
    const { propertyNames } = z.toJSONSchema(shape) as { propertyNames?: { pattern?: string } }
    const name = new RegExp(propertyNames?.pattern ?? '')
    for (const code of ['en', 'fr', 'yue']) assert.match(code, name)
    for (const code of ['e', 'deen', 'EN', 'en-GB', 'xx1', '1xx', '']) assert.doesNotMatch(code, name)
  })
})

test('translations are objects with known texts only, and none if the file has none', () => {
  const shape = translations({ title: words.exactOptional() })
  assert.deepEqual(shape.parse(undefined), {})
  for (const value of [{}, { de: {} }, { de: { title: 'Hallo' } }]) assert.deepEqual(shape.parse(value), value)
  assert.deepEqual(faults(shape, { de: { title: '' } }), [['de.title', 'must not be empty']])
  for (const value of [{ de: { text: 'Hallo' } }, { de: 'Hallo' }, { fr: {} }])
    assert.equal(faults(shape, value).length, 1)
})
