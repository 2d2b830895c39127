import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { languages, localeOf, type Language } from '../../domain/language.ts'
import type { TextCatalogue, TextPart } from '../../i18n/check-texts.ts'
import { reworder, type Reword, type VendorTexts } from '../../i18n/vendor-texts.ts'
import { cachedFile, sendCachedFile, type CachedFile } from '../http/cached-file.ts'

/** The script that sets a vendor's texts in the browser. */
export type TextsScript = { address: string; file: CachedFile }

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

/**
 * Returns the vendor's texts on pages in a language. Pages in a language that the vendor adds are based on the English
 * ones, so they get its code and locale (i18n/en/locale.ts) as texts too.
 */
export const textsOfPages = (language: Language, texts: VendorTexts | undefined): VendorTexts | undefined =>
  languages.some((own) => own === language) ? texts : { ...texts, language, locale: localeOf(language) }

/**
 * Returns the scripts that set the vendor's texts: the one that every page loads first, then the one of the admin area,
 * if it has texts. `setter` is the built file of web/app/vendor-texts.ts.
 */
export function textsScripts(
  setter: string,
  language: Language,
  texts: VendorTexts,
  catalogue: TextCatalogue,
): [TextsScript, ...TextsScript[]] {
  const of = (part: TextPart | undefined) =>
    Object.fromEntries(Object.entries(texts).filter(([key]) => catalogue[key]?.part === part))
  const script = (part: VendorTexts, admin: string[]): TextsScript => {
    const values = [part, localeOf(language), ...admin].map((value) => JSON.stringify(value))
    const text = `import{use}from"/${setter}";use(${values.join(',')})`
    return {
      address: `/texts/${language}-${hashOf(text)}.js`,
      file: cachedFile(text, 'text/javascript; charset=utf-8'),
    }
  }
  const ofAdmin = of('admin')
  const admin = Object.keys(ofAdmin).length > 0 ? [script(ofAdmin, [])] : []
  return [
    script(
      of(undefined),
      admin.map(({ address }) => address),
    ),
    ...admin,
  ]
}

export function addTextsScripts(app: FastifyInstance, scripts: readonly TextsScript[]): void {
  for (const { address, file } of scripts)
    app.get(address, (request, reply) => sendCachedFile(file, 'public, max-age=31536000, immutable', request, reply))
}

let lastImport: Promise<unknown> = Promise.resolve()

/**
 * Loads a renderer of dist/ssr with a vendor's texts. It reads them from the process's `vendorTexts` while it loads, so
 * renderers are loaded one after the other; a separate query makes it another module than the one without them.
 */
export function importWithTexts(address: string, language: Language, texts: VendorTexts | undefined): Promise<unknown> {
  const load = async (): Promise<unknown> => {
    if (!texts) return (await import(address)) as unknown
    const page = globalThis as { vendorTexts?: Reword }
    page.vendorTexts = reworder(texts, localeOf(language))
    try {
      return (await import(`${address}?texts=${hashOf(JSON.stringify(texts))}`)) as unknown
    } finally {
      delete page.vendorTexts
    }
  }
  const loading = lastImport.then(load, load)
  lastImport = loading
  return loading
}
