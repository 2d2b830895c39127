import assert from 'node:assert/strict'
import { test } from 'vitest'
import { screenerOf } from '../tests/given-screener.ts'

const heldBy = (listed: readonly string[], hold: number) => {
  const screen = screenerOf(
    listed.map((name) => [name]),
    { hold, look: 0.72 },
  )
  return (person: string) => screen({ person }).flatMap(({ alias, holds }) => (holds ? [alias] : []))
}
const held = heldBy(
  [
    'BARWANI, Saqib',
    'TORKHANI, Belgacem',
    'BACHAGHA, Hisham',
    'ESSABAR, Zaydan',
    'ENNASIRI, Zaydan',
    'TARHUNI, Yusuf Ali',
  ],
  0.89,
)

for (const [name, entry, why] of [
  ['ثاقب برواني', 'BARWANI, Saqib', 'theh sounds as s in Persian and Urdu'],
  ['بلقاسم ترخاني', 'TORKHANI, Belgacem', 'qaf is written as g from Morocco to Libya'],
  ['هشام باشاغا', 'BACHAGHA, Hisham', 'sheen is written as ch in French'],
  ['زيدان الصبار', 'ESSABAR, Zaydan', 'the article takes the sound of the letter after it'],
  ['زيدان الناصري', 'ENNASIRI, Zaydan', 'the article takes the sound of the letter after it'],
  ['یوسف ترهونی', 'TARHUNI, Yusuf Ali', 'Persian has a yeh of its own'],
] as const)
  test(`${entry} is found in Arabic letters: ${why}`, () => assert.deepEqual(held(name), [entry]))

test('other names in Arabic letters are not put on hold', () => {
  for (const name of ['ثابت كرماني', 'قيس بلعيد', 'شوقي حداد', 'يونس الصياد']) assert.deepEqual(held(name), [], name)
})

test('another spelling of a small word, such as "ben" for "bin", does not count as a difference', () => {
  assert.equal(heldBy(['BIN JARRAH, Marwan Zayd'], 0.82)('Marwen Ben Jarrah').length, 1)
})
