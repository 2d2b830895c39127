import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { markedParts } from './marked-name.ts'

const marked = (name: string, words: string[]) =>
  markedParts(name, words)
    .map(({ text, matched }) => (matched ? `[${text}]` : text))
    .join('')

describe('a name with marked words', () => {
  it('marks the words that matched and leaves the others as they are', () => {
    assert.equal(marked('KARNOVAK, Zoltan Imre', ['Zoltan', 'KARNOVAK']), '[KARNOVAK], [Zoltan] Imre')
    assert.equal(marked('Jane Doe', []), 'Jane Doe')
    assert.equal(marked('', ['Doe']), '')
  })

  it('marks a whole word, not part of a longer one', () => {
    assert.equal(marked('Alina Al Ali', ['Al']), 'Alina [Al] Ali')
    assert.equal(marked('O’Neil O', ['O']), 'O’Neil [O]')
  })

  it('marks a word as often as it matched', () => {
    assert.equal(marked('Ali Ali Ali', ['Ali', 'Ali']), '[Ali] [Ali] Ali')
  })

  it('marks an abbreviation with any characters between its letters', () => {
    assert.equal(marked('I. B. M. Trading', ['I.B.M']), '[I. B. M]. Trading')
  })

  it('treats pattern characters as text', () => {
    assert.equal(marked('A+ (x) $1', ['(x)', '$1']), 'A+ [(x)] [$1]')
  })

  it('keeps the text unchanged, whatever the name and the words', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 })),
        (name, words) => {
          const some = [...words, ...name.split(' ')].filter((word) => word !== '')
          assert.equal(
            markedParts(name, some)
              .map(({ text }) => text)
              .join(''),
            name,
          )
        },
      ),
    )
  })
})
