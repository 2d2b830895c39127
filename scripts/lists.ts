import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countries } from 'countries-list'
import { iso31662 } from 'iso-3166'
import { root } from './run.ts'

/** Writes the rows of core/lists/countries.ts and states.ts anew from their packages; the code around them stays. */
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
