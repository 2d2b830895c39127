import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import fc from 'fast-check'
import { asksForBirthDate, birthDateVerdict, isBirthDate } from './birth-date.ts'

const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

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
    ['1961-07-18', '1961-07-18T00:00:00Z'],
    ['1961-07-18', ' 18 Jul. 1961. '],
    ['1961-02-01', '1/2/1961'],
    ['1961-11-30', '18/MM/1961'],
    ['1961-07-18', 'FROM 1960 TO 1962'],
    ['1961-07-18', '1960 - 1962'],
    ['1961-07-18', '1960 – 1962'],
    ['1961-07-18', 'c. 1963'],
    ['1961-07-18', 'ca1963'],
    ['1961-07-18', 'Approx. 1963'],
    ['1961-07-18', 'about 1959'],
    ['1961-07-18', 'approximately Jul 1963'],
    ['1961-07-18', 'around 1959'],
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

  test('reads every month by its name and its first three letters', () => {
    for (let month = 0; month < 12; month += 1) {
      const date = new Date(Date.UTC(1961, month, 18))
      const name = date.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })
      for (const listed of [`18 ${name} 1961`, `18 ${name.slice(0, 3).toUpperCase()} 1961`])
        assert.equal(birthDateVerdict(date.toISOString().slice(0, 10), [listed]), 'agrees', listed)
    }
  })

  test('agrees from the first to the last day that is meant, and no further', () => {
    for (const [listed, first, last] of [
      ['18 Jul 1961', '1961-07-18', '1961-07-18'],
      ['Feb 1960', '1960-02-01', '1960-02-29'],
      ['1961', '1961-01-01', '1961-12-31'],
      ['Between Mar 1960 and 5 May 1962', '1960-03-01', '1962-05-05'],
    ] as const) {
      for (const given of [first, last]) assert.equal(birthDateVerdict(given, [listed]), 'agrees', `${given} ${listed}`)
      for (const given of [daysAfter(first, -1), daysAfter(last, 1)])
        assert.equal(birthDateVerdict(given, [listed]), 'unknown', `${given} ${listed}`)
    }
  })

  test('contradicts from 367 days before the first day and after the last, for an approximate date two years later', () => {
    for (const [listed, agreesUpTo] of [
      ['18 Jul 1961', 0],
      ['circa 18 Jul 1961', 2 * 366],
    ] as const)
      for (const side of [-1, 1]) {
        const verdict = (days: number) => birthDateVerdict(daysAfter('1961-07-18', side * days), [listed])
        assert.deepEqual(
          [0, 1, 366, 367].map((days) => verdict(agreesUpTo + days)),
          ['agrees', 'unknown', 'unknown', 'contradicts'],
          listed,
        )
      }
  })

  test.each([
    '1962 to 1960',
    '1958 to 1960 to 1962',
    '1958 to then',
    'once to 1962',
    '18 Foo 1961',
    '32 Jan 1961',
    '118 Jul 1961',
    '18 Jul 19611',
    '18 Jul 61',
    'x18 Jul 1961',
    '18 Jul 1961 x',
    '1961-13',
    '1961-07-18 x',
    'x1961-07-18',
    '13/13/1961',
    '118/07/1961',
    '18/07/19611',
    'x18/07/1961',
    'born 1961',
    '1961 or so',
  ])('is unknown for “%s”, which cannot be read', (listed) => {
    assert.equal(birthDateVerdict('1990-01-02', [listed]), 'unknown')
    assert.equal(birthDateVerdict('1961-07-18', [listed]), 'unknown')
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
    assert.equal(asksForBirthDate([{ kind: 'domain' }, { kind: 'list', details: { birthDates: ['1961'] } }]), true)
    assert.equal(asksForBirthDate([{ kind: 'list', details: {} }, { kind: 'domain' }]), false)
    assert.equal(asksForBirthDate([{ kind: 'list', details: { birthDates: [] } }, { kind: 'list' }]), false)
    assert.equal(asksForBirthDate([]), false)
    assert.equal(asksForBirthDate([{ kind: 'correction', details: { birthDates: ['1961'] } }]), false)
  })
})

describe('isBirthDate', () => {
  test('accepts only dates from 1900 to today', () => {
    for (const text of ['2000-02-29', '1900-01-01', '2026-11-24', '2000-12-31'])
      assert.equal(isBirthDate(text, '2026-11-24'), true, text)
    for (const text of [
      '',
      '2001-02-29',
      '1899-12-31',
      '2026-11-25',
      '29.02.2000',
      '2000-13-01',
      '2000-00-00',
      '2000-01-00',
      '2000-01-32',
      '2000-00-01',
      '2000-01-01T00:00',
      ' 2000-01-01',
    ])
      assert.equal(isBirthDate(text, '2026-11-24'), false, text)
  })
})
