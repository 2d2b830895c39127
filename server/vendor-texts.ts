import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { isLanguage, languages, type Language } from '../domain/language.ts'
import { checkTexts, type TextCatalogue } from '../i18n/check-texts.ts'
import type { VendorTexts } from '../i18n/vendor-texts.ts'
import { ConfigError } from './config-error.ts'

/** The vendor's texts of each language that has a file. */
export type TextsByLanguage = Partial<Record<Language, VendorTexts>>

/** The texts of the product that a vendor may replace: the build reads them from the sources. */
export async function readTextCatalogues(): Promise<Record<Language, TextCatalogue>> {
  const file = join(import.meta.dirname, '../dist/texts.json')
  return JSON.parse(await readFile(file, 'utf8')) as Record<Language, TextCatalogue>
}

/** Reads the folder that BRAND_TEXTS names. Throws a ConfigError that names each fault with file and key. */
export async function readVendorTexts(folder: string | null): Promise<TextsByLanguage> {
  if (folder === null) return {}
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`BRAND_TEXTS names the folder ${folder}, which cannot be read (${error.code ?? 'unknown'})`)
  })
  const catalogues = await readTextCatalogues()
  const files = names.filter((name) => extname(name) === '.json').toSorted()
  const read = await Promise.all(
    files.map(async (name) => [name, await readTextsFile(folder, name, catalogues)] as const),
  )
  const faults = read.flatMap(([name, found]) =>
    'faults' in found ? found.faults.map((fault) => `BRAND_TEXTS: ${name}: ${fault}`) : [],
  )
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return Object.fromEntries(
    read.flatMap(([name, found]) => ('texts' in found ? [[basename(name, '.json'), found.texts]] : [])),
  )
}

async function readTextsFile(
  folder: string,
  name: string,
  catalogues: Record<Language, TextCatalogue>,
): Promise<ReturnType<typeof checkTexts>> {
  const language = basename(name, '.json')
  if (!isLanguage(language))
    return {
      faults: [`is not named after a language of the shop: ${languages.map((one) => `${one}.json`).join(', ')}`],
    }
  const content = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (content instanceof Error) return { faults: [`cannot be read (${content.code ?? 'unknown'})`] }
  try {
    return checkTexts(JSON.parse(content), catalogues[language])
  } catch (error) {
    if (error instanceof SyntaxError) return { faults: ['is not valid JSON'] }
    throw error
  }
}
