import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { printableLine, printableLines, unprintable, unprintableInLines, visible } from './printable.ts'

const wholly = (pattern: string) => new RegExp(`^${pattern}$`, 'u')
const text = fc
  .array(fc.constantFrom('a', 'é', '😍', ' ', '\t', '\n', '\r', '\u0000', '\u007F', '\uD800', '\uFFFD', '\u200B'))
  .map((characters) => characters.join(''))

test('control characters, unpaired surrogates and replacement characters are not printable, nor are line breaks within one line', () => {
  for (const one of ['', 'a', 'Zoë 😍', '\u00A0', '\u200B', '\uFFFC']) assert.doesNotMatch(one, unprintable)
  for (const one of ['\u0000', 'a\u001F', '\u007F', '\u0085', '\uD800', '\uDC00a', '\uFFFD', '\n', '\t'])
    assert.match(one, unprintable, JSON.stringify(one))
  for (const one of ['a\nb', 'a\r\n', '\t']) assert.doesNotMatch(one, unprintableInLines)
  for (const one of ['\n\u0000', '\u000B', '\uD800\n']) assert.match(one, unprintableInLines, JSON.stringify(one))
})

test('the patterns of whole texts match exactly the texts without such characters', () => {
  fc.assert(
    fc.property(text, (one) => {
      assert.equal(wholly(printableLine).test(one), !unprintable.test(one))
      assert.equal(wholly(printableLines).test(one), !unprintableInLines.test(one))
    }),
  )
})

test('a text has a visible character if it has more than blanks and characters that are never shown', () => {
  const begins = new RegExp(`^${visible}`, 'u')
  for (const one of ['a', ' .', '\n\n😍', '\u200B0']) assert.match(one, begins, JSON.stringify(one))
  for (const one of ['', ' ', '\u3000\n', '\u200B', '\u00AD \u2060'])
    assert.doesNotMatch(one, begins, JSON.stringify(one))
})
