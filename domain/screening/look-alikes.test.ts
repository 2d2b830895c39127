import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { defaultThresholds, normaliseName } from 'name-screening'
import { entry, jane, list } from '../../test/support/screening/given-facts.ts'
import { createScreener, type ScreeningFacts } from './screening.ts'

const entries = [entry('KARNOVAK, Zoltan', 'person', ['KARNOVAK, Zoltan']), entry('Q', 'company', ['Q'])]
const countries = { denied: new Set<string>(), look: new Set<string>() }
const screen = createScreener([list('List', entries)], countries, { ...defaultThresholds, lookHolds: true })
const outcomeOf = (facts: Partial<ScreeningFacts>) => screen({ ...jane, ...facts }, '2026-11-20')
const isFound = (firstName: string, lastName: string) =>
  outcomeOf({ firstName, lastName }).reasons.some(({ entry, holds }) => entry === 'KARNOVAK, Zoltan' && holds)

describe('a listed name is found', () => {
  const rows: [what: string, firstName: string, lastName: string][] = [
    ['with Cyrillic letters that look Latin', 'Zоltаn', 'Каrnоvаk'],
    ['with Greek letters that look Latin', 'Ζoltan', 'Karnοvak'],
    ['with Armenian letters that look Latin', 'Zoltaո', 'Kаrոօvаk'],
    ['with Cherokee letters that look Latin', 'Ꮓoltan', 'Ꮶarnovak'],
    ['with Lisu letters that look Latin', 'ꓜoltan', 'ꓗarnovak'],
    ['with mathematical letters', '𝒵𝑜𝓁𝓉𝒶𝓃', '𝕂𝕒𝕣𝕟𝕠𝕧𝕒𝕜'],
    ['with letters in circles and squares', 'ⓏⓄⓁⓉⒶⓃ', '🄺🄰🅁🄽🄾🅅🄰🄺'],
    ['with small capitals', 'Zoltaɴ', 'ᴋarnovak'],
    ['with zeros for letters', 'Z0ltan', 'Karn0vak'],
    ['with combining marks', 'Z̷o̷l̷t̷a̷n̷', 'K͠a͠r͠n͠o͠v͠a͠k͠'],
    ['with soft hyphens and letters without width', 'Zol\u00ADtan', 'Kar\u200Bno\u2060vak'],
    ['with marks that turn the direction of writing', '\u202EZoltan\u202C', '\u2067Karnovak\u2069'],
    ['with emoji around and inside', '🙂Zoltan', 'Karno🙂vak👩‍👩‍👧'],
    ['with a blank between the letters', 'Z o l t a n', 'K a r n o v a k'],
    ['in another script', 'Золтан', 'Карновак'],
  ]
  for (const [what, firstName, lastName] of rows) it(what, () => assert.ok(isFound(firstName, lastName)))

  it('with Latin look-alike letters anywhere, if one letter of each word is Latin', () => {
    const letters = new Map(Object.entries({ o: 'оοօ', a: 'аα', n: 'ո', v: 'ѵν', r: 'г', k: 'кκ' }))
    const written = (word: string, at: readonly number[]) =>
      Array.from(word, (letter, place) => {
        const others = Array.from(letters.get(letter) ?? '')
        return place === 0 ? letter : (others[(at[place] ?? 0) % (others.length + 1)] ?? letter)
      }).join('')
    const places = fc.array(fc.nat(3), { minLength: 8, maxLength: 8 })
    fc.assert(fc.property(places, places, (one, other) => isFound(written('Zoltan', one), written('Karnovak', other))))
  })
})

describe('any name of 1 to 99 characters', () => {
  const ranges: [from: number, to: number][] = [
    [0x20, 0x7e],
    [0xa1, 0x24f],
    [0x300, 0x36f],
    [0x370, 0x52f],
    [0x531, 0x6ff],
    [0x900, 0xdff],
    [0xe01, 0x109f],
    [0x10a0, 0x13ff],
    [0x1780, 0x18aa],
    [0x2000, 0x206f],
    [0x3041, 0x30ff],
    [0x4e00, 0x9fff],
    [0xa4d0, 0xa4ff],
    [0xac00, 0xd7a3],
    [0xd800, 0xdfff],
    [0xfe00, 0xfeff],
    [0x10380, 0x103ff],
    [0x1f300, 0x1faff],
  ]
  const letter = fc.oneof(
    ...ranges.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
  )
  const name = fc.array(letter, { minLength: 1, maxLength: 99 }).map((letters) => letters.join(''))

  it('has a result, and is put on hold if none of its words could be compared', () => {
    fc.assert(
      fc.property(name, name, name, (firstName, lastName, company) => {
        const { dplStatus, reasons } = outcomeOf({ firstName, lastName, company })
        const words = normaliseName(`${firstName} ${lastName}`).split(' ')
        if (words.every((word) => !/^[a-z0-9]+$/.test(word)))
          assert.ok(reasons.some(({ kind, holds }) => kind === 'unreadable' && holds))
        assert.equal(dplStatus, reasons.some(({ holds }) => holds) ? 'PENDING' : 'PASS')
      }),
      { numRuns: 500 },
    )
  })

  it('of one letter is also compared as a company, and stays on hold for its domain if nothing matches', () => {
    const reasonsOf = (company: string) => outcomeOf({ company }).reasons.map(({ kind, entry }) => entry ?? kind)
    for (const company of ['Q', 'q', 'Ｑ', '𝕢']) assert.ok(reasonsOf(company).includes('Q'), company)
    for (const company of ['X', 'Ж', '中', 'ا', '1', '.', '🙂', '&', '\u202E', '\u0301'])
      assert.deepEqual(reasonsOf(company), ['domain'], company)
  })
})
