import { languages } from '../../../domain/language.ts'
import { readTextCatalogues } from '../../vendor-texts.ts'

export const textsUsage = `Usage:
  npm run --silent texts
  npm run --silent texts -- de
  npm run --silent texts -- en plans`

/**
 * Prints the texts that a file of BRAND_TEXTS can replace, as such a file: all of a language, or those whose key starts
 * with a word.
 */
export async function printTexts(args: readonly string[]): Promise<string> {
  const [language = 'en', start = '', ...more] = args
  const product = languages.find((one) => one === language)
  if (!product || more.length > 0) throw new Error(textsUsage)
  const texts = Object.entries((await readTextCatalogues())[product])
  const chosen = texts.filter(
    ([key, { variesBy }]) => variesBy === undefined && (start === '' || key === start || key.startsWith(`${start}.`)),
  )
  return JSON.stringify(Object.fromEntries(chosen.map(([key, { text }]) => [key, text])), null, 2)
}

if (import.meta.main) {
  try {
    process.stdout.write(`${await printTexts(process.argv.slice(2))}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
