import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countries } from 'countries-list'
import { iso31662 } from 'iso-3166'
import { pinyin } from 'pinyin-pro'
import { root } from './run.ts'

/** Writes the rows of core/lists/ and of core/screening/pinyin.ts anew from their packages; the code around them stays. */
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

const countryRows = Object.entries(countries)
  .map(([code, country]) => ({ code, ...country }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  .map(({ code, name, native, phone, currency }) => {
    const cells = [code, name, native, `+${phone[0] ?? ''}`, currency[0] ?? '']
    return `  [${cells.map(quoted).join(', ')}],`
  })

const stateRows = ['CA', 'US'].flatMap((country) => [
  `  ${country}: [`,
  ...iso31662
    .filter(({ code }) => code.startsWith(`${country}-`))
    .map(({ code, name }) => `    [${quoted(code.slice(3))}, ${quoted(name)}],`),
  '  ],',
])

/** The characters of two-byte encodings: the first byte from and to, the second from and to. */
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

await replaceRows('../screening/pinyin.ts', /(const rows =\n)[^]*?(\n\n)/, [`  '${pinyinRow}'`])
await replaceRows('countries.ts', /(const rows: [^\n]* = \[\n)[^]*?(\n\]\n)/, countryRows)
await replaceRows('states.ts', /(const rows: [^\n]* = \{\n)[^]*?(\n\}\n)/, stateRows)

async function replaceRows(name: string, around: RegExp, rows: string[]): Promise<void> {
  const file = join(root, 'core/lists', name)
  const text = await readFile(file, 'utf8')
  if (!around.test(text)) throw new Error(`${name} has no rows to replace`)
  await writeFile(
    file,
    text.replace(around, (_all, before: string, after: string) => before + rows.join('\n') + after),
  )
}
