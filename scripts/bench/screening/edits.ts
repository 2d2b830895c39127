import type { Random } from './random.ts'

/** A way in which people write a name differently. `make` returns null if it does not apply to a name. */
export type Edit = { share: number; make(name: string, who: 'person' | 'company', random: Random): string | null }

const letters = 'abcdefghijklmnopqrstuvwxyz'
const wordsOf = (name: string) => name.split(/\s+/).filter(Boolean)
const long = (word: string) => /^[a-z'-]{5,}$/i.test(word)

/** Changes one of the words that `may` change. */
function oneWord(
  name: string,
  random: Random,
  may: (word: string) => boolean,
  change: (word: string) => string,
): string | null {
  const words = wordsOf(name)
  const places = words.flatMap((word, at) => (may(word) ? [at] : []))
  if (places.length === 0) return null
  const place = random.of(places)
  const changed = change(words[place] ?? '')
  if (changed === words[place] || changed === '') return null
  return words.with(place, changed).join(' ')
}

function mistype(word: string, random: Random): string {
  const at = random.below(word.length)
  const letter = letters[random.below(letters.length)] ?? 'a'
  const [before, after] = [word.slice(0, at), word.slice(at)]
  switch (random.below(4)) {
    case 0:
      return before + after.slice(1)
    case 1:
      return before + letter + after
    case 2:
      return before + letter + after.slice(1)
    default:
      return at + 1 < word.length
        ? before + (after[1] ?? '') + (after[0] ?? '') + after.slice(2)
        : before.slice(0, -1) + after + (before.at(-1) ?? '')
  }
}

/** Other spellings of the same sounds, in both directions. */
const sounds: [string, string][] = [
  ['mohammed', 'muhammad'],
  ['mohammad', 'mohamed'],
  ['ahmad', 'ahmed'],
  ['hussein', 'husayn'],
  ['hassan', 'hasan'],
  ['abdallah', 'abdullah'],
  ['yusuf', 'youssef'],
  ['sergei', 'sergey'],
  ['aleksandr', 'alexander'],
  ['vladimir', 'wladimir'],
  ['dmitri', 'dmitriy'],
  ['yevgeny', 'evgeni'],
  ['yuri', 'iurii'],
  ['qadhafi', 'gaddafi'],
  ['umar', 'omar'],
  ['khalid', 'khaled'],
  ['kh', 'h'],
  ['q', 'k'],
  ['ou', 'u'],
  ['oo', 'u'],
  ['ee', 'i'],
  ['ph', 'f'],
  ['sh', 'sch'],
  ['zh', 'j'],
  ['dh', 'd'],
  ['th', 't'],
  ['ei', 'ey'],
  ['ai', 'ay'],
  ['iy', 'y'],
  ['ks', 'x'],
  ['ts', 'tz'],
  ['ch', 'tch'],
  ['w', 'v'],
  ['y', 'i'],
  ['c', 'k'],
  ['o', 'u'],
  ['e', 'i'],
]

function respell(name: string, random: Random): string | null {
  const small = name.toLowerCase()
  const possible = sounds
    .flatMap(
      ([one, two]) =>
        [
          [one, two],
          [two, one],
        ] as [string, string][],
    )
    .filter(([from]) => small.includes(from))
  if (possible.length === 0) return null
  // A longer spelling is replaced before the single letters.
  const most = Math.max(...possible.map(([from]) => from.length))
  const [from, to] = random.of(
    possible.filter(([one]) => one.length >= Math.min(most, 3) || random.below(3) === 0).concat(possible.slice(0, 1)),
  )
  const places = [...small.matchAll(new RegExp(from, 'g'))].map(({ index }) => index)
  const at = random.of(places)
  return small.slice(0, at) + to + small.slice(at + from.length)
}

const forms =
  /[\s,]+(l\.?l\.?c|ltda?|limited|inc|corp(oration)?|co|company|gmbh|s\.?a\.?(\s?de\s?c\.?v)?|s\.?r\.?l|s\.?a\.?s|ooo|oao|ao|zao|pao|ojsc|jsc|plc|b\.?v|a\.?g)\.?$/i

function withoutForm(name: string): string {
  let [before, now] = ['', name]
  while (before !== now) [before, now] = [now, now.replace(forms, '')]
  return now
}

const only =
  (who: 'person' | 'company', make: Edit['make']): Edit['make'] =>
  (name, is, random) =>
    is === who ? make(name, is, random) : null

/** The kinds and their shares, fixed before the first measurement: changing them changes what the figures mean (docs/decisions/0012). */
export const edits: Record<string, Edit> = {
  'one typing error': {
    share: 0.2,
    make: (name, _who, random) => oneWord(name, random, long, (word) => mistype(word, random)),
  },
  'other transliteration': { share: 0.15, make: (name, _who, random) => respell(name, random) },
  'words in another order': {
    share: 0.15,
    make(name, _who, random) {
      const words = wordsOf(name)
      const shuffled = random.shuffled(words).join(' ')
      return words.length < 2 || shuffled === words.join(' ') ? null : shuffled
    },
  },
  'middle name left out': {
    share: 0.1,
    make: only('person', (name, _who, random) => {
      const words = wordsOf(name)
      return words.length < 3 ? null : words.toSpliced(1 + random.below(words.length - 2), 1).join(' ')
    }),
  },
  'middle name as an initial': {
    share: 0.05,
    make: only('person', (name, _who, random) => {
      const words = wordsOf(name)
      if (words.length < 3) return null
      const at = 1 + random.below(words.length - 2)
      const initial = /[a-z]/i.exec(words[at] ?? '')?.[0]
      return initial === undefined ? null : words.with(at, `${initial}.`).join(' ')
    }),
  },
  'another form of company': {
    share: 0.1,
    make: only('company', (name, _who, random) => {
      const bare = withoutForm(name)
      const form = random.of(['LLC', 'Ltd', 'Limited', 'Inc.', 'Corp', 'GmbH', 'S.A.', 'JSC', 'Co., Ltd.', ''])
      return `${bare} ${form}`.trim() === name ? null : `${bare} ${form}`.trim()
    }),
  },
  'doubled letters': {
    share: 0.1,
    make: (name, _who, random) =>
      oneWord(name, random, long, (word) => {
        const doubled = /([a-z])\1/i.exec(word)
        if (doubled && random.below(2) === 0) return word.slice(0, doubled.index) + word.slice(doubled.index + 1)
        const at = 1 + random.below(word.length - 1)
        return word.slice(0, at) + (word[at] ?? '') + word.slice(at)
      }),
  },
  'spaces and hyphens': {
    share: 0.1,
    make(name, _who, random) {
      const places = [...name.matchAll(/(?<=[a-z])[ -](?=[a-z])/gi)].map(({ index }) => index)
      if (places.length === 0) return null
      const at = random.of(places)
      return name.slice(0, at) + (random.below(2) === 0 ? '' : name[at] === '-' ? ' ' : '-') + name.slice(at + 1)
    },
  },
  'two of these': {
    share: 0.05,
    make(name, who, random) {
      const [one, two] = [
        edits['one typing error'],
        edits[random.of(['other transliteration', 'words in another order', 'doubled letters', 'spaces and hyphens'])],
      ]
      const once = two?.make(name, who, random)
      return once ? (one?.make(once, who, random) ?? null) : null
    },
  },
}
