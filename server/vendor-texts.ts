import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import {
  languages,
  problemOfLanguage,
  productLanguageOf,
  type Language,
  type ProductLanguage,
} from '../domain/language.ts'
import { checkTexts, type TextCatalogue } from '../i18n/check-texts.ts'
import type { VendorTexts } from '../i18n/vendor-texts.ts'
import { ConfigError } from './config-error.ts'

/** The vendor's texts of each language that has a file. */
export type TextsByLanguage = Record<Language, VendorTexts>

/** Returns the texts of the product that a vendor can replace, which the build reads from the sources. */
export async function readTextCatalogues(): Promise<Record<ProductLanguage, TextCatalogue>> {
  const file = join(import.meta.dirname, '../dist/texts.json')
  return JSON.parse(await readFile(file, 'utf8')) as Record<ProductLanguage, TextCatalogue>
}

/** Reads the folder in BRAND_TEXTS. Throws a ConfigError that names each fault with file and key. */
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

/**
 * Returns a version for each wording of the affirmation that the texts replace: people accept that wording, so its
 * version is stored.
 */
export const affirmationsIn = (texts: TextsByLanguage): Record<Language, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, { 'shop.form.affirmation': text }]) => {
      const hash = createHash('sha256')
        .update(JSON.stringify(text ?? ''))
        .digest('hex')
      return text === undefined ? [] : [[language, `${language}-${hash.slice(0, 8)}`]]
    }),
  )

const problems = {
  unknown: 'is not named after a language, for example fr.json for French (ISO 639)',
  'right-to-left': 'is named after a language that is written from right to left, which pages do not support',
}

/** Returns the languages that the files in the folder add to those of the product. */
export async function languagesIn(folder: string | null): Promise<Language[]> {
  // A folder that cannot be read is reported with the faults of its files.
  const names = folder === null ? [] : await readdir(folder).catch(() => [])
  const codes = names.filter((name) => extname(name) === '.json').map((name) => basename(name, '.json'))
  return codes.filter((code) => !languages.some((own) => own === code) && problemOfLanguage(code) === null).toSorted()
}

async function readTextsFile(
  folder: string,
  name: string,
  catalogues: Record<ProductLanguage, TextCatalogue>,
): Promise<ReturnType<typeof checkTexts>> {
  const language = basename(name, '.json')
  const problem = problemOfLanguage(language)
  if (problem !== null) return { faults: [problems[problem]] }
  const content = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (content instanceof Error) return { faults: [`cannot be read (${content.code ?? 'unknown'})`] }
  try {
    return checkTexts(JSON.parse(content), catalogues[productLanguageOf(language)])
  } catch (error) {
    if (error instanceof SyntaxError) return { faults: ['is not valid JSON'] }
    throw error
  }
}
