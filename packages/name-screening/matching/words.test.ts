import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { editCounter, editsBetween, packed } from '../spelling/edits.ts'
import { jaroWinkler } from '../spelling/jaro-winkler.ts'
import { normaliseName } from '../spelling/normalise.ts'
import { likeness, wordOf } from '../spelling/sounds.ts'
import { tokensOf } from './tokens.ts'

const word = fc.oneof(fc.stringMatching(/^[a-e]{0,8}$/), fc.stringMatching(/^[a-z]{0,34}$/))

describe('two words', () => {
  it('are equally similar in both directions, from 0 (nothing) to 1 (the same)', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        for (const measure of [jaroWinkler, (a: string, b: string) => likeness(wordOf(a), wordOf(b))]) {
          const found = measure(one, other)
          assert.equal(found, measure(other, one))
          assert.ok(found >= 0 && found <= 1)
          assert.equal(measure(one, one), 1)
        }
        assert.equal(editsBetween(one, other, 40), editsBetween(other, one, 40))
      }),
    )
  })

  const [short, long] = [fc.stringMatching(/^[ab]{1,6}$/), fc.stringMatching(/^[a-z]{20,30}$/)]
  const neighbours = fc.oneof(
    fc.tuple(short, short),
    fc.tuple(long, short, fc.nat(30)).map(([one, other, at]) => [one, one.slice(0, at) + other + one.slice(at + 2)]),
  ) as fc.Arbitrary<[string, string]>
  it('have the same distance, however it is computed', () => {
    fc.assert(
      fc.property(neighbours, fc.integer({ min: 0, max: 4 }), ([one, other], most) => {
        const apart = plainEdits(one, other)
        for (const edits of [editsBetween(one, other, most), editCounter(one, packed([other]))(0, most)]) {
          if (apart <= most) assert.equal(edits, apart)
          else assert.ok(edits > most)
        }
      }),
      { numRuns: 1000 },
    )
  })
  /** Defined as in the literature, with the whole table. */
  const plainEdits = (one: string, other: string): number => {
    const table = [Array.from({ length: other.length + 1 }, (_, there) => there)]
    for (let at = 1; at <= one.length; at += 1) {
      const row = (table[at] = [at])
      for (let there = 1; there <= other.length; there += 1) {
        const cell = (up: number, left: number) => table[at - up]?.[there - left] ?? 0
        const [same, crossed] = [
          one[at - 1] === other[there - 1],
          at > 1 && there > 1 && one[at - 1] === other[there - 2] && one[at - 2] === other[there - 1],
        ]
        row.push(
          Math.min(
            cell(1, 0) + 1,
            (row[there - 1] ?? 0) + 1,
            cell(1, 1) + (same ? 0 : 1),
            crossed ? cell(2, 2) + 1 : 99,
          ),
        )
      }
    }
    return table[one.length]?.[other.length] ?? 0
  }

  it('have the Jaro-Winkler score of the published examples', () => {
    const known: [string, string, number][] = [
      ['martha', 'marhta', 0.9611],
      ['dixon', 'dicksonx', 0.8133],
      ['dwayne', 'duane', 0.84],
      ['abc', 'xyz', 0],
      ['', 'abc', 0],
    ]
    for (const [one, other, score] of known) assert.ok(Math.abs(jaroWinkler(one, other) - score) < 0.0001, one)
  })

  it('are one edit apart if a letter is added, missing, replaced or swapped with its neighbour', () => {
    for (const other of ['karnovk', 'karrnovak', 'karnowak', 'kanrovak'])
      assert.equal(editsBetween('karnovak', other, 3), 1)
    assert.equal(editsBetween('karnovak', 'meridian', 2), 3)
  })

  const same = [
    'mohammed muhammad',
    'qaddafi gadhafi',
    'qadhafi kadafi',
    'sergei sergey',
    'yusuf youssef',
    'mikhail michail',
  ]
  const alike = [
    'kuznetsov kuznezow',
    'karnovak karnowak',
    'vantongeren vantongern',
    'shevchenko shevtchenko',
    'usmanov usmanoff',
  ]
  const strange = [
    'mark markov',
    'ivan ilan',
    'anna hanna',
    'lee leo',
    'petrov petrosyan',
    '11420 11421',
    'emma daniels',
  ]
  it('sound the same in different spellings', () => {
    for (const pair of same) assert.ok(likenessOf(pair) >= 0.95, `${pair} ${likenessOf(pair)}`)
    for (const pair of alike) assert.ok(likenessOf(pair) >= 0.88, `${pair} ${likenessOf(pair)}`)
  })
  it('are not similar only because they begin alike', () => {
    for (const pair of strange) assert.ok(likenessOf(pair) < 0.89, `${pair} ${likenessOf(pair)}`)
  })
  const likenessOf = (pair: string) => {
    const [one = '', other = ''] = pair.split(' ')
    return likeness(wordOf(one), wordOf(other))
  }
})

describe('a name for comparison', () => {
  it('is the same however often it is normalised', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        assert.equal(normaliseName(normaliseName(name)), normaliseName(name))
      }),
    )
  })

  const rows: [written: string, plain: string][] = [
    ['  ZOLTÁN   Karnovák ', 'zoltan karnovak'],
    ['Ｚoltan', 'zoltan'],
    ["O'Neill-Ødegård, Łukasz", 'oneill odegard lukasz'],
    ['Straße', 'strasse'],
    ['Владимир Щукин', 'vladimir shchukin'],
    ['Олексій Ґудзь', 'oleksiy gudz'],
    ['Αλέξης Τσίπρας', 'alexis tsipras'],
    ['محمد القذافي', 'muhammad qadhafi'],
    ['习近平', 'xi jinping'],
    ['欧阳娜娜', 'ouyang nana'],
    ['北京华为技术有限公司', 'beijinghuawei technology co ltd'],
    ['김정은', 'kim jong un'],
    ['\u202Ezoltan\u202C', 'zoltan'],
    ['\uD800', ''],
    ['...', ''],
  ]
  for (const [written, plain] of rows)
    it(`of ${JSON.stringify(written)} is “${plain}”`, () => assert.equal(normaliseName(written), plain))
})

describe('the words of a name', () => {
  const words = (name: string, who: 'person' | 'company') => tokensOf(name, who).map(({ word }) => word)

  it('leave out the company form, also with a typing error, unless the company has no other word', () => {
    assert.deepEqual(words('Müller GmbH & Co. KG', 'company'), ['muller'])
    assert.deepEqual(words('Ladoga Limitedd', 'company'), ['ladoga'])
    assert.deepEqual(words('OOO Ladoga, S.A. de C.V.', 'company'), ['ladoga', 'de'])
    assert.deepEqual(words('The Company', 'company'), ['the'])
    assert.deepEqual(words('Holding AG', 'company'), ['holding'])
    assert.deepEqual(words('Limited', 'company'), ['limited'])
  })
  it('of a company join single letters; those of a person stay initials', () => {
    assert.deepEqual(words('I.B.M. Deutschland', 'company'), ['ibm', 'deutschland'])
    assert.deepEqual(words('J. R. Smith', 'person'), ['j', 'r', 'smith'])
  })
  it('record their original spelling', () => {
    assert.deepEqual(
      tokensOf('AL-ZAWAHIRI, Dr. Áyman', 'person').map(({ written }) => written),
      ['AL', 'ZAWAHIRI', 'Dr', 'Áyman'],
    )
  })
})
