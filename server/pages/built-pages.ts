import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { productLanguageOf, shopLanguages, type Language } from '../../domain/language.ts'
import type { TextCatalogue } from '../../i18n/check-texts.ts'
import type { VendorTexts } from '../../i18n/vendor-texts.ts'
import type { pagePolicy } from '../http/headers.ts'
import type { Mount } from '../http/mounted.ts'
import { readTextCatalogues, type TextsByLanguage } from '../vendor-texts.ts'
import { importWithTexts, textsOfPages, textsScripts, type TextsScript } from './vendor-texts.ts'
import type { PageData } from '../../contract/page-data.ts'

/**
 * The exports of dist/ssr/entry.{language}.js from web/app/: the page's markup, with React inside, and the files of
 * each screen.
 */
type Renderer = { render(page: PageData & { url: string }): Markup | Promise<Markup> }
export type ScreenSources = Record<string, Record<'anonymous' | 'signedIn' | 'sometimes', string[]>>
export type Markup = { title: string; body: string }

/** The pages in one language. */
export type Edition = {
  renderer: () => Promise<Renderer>
  styles: string[]
  fonts: string[]
  script: string
  /**
   * Scripts that set the vendor's texts, if there are any. The first runs before the first script of the page, which
   * loads the others.
   */
  texts: readonly TextsScript[]
  /** The files that the first script loads immediately, and those that each screen adds, by visitor. */
  preloads: string[]
  screens: Map<string, { anonymous: string[]; signedIn: string[] }>
  /** What `npm run dev` adds to the head of a page, and to its policy. */
  development?: { head: (nonce: string) => string; policy: typeof pagePolicy }
}

export type PageEditions = Record<Language, Edition>

/** The source of the pages, with the files that the browser requests. */
export type PageSource = { read: (texts?: TextsByLanguage) => Promise<PageEditions>; files: string; mounted: Mount[] }

const dist = join(import.meta.dirname, '../../dist')

/** The output of `npm run build` in dist/. */
export const builtPages: PageSource = {
  read: (texts) => readBuilt(dist, texts),
  files: join(dist, 'client'),
  mounted: [],
}

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] }

/** Rejects if the folder is incomplete. */
async function readBuilt(folder: string, texts: TextsByLanguage = {}): Promise<PageEditions> {
  // The other languages are loaded at their first request.
  const { screenSources } = (await importRenderer(folder, 'en', texts['en'])) as { screenSources: ScreenSources }
  const catalogues = await readTextCatalogues()
  const editions = await Promise.all(
    shopLanguages().map(async (language) => {
      const ofPages = textsOfPages(language, texts[language])
      const catalogue = catalogues[productLanguageOf(language)]
      return [language, await readEdition(folder, language, screenSources, ofPages, catalogue)] as const
    }),
  )
  return Object.fromEntries(editions)
}

function importRenderer(folder: string, language: Language, texts: VendorTexts | undefined): Promise<unknown> {
  return importWithTexts(
    pathToFileURL(join(folder, `ssr/entry.${productLanguageOf(language)}.js`)).href,
    language,
    texts,
  )
}

/** Loads at the first call, and again only after a failure: to name the module, all of a vendor's texts are hashed. */
function onceLoaded<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

async function readEdition(
  folder: string,
  language: Language,
  sources: ScreenSources,
  texts: VendorTexts | undefined,
  catalogue: TextCatalogue,
): Promise<Edition> {
  const file = join(folder, `client/.vite/manifest.${productLanguageOf(language)}.json`)
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, Chunk>
  const client = manifest['web/app/client.tsx']
  const setter = manifest['web/app/vendor-texts.ts']
  const context = manifest['web/styles/shop.css']
  if (!client || !setter || !context) throw new Error('The built pages are incomplete: run npm run build.')
  const address = (file: string) => `/${file}`
  const first = importsOf(manifest, 'web/app/client.tsx').slice(1)
  const added = (sources: readonly string[]) =>
    [...new Set(sources.flatMap((source) => importsOf(manifest, source)))]
      .filter((file) => file !== client.file && !first.includes(file))
      .map(address)
  const screens = new Map(
    Object.entries(sources).map(([name, { anonymous, signedIn }]) => [
      name,
      { anonymous: added(anonymous), signedIn: added(signedIn) },
    ]),
  )
  return {
    renderer: onceLoaded(() => importRenderer(folder, language, texts) as Promise<Renderer>),
    styles: [context.file, ...(client.css ?? [])].map(address),
    // The font for plain Latin letters, preloaded because the first text uses it.
    fonts: (context.assets ?? []).filter((file) => file.includes('-latin-wght-')).map(address),
    script: address(client.file),
    texts: texts ? textsScripts(setter.file, language, texts, catalogue) : [],
    preloads: first.map(address),
    screens,
  }
}

/** Returns the file of a source and all its static imports. */
function importsOf(manifest: Record<string, Chunk>, source: string): string[] {
  if (!manifest[source]) throw new Error(`The build has no file of ${source}.`)
  const seen = new Set([source])
  for (const name of seen) for (const next of manifest[name]?.imports ?? []) seen.add(next)
  return [...seen].flatMap((name) => manifest[name]?.file ?? [])
}

/** Returns the pages in a language of the shop; in English for another. */
export function editionIn(built: PageEditions, language: Language): Edition {
  const edition = built[language] ?? built['en']
  if (!edition) throw new Error('There are no pages in English.')
  return edition
}
