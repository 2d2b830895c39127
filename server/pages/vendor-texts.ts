import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { locales, type Language } from '../../domain/language.ts'
import { reworder, type Reword, type VendorTexts } from '../../i18n/vendor-texts.ts'
import { keepText, sendKept, type KeptFile } from '../http/kept-text.ts'

/** The script that sets a vendor's texts in the browser. */
export type TextsScript = { address: string; file: KeptFile }

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

/** `setter` is the built file of web/app/vendor-texts.ts. */
export function textsScript(setter: string, language: Language, texts: VendorTexts): TextsScript {
  const script = `import{use}from"/${setter}";use(${JSON.stringify(texts)},"${locales[language]}")`
  return {
    address: `/texts/${language}-${hashOf(script)}.js`,
    file: keepText(script, 'text/javascript; charset=utf-8'),
  }
}

export function addTextsScripts(app: FastifyInstance, scripts: readonly TextsScript[]): void {
  for (const { address, file } of scripts)
    app.get(address, (request, reply) => sendKept(file, 'public, max-age=31536000, immutable', request, reply))
}

let lastImport: Promise<unknown> = Promise.resolve()

/**
 * Loads a renderer of dist/ssr with a vendor's texts. It reads them from `vendorTexts` of the process while it is loaded, so one
 * is loaded after the other; under a query of its own it is another module than the one without them.
 */
export function importWithTexts(address: string, language: Language, texts: VendorTexts | undefined): Promise<unknown> {
  const load = async (): Promise<unknown> => {
    if (!texts) return (await import(address)) as unknown
    const page = globalThis as { vendorTexts?: Reword }
    page.vendorTexts = reworder(texts, locales[language])
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
