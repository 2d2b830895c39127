import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import anyAscii from 'any-ascii'
import { countries } from 'countries-list'
import { iso31662 } from 'iso-3166'
import { pinyin } from 'pinyin-pro'
import { root } from './run.ts'

/**
 * For developers, after an update of the packages: `node scripts/write-lists.ts` writes the rows of domain/lists/, of
 * the countries' English names and of pinyin.ts and letters.ts in packages/name-screening/spelling/ from their packages;
 * the code around them stays. With `--check` it writes nothing, and fails if a file differs.
 */
const check = process.argv[2] === '--check'

/** Where countries-list differs from ITU E.164 and ISO 3166-1. */
const dialCodes: Record<string, string> = { VA: '+39', XK: '+383' }
const names: Record<string, string> = { AX: 'Åland Islands' }

const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`)

const byName = Object.entries(countries)
  .map(([code, country]) => ({ code, ...country }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
const nameRows = byName.map(({ code, name }) => `  ${code}: ${quoted(names[code] ?? name)},`)
const detailsRows = byName.map(
  ({ code, native, currency }) => `  ${code}: [${quoted(native)}, ${quoted(currency[0] ?? '')}],`,
)
const dialCodeRows = byName
  .toSorted((one, other) => (one.code < other.code ? -1 : 1))
  .map(({ code, phone }) => `  ${code}: ${quoted(dialCodes[code] ?? `+${phone[0] ?? ''}`)},`)

const stateRows = ['CA', 'US'].flatMap((country) => [
  `  ${country}: [`,
  ...iso31662
    .filter(({ code }) => code.startsWith(`${country}-`))
    .map(({ code, name }) => `    [${quoted(code.slice(3))}, ${quoted(name)}],`),
  '  ],',
])

/** Returns the characters of two-byte encodings: the range of the first byte, and of the second. */
const charactersOf = (label: string, ranges: [number, number, number, number][]) => {
  const decoder = new TextDecoder(label)
  const found: string[] = []
  for (const [from, to, low, high] of ranges)
    for (let first = from; first <= to; first += 1)
      for (let second = low; second <= high; second += 1) found.push(decoder.decode(Uint8Array.of(first, second)))
  return found.filter((text) => /^\p{Script=Han}$/u.test(text))
}
const hanzi = [
  ...charactersOf('gb18030', [[0xb0, 0xf7, 0xa1, 0xfe]]),
  ...charactersOf('big5', [[0xa4, 0xc6, 0x40, 0xfe]]),
]
const bySound = Map.groupBy(new Set(hanzi), (character) => pinyin(character, { toneType: 'none' }).replace('ü', 'u'))
const pinyinRow = [...bySound]
  .filter(([sound]) => /^[a-z]+$/.test(sound))
  .map(([sound, characters]) => sound + characters.toSorted().join(''))
  .toSorted()
  .join(' ')

/**
 * The scripts in which people write names today, except those with separate rules in packages/name-screening/spelling/.
 */
const scripts =
  'Arabic Armenian Balinese Bengali Bopomofo Canadian_Aboriginal Cham Cherokee Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Hiragana Javanese Kannada Katakana Khmer Lao Latin Lepcha Limbu Malayalam Meetei_Mayek Mongolian Myanmar New_Tai_Lue Nko Ol_Chiki Oriya Sinhala Sundanese Syriac Tai_Le Tamil Telugu Thaana Thai Tibetan Tifinagh'
const inScripts = new RegExp(
  `^(?=[\\p{L}\\p{M}])[${scripts
    .split(' ')
    .map((name) => `\\p{Script=${name}}`)
    .join('')}]$`,
  'u',
)
const letters = Array.from({ length: 0xffff }, (_, at) => String.fromCharCode(at)).filter(
  // A letter that normalisation turns into others is never looked up.
  (letter) =>
    inScripts.test(letter) && letter.normalize('NFKD').normalize('NFC') === letter && letter === letter.toLowerCase(),
)
const letterRow = [
  ...Map.groupBy(letters, (letter) =>
    anyAscii(letter)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, ''),
  ),
]
  .map(([latin, same]) => `${latin}:${same.join('')}`)
  .toSorted()
  .join(' ')

const burmeseRules = await readFile(join(root, 'node_modules/cldr-transforms/transforms/Myanmar-Latin.txt'), 'utf8')
const burmeseRow = [
  ...burmeseRules.matchAll(/^(?:\(\$consonants\) *)?((?:\\u10[0-9A-F]{2})+) *> *(?:\| *\$1 *)?([a-z]*) *;/gm),
]
  .map(([, codes = '', latin = '']) => {
    const text = codes.replaceAll(/\\u(....)/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))
    return `${text.normalize('NFC')}:${latin}`
  })
  .toSorted((one, other) => other.length - one.length)
  .join(' ')

await replaceRows('../../packages/name-screening/spelling/letters.ts', /(const rows =\n)[^]*?(\n\n)/, [
  `  '${letterRow}'`,
])
await replaceRows('../../packages/name-screening/spelling/letters.ts', /(const burmese =\n)[^]*?(\n\n)/, [
  `  '${burmeseRow}'`,
])
await replaceRows('../../packages/name-screening/spelling/pinyin.ts', /(const rows =\n)[^]*?(\n\n)/, [
  `  '${pinyinRow}'`,
])
await replaceRows('countries.ts', /(const dialCodeOf = \{\n)[^]*?(\n\}\n)/, dialCodeRows)
await replaceRows('country-details.ts', /(const rows: [^\n]* = \{\n)[^]*?(\n\}\n)/, detailsRows)
await replaceRows('../../i18n/en/forms/countries.ts', /(export const countryNames = \{\n)[^]*?(\n\}[^\n]*\n)/, nameRows)
await replaceRows('states.ts', /(const rows: [^\n]* = \{\n)[^]*?(\n\}\n)/, stateRows)

async function replaceRows(name: string, around: RegExp, rows: string[]): Promise<void> {
  const file = join(root, 'domain/lists', name)
  const text = await readFile(file, 'utf8')
  if (!around.test(text)) throw new Error(`${name} has no rows to replace`)
  const written = text.replace(around, (_all, before: string, after: string) => before + rows.join('\n') + after)
  if (written === text) return
  if (check) {
    console.error(`${name} differs from its package.`)
    process.exitCode = 1
  } else await writeFile(file, written)
}
