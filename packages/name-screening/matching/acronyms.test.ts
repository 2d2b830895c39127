import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { defaultThresholds } from '../name-screening.ts'
import { screenerOf, type Row } from '../tests/given-screener.ts'

const rows: Row[] = [
  ['Islamic Republic of Iran Shipping Lines', 'company'],
  ['KOREA MINING DEVELOPMENT TRADING CORPORATION', 'company'],
  ['National Iranian Oil Company', 'company'],
  ['PETROLEOS DE VENEZUELA, S.A.', 'company'],
  ['ZARQUON, Ivor Lorne Dent', 'person'],
  ['TALBOT, Arne Kees Erik', 'other'],
  ['Varna Ostrov Baltic Salvage', 'company', 'weak'],
  ['VERN', 'company'],
  ['TRAPS', 'vessel'],
]
const find = screenerOf(rows)
const namesOf = (found: ReturnType<typeof find>) => found.map(({ alias }) => alias)

describe('a company typed as an acronym', () => {
  for (const [company, listed] of [
    ['IRISL', 'Islamic Republic of Iran Shipping Lines'],
    ['irisl', 'Islamic Republic of Iran Shipping Lines'],
    ['I.R.I.S.L.', 'Islamic Republic of Iran Shipping Lines'],
    ['IRISL Ltd.', 'Islamic Republic of Iran Shipping Lines'],
    ['KOMID', 'KOREA MINING DEVELOPMENT TRADING CORPORATION'],
    ['NIOC', 'National Iranian Oil Company'],
    ['PDVSA', 'PETROLEOS DE VENEZUELA, S.A.'],
  ] as const)
    it(`finds the listed name that ${company} abbreviates`, () =>
      assert.ok(namesOf(find({ company })).includes(listed)))

  it('is flagged for review, and never put on hold, at any threshold', () => {
    for (const company of ['IRISL', 'KOMID', 'NIOC', 'PDVSA'])
      assert.deepEqual(
        find({ company }).map(({ holds, score }) => ({ holds, score })),
        [{ holds: false, score: 0.75 }],
      )
    const strict = screenerOf(rows.slice(0, 1), { hold: 0.72, look: 0.5 })
    assert.deepEqual(
      strict({ company: 'IRISL' }).map(({ holds }) => holds),
      [false],
    )
    assert.deepEqual(
      screenerOf(rows, { ...defaultThresholds, lookHolds: true })({ company: 'IRISL' }).map(({ holds }) => holds),
      [true],
    )
  })

  it('records the words that it abbreviates', () => {
    const words = find({ company: 'IRISL' }).flatMap(({ matched }) =>
      matched.map(({ compared, listed }) => [compared, listed.join(' ')]),
    )
    assert.deepEqual(words, [[['IRISL'], 'Islamic Republic of Iran Shipping Lines']])
  })

  it('does not find people, ships, weak aliases, nor names with three initials', () => {
    for (const company of ['ZILD', 'ILDZ', 'TAKE', 'VOBS', 'NIO']) assert.deepEqual(find({ company }), [], company)
    assert.deepEqual(find({ person: 'IRISL' }), [])
  })

  it('must be the whole name, without another word beside it', () => {
    assert.deepEqual(find({ company: 'IRISL Velvet' }), [])
  })
})

describe('a company whose initials are a listed acronym', () => {
  it('is flagged for review', () => {
    const found = find({ company: 'Velvet Estuary Rental of Norway' })
    assert.deepEqual(
      found.map(({ alias, holds }) => [alias, holds]),
      [['VERN', false]],
    )
  })
  it('does not match a name of two words, or a ship', () => {
    assert.deepEqual(
      find({ company: 'Vern Estuary' }).filter(({ score }) => score === 0.75),
      [],
    )
    assert.deepEqual(find({ company: 'Tall River Amber Pine Salvage' }), [])
  })
})

describe('any organisation', () => {
  const word = fc.stringMatching(/^[b-df-hj-np-tv-z][aeiou][b-df-hj-np-tv-z]{2}[aeiou][b-df-hj-np-tv-z]$/)
  const small = fc.constantFrom('', 'of ', 'and ', 'the ')
  const initials = (name: readonly string[]) => name.map((one) => one[0]).join('')
  // An acronym such as BFVVLTD is read as BFVV Ltd.
  const words = fc.array(word, { minLength: 4, maxLength: 8 }).filter((name) => !/.{4}ltd$/.test(initials(name)))

  it('of four words and more is found by its initials, with small words between them and a company form after them', () => {
    fc.assert(
      fc.property(words, small, fc.constantFrom('', ' Ltd', ' GmbH', ', LLC'), (name, joiner, form) => {
        const written = name.map((one, at) => (at === 1 ? `${joiner}${one}` : one)).join(' ') + form
        assert.ok(screenerOf([[written, 'company']])({ company: initials(name).toUpperCase() }).length === 1, written)
      }),
    )
  })

  it('is found by its full name if only its initials are listed', () => {
    fc.assert(
      fc.property(words, (name) => {
        assert.equal(screenerOf([[initials(name), 'company']])({ company: name.join(' ') }).length, 1)
      }),
    )
  })

  it('is not found by the initials in another order', () => {
    fc.assert(
      fc.property(words, (name) => {
        const other = initials(name.toReversed())
        fc.pre(other !== initials(name))
        assert.deepEqual(
          screenerOf([[name.join(' '), 'company']])({ company: other }).filter(({ score }) => score === 0.75),
          [],
        )
      }),
    )
  })
})
