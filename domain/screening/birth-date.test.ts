import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import fc from 'fast-check'
import { asksForBirthDate, birthDateVerdict, isBirthDate } from './birth-date.ts'

describe('birthDateVerdict', () => {
  const agreeing: [given: string, listed: string][] = [
    ['1961-07-18', '18 Jul 1961'],
    ['1961-07-18', 'Jul 1961'],
    ['1961-07-18', '1961'],
    ['1961-07-18', '1961-07-18'],
    ['1961-07-18', '18/07/1961'],
    ['1961-07-18', 'dd/mm/1961'],
    ['1961-07-18', '00/07/1961'],
    ['1961-07-18', 'circa 1963'],
    ['1961-07-18', 'Between 1960 and 1962'],
    ['1961-07-18', '1958 to 1963'],
    ['1961-07-18', '01 Jan 1961 to 31 Dec 1961'],
  ]
  for (const [given, listed] of agreeing)
    test(`agrees for ${given} and “${listed}”`, () => assert.equal(birthDateVerdict(given, [listed]), 'agrees'))

  test('contradicts if every listed date is more than a year away', () => {
    assert.equal(birthDateVerdict('1990-01-02', ['18 Jul 1961', 'circa 1962']), 'contradicts')
    assert.equal(birthDateVerdict('1961-07-18', ['1964']), 'contradicts')
  })

  test('is unknown for another day of about the same year, an unreadable date, or no date', () => {
    assert.equal(birthDateVerdict('1961-07-18', ['19 Jul 1961']), 'unknown')
    assert.equal(birthDateVerdict('1961-07-18', ['Feb 1962']), 'unknown')
    assert.equal(birthDateVerdict('1990-01-02', ['18 Jul 1961', 'in his forties']), 'unknown')
    assert.equal(birthDateVerdict('1990-01-02', ['31 Feb 1961']), 'unknown')
    assert.equal(birthDateVerdict('1990-01-02', []), 'unknown')
  })

  test('agrees if one of several dates agrees', () => {
    assert.equal(birthDateVerdict('1961-07-18', ['1970', 'whenever', '18 Jul 1961']), 'agrees')
  })

  test('agrees with every day itself, its month and its year', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
        (date) => {
          const given = date.toISOString().slice(0, 10)
          for (const listed of [given, given.slice(0, 7), given.slice(0, 4)])
            assert.equal(birthDateVerdict(given, [listed]), 'agrees', listed)
        },
      ),
    )
  })

  test('never fails and never contradicts on a text that is no date', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/\d{4}/.test(text)),
        (text) => assert.equal(birthDateVerdict('1961-07-18', [text]), 'unknown'),
      ),
    )
  })
})

describe('asksForBirthDate', () => {
  test('is true only if a matching entry has a date of birth', () => {
    assert.equal(asksForBirthDate([{ kind: 'list', details: { birthDates: ['1961'] } }]), true)
    assert.equal(asksForBirthDate([{ kind: 'list', details: {} }, { kind: 'domain' }]), false)
    assert.equal(asksForBirthDate([{ kind: 'correction', details: { birthDates: ['1961'] } }]), false)
  })
})

describe('isBirthDate', () => {
  test('accepts only dates from 1900 to today', () => {
    assert.equal(isBirthDate('2000-02-29', '2026-11-24'), true)
    for (const text of [
      '',
      '2001-02-29',
      '1899-12-31',
      '2026-11-25',
      '29.02.2000',
      '2000-13-01',
      '2000-00-00',
      '2000-01-00',
    ])
      assert.equal(isBirthDate(text, '2026-11-24'), false, text)
  })
})
