import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { screenerOf, type Row } from '../tests/given-screener.ts'

/** Fictional entries, and the results for ordinary customers with similar names. */
const listed: Row[] = [
  ['PAEK, Jong Un'],
  ['PAEK, Myong Gi'],
  ['PAEK, Yong Su'],
  ["PAEK, So'ng-hun"],
  ['RI, Chun Song'],
  ['LI, Chunsong'],
  ['PAEK, Young-Chol'],
  ['SUHAIL, Zuhair'],
  ['TEHRANIAN, Sohrab'],
  ['SHAHABI, Azhar'],
  ['WHITE TIGER TRADING COMPANY', 'other'],
  ['ARRIETA LOMAS, Casimiro Jesus', 'other'],
  ['ORDAZ VILLEGAS, Fermin'],
  ['QUIROGA, Camilo'],
  ['AL-ZARQUN, Khamis', 'other'],
  // Syllables are frequent words on real lists, so that one alone is weak evidence.
  ...Array.from({ length: 300 }, (_, at) => [`PAEK JONG YONG UN SONG HUN MYONG ${at}`, 'vessel'] as const),
]
const screen = screenerOf(listed)
const matches = (person: string) => screen({ person })
const isHeld = (person: string) => matches(person).some(({ holds }) => holds)

describe('a Korean or Chinese name', () => {
  it('is found by the same syllables in any way of writing them', () => {
    for (const name of ['Paek Jong Un', 'Jong-un Paek', 'Jongun Paek', '백정은', '정은 백', '영수 백'])
      assert.equal(isHeld(name), true, name)
  })

  it('is not put on hold if one syllable differs', () => {
    for (const name of ['영호 백', '상훈 백', '민수 백', '지은 백']) assert.deepEqual(matches(name), [], name)
  })

  it('keeps the order of its syllables, and two are never joined', () => {
    for (const name of ['Eun-jeong Paek', 'Un Jong Paek', '은정 백', 'Miyeong Paek', 'Youngho Paek'])
      assert.deepEqual(matches(name), [], name)
  })

  it('has no surname in the first character of a separately written given name', () => {
    assert.deepEqual(matches('怡君 宋'), [])
    assert.equal(isHeld('李春松'), true)
    assert.equal(isHeld('春松 李'), true)
  })
})

describe('an Arabic or Persian name', () => {
  it('is found with a letter before heh that forms no digraph with it, also if the lists write one', () => {
    for (const name of ['سهيل زهير', 'زهیر سهیل', 'سهراب تهرانیان', 'ازهر شهابی'])
      assert.equal(isHeld(name), true, name)
  })
})

describe('an entry of unknown kind', () => {
  it('is found by first and last name as a person is', () => {
    assert.equal(isHeld('Casimiro Arrieta'), true)
  })

  it('is not compared with people if it is a company', () => {
    assert.deepEqual(matches('Tyler White'), [])
    assert.notDeepEqual(screen({ company: 'White Tiger' }), [])
  })
})

describe('a part of a name', () => {
  it('puts no one on hold if it is the second of two surnames, or a first name of the other sex', () => {
    for (const name of ['Fermin Villegas', 'Villegas Fermin', 'Camila Quiroga', 'Fermina Ordaz'])
      assert.equal(isHeld(name), false, name)
    for (const name of ['Fermin Ordaz', 'Camilo Quiroga']) assert.equal(isHeld(name), true, name)
  })

  it('puts no one on hold if it is one word beside an article', () => {
    assert.deepEqual(matches('Khamis Al'), [])
  })
})

it('the surname can come first or last', () => {
  const given = fc.constantFrom('Jong Un', 'Yong Su', 'Myong Gi', 'Jun Ho', 'Sang-hun', 'Minjun', '영수', '정은')
  fc.assert(
    fc.property(given, fc.constantFrom('Paek', '백', 'Ri', 'Kim'), (name, surname) => {
      const scores = (person: string) => matches(person).map(({ entry, score }) => [entry, score])
      assert.deepEqual(scores(`${name} ${surname}`), scores(`${surname} ${name}`))
    }),
  )
})
