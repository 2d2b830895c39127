import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { addDays, addMonths, utcMidnight } from '../calendar.ts'
import { commentFault, readEndDate, searchFault } from './admin-input.ts'
import { sentenceOf, type FieldFault } from './field-faults.ts'
import { allFieldMessages } from '#words/forms/all-fields.ts'

const now = new Date('2026-11-20T15:04:05.678Z')
const sentence = (fault: FieldFault | null) => fault && sentenceOf(fault, allFieldMessages)
const commentProblem = (comment: string) => sentence(commentFault(comment))
const searchProblem = (search: string) => sentence(searchFault(search))
const invalid = 'Contains invalid characters'

describe('a comment', () => {
  it('is required, and contains a visible character', () => {
    for (const none of ['', ' ', '\n\t ', '\u00A0', '\u200B', '\u2060\uFEFF', '\u3164', '\u00AD \u200D', '\v\f'])
      assert.equal(commentProblem(none), 'This field is required', JSON.stringify(none))
    for (const some of [
      '.',
      '0',
      'null',
      '😍',
      '👩‍👩‍👧‍👦',
      'a\nb\tc',
      ' asked by phone ',
      '=1+1',
      '<b>',
      '\u202Etest',
      '\uFFFF',
    ])
      assert.equal(commentProblem(some), null, JSON.stringify(some))
  })

  it('has up to 250 characters as people count them, without surrounding blanks [5.8]', () => {
    for (const character of ['a', '好', '😍', 'é']) {
      assert.equal(commentProblem(character.repeat(250)), null)
      assert.equal(commentProblem(` ${character.repeat(250)}\n`), null)
      assert.equal(commentProblem(character.repeat(251)), 'Length should be less than 251 characters')
    }
    assert.equal(commentProblem('a'.repeat(10_000)), 'Length should be less than 251 characters')
  })

  it('contains no invalid characters', () => {
    for (const bad of ['a\u0000b', '\u0007', 'a\u001B[31m', '\u0085x', 'half \uD83D', '\uDE0D half', 'lost \uFFFD'])
      assert.equal(commentProblem(bad), invalid, JSON.stringify(bad))
  })

  it('any input is judged the same with and without surrounding blanks', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
    )
    fc.assert(
      fc.property(typed, (text) => {
        assert.equal(commentProblem(` \n${text}\t `), commentProblem(text))
        if (commentProblem(text) === null) {
          assert.ok(Array.from(text.trim()).length <= 250)
          assert.equal(text.trim().isWellFormed(), true)
        }
      }),
    )
  })
})

describe('a search text', () => {
  it('may be empty, and has up to 255 characters', () => {
    for (const good of ['', ' ', '%_\\', 'a'.repeat(255), '😍'.repeat(255)]) assert.equal(searchProblem(good), null)
    assert.equal(searchProblem('a'.repeat(256)), 'Length should be less than 256 characters')
    for (const bad of ['a\u0000', '\uD83D', '\uFFFD']) assert.equal(searchProblem(bad), invalid)
  })
})

describe('an end date', () => {
  const read = (given: string | number | undefined) => {
    const answer = readEndDate(given, now)
    return 'fault' in answer ? sentence(answer.fault) : answer.endDate.toISOString()
  }

  it('is a UTC midnight from today to ten years ahead [5.9]', () => {
    assert.equal(read('2026-11-20'), '2026-11-20T00:00:00.000Z')
    assert.equal(read('2036-11-20'), '2036-11-20T00:00:00.000Z')
    assert.equal(read('2028-02-29T00:00Z'), '2028-02-29T00:00:00.000Z')
    assert.equal(read('2026-12-24T00:00:00.000Z'), '2026-12-24T00:00:00.000Z')
    assert.equal(read(Date.UTC(2026, 11, 24)), '2026-12-24T00:00:00.000Z')
  })

  it('of another day is refused with the reason', () => {
    for (const past of ['2026-11-19', '1970-01-01', '0000-01-01', 0, -86_400_000, Date.UTC(2026, 10, 19)])
      assert.equal(read(past), 'The date cannot be earlier than today', String(past))
    for (const far of ['2036-11-21', '9999-12-31', 8.64e15])
      assert.equal(read(far), 'The date cannot be more than ten years ahead', String(far))
    for (const between of [
      '2026-12-24T00:00:00.001Z',
      '2026-12-24T23:59:59Z',
      '2026-12-24T12:00Z',
      1,
      1_798_000_000_001,
    ])
      assert.equal(read(between), 'The end date must be a whole day, at midnight UTC', String(between))
  })

  it('that is not a date is refused as invalid', () => {
    const none = [
      '2026-02-31',
      '2027-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-12-00',
      '2026-12-24T24:00:00Z',
      'tomorrow',
    ]
    const odd = [
      '2026-12-24T00:00:00',
      '2026-12-24T00:00:00+00:00',
      '24.12.2026',
      '2026-12-24 ',
      '１２',
      '1795132800000',
      '+012026-12-24',
    ]
    const numbers = [Number.NaN, Infinity, -Infinity, 8.64e15 + 86_400_000, Date.UTC(2026, 11, 24) + 0.5, 1e300]
    for (const given of [...none, ...odd, ...numbers, '\u0000', '2026-12-24\n'])
      assert.equal(read(given), 'This is not a date', String(given))
    for (const missing of [undefined, '']) assert.equal(read(missing), 'This field is required')
  })

  it('is accepted exactly within its bounds, as text and as number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -40_000, max: 40_000 }),
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
        (days, today) => {
          const day = addDays(today, days)
          const within = days >= 0 && day <= addMonths(utcMidnight(today), 120)
          const asText = readEndDate(day.toISOString(), today)
          assert.deepEqual(readEndDate(day.getTime(), today), asText)
          assert.deepEqual('endDate' in asText ? asText.endDate : null, within ? day : null)
        },
      ),
    )
  })

  it('given as any text is a midnight not before today, or is refused with a sentence', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.maxSafeInteger()), (given) => {
        const answer = readEndDate(given, now)
        if ('fault' in answer) assert.ok(sentenceOf(answer.fault, allFieldMessages).length > 5)
        else assert.ok(answer.endDate >= utcMidnight(now) && answer.endDate.getTime() % 86_400_000 === 0)
      }),
    )
  })
})
