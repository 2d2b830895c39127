import { languages } from '../../../domain/language.ts'
import { readTextCatalogues } from '../../vendor-texts.ts'
import { readArguments, run } from './run-command.ts'

export const textsUsage = `Usage:
  npm run --silent texts
  npm run --silent texts -- de
  npm run --silent texts -- en plans`

/**
 * Prints the texts that a file of BRAND_TEXTS can replace, as such a file: all of a language, or those whose key starts
 * with a word.
 */
export async function printTexts(args: readonly string[]): Promise<string> {
  const [language = 'en', start = ''] = readArguments(args, textsUsage, {}, 2).words
  const product = languages.find((one) => one === language)
  if (!product) throw new Error(textsUsage)
  const texts = Object.entries((await readTextCatalogues())[product])
  const chosen = texts.filter(
    ([key, { variesBy }]) => variesBy === undefined && (start === '' || key === start || key.startsWith(`${start}.`)),
  )
  if (chosen.length === 0) throw new Error(`No key starts with ${start}.\n${textsUsage}`)
  return JSON.stringify(Object.fromEntries(chosen.map(([key, { text }]) => [key, text])), null, 2)
}

if (import.meta.main) {
  await run(textsUsage, async (args) => process.stdout.write(`${await printTexts(args)}\n`))
}
