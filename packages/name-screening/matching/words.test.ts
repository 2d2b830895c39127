import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { normaliseName } from '../spelling/normalise.ts'
import { likeness, wordOf } from '../spelling/sounds.ts'

const word = fc.oneof(fc.stringMatching(/^[a-e]{0,8}$/), fc.stringMatching(/^[a-z]{0,34}$/))

describe('two words', () => {
  it('are equally similar in both directions, from 0 (nothing) to 1 (the same)', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        const measure = (a: string, b: string) => likeness(wordOf(a), wordOf(b))
        const found = measure(one, other)
        assert.equal(found, measure(other, one))
        assert.ok(found >= 0 && found <= 1)
        assert.equal(measure(one, one), 1)
      }),
    )
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
