import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '../../domain/catalogue/brand.ts'
import { escapeHtml } from '../../platform/html.ts'
import type { Posted } from '../../contract/posted.ts'
import { isSignedInPage, decodePath, findScreen } from '../../contract/screens.ts'
import { colourScheme } from '../../platform/page.ts'
import type { Theme } from '../../domain/preferences.ts'
import { productLanguageOf, shopLanguages, type Language } from '../../domain/language.ts'
import type { TextCatalogue } from '../../i18n/check-texts.ts'
import { wordsIn } from '../../i18n/server-words.ts'
import type { VendorTexts } from '../../i18n/vendor-texts.ts'
import { acceptedEncoding } from '../http/kept-text.ts'
import { pagePolicy } from '../http/headers.ts'
import type { Mounted } from '../http/mounted.ts'
import { readTextCatalogues, type TextsByLanguage } from '../vendor-texts.ts'
import { importWithTexts, textsOfPages, textsScripts, type TextsScript } from './vendor-texts.ts'

/** A call's response in the page: name, input, output. */
export type Answered = [call: string, input: unknown, output: unknown]

export type PageSettings = {
  brand: Brand
  defaultCountry: string
  now: string
  theme: Theme
  /** Whether a notice states that payments are not real. */
  testMode: boolean
  /** The languages that visitors can choose, by their codes. */
  languages: Record<Language, string>
  /** Whether emails arrive in the sandbox's inbox. */
  sandboxMail: boolean
  /** The value of `_csrf` in the page's forms; empty without a session to which it could be bound. */
  forgeryToken: string
  /** The result of the form that was sent to this page. */
  posted?: Posted
}

export type PageData = { answers: Answered[]; settings: PageSettings }

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

export type Built = Record<Language, Edition>

/** The source of the pages, with the files that the browser requests. */
export type PageSource = { read: (texts?: TextsByLanguage) => Promise<Built>; files: string; mounted: Mounted[] }

const dist = join(import.meta.dirname, '../../dist')

/** The output of `npm run build` in dist/. */
export const builtPages: PageSource = {
  read: (texts) => readBuilt(dist, texts),
  files: join(dist, 'client'),
  mounted: [],
}

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] }

/** Rejects if the folder is incomplete. */
async function readBuilt(folder: string, texts: TextsByLanguage = {}): Promise<Built> {
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
export function editionIn(built: Built, language: Language): Edition {
  const edition = built[language] ?? built['en']
  if (!edition) throw new Error('There are no pages in English.')
  return edition
}

export type DocumentParts = {
  built: Built
  formOrigins: readonly string[]
  /** The brand's colours, inside the page, because another request would delay the first text. */
  brandStyles: string
  socialImage: string | null
}

/** Sends a page: rendered here, and hydrated in the browser unless `still`. */
export async function sendDocument(
  { built, formOrigins, brandStyles, socialImage }: DocumentParts,
  page: PageData & { url: string; status: number; language: Language; still?: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { answers, settings, url, status, language, still = false } = page
  const edition = editionIn(built, language)
  const nonce = randomBytes(16).toString('base64')
  const { title: pageTitle, body } = await (await edition.renderer()).render({ url, answers, settings })
  const styles = edition.styles.map((address) => `<link rel="stylesheet" href="${address}">`)
  const fonts = edition.fonts.map(
    (address) => `<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin>`,
  )
  const screen = edition.screens.get(findScreen(decodePath(new URL(url, 'http://localhost').pathname)).name)
  const added = screen?.[isSignedInPage(answers) ? 'signedIn' : 'anonymous'] ?? []
  const preloads = [...edition.preloads, ...added].map(
    (address) => `<link rel="modulepreload" href="${address}" fetchpriority="low" nonce="${nonce}">`,
  )
  const development = edition.development?.head(nonce) ?? ''
  // The page is complete without scripts, which load after what the first text needs.
  const scripts = still
    ? []
    : [
        development,
        ...preloads,
        ...edition.texts
          .slice(0, 1)
          .map(({ address }) => `<script type="module" src="${address}" nonce="${nonce}"></script>`),
        `<script type="module" src="${edition.script}" fetchpriority="low" nonce="${nonce}"></script>`,
      ]
  const title = escapeHtml(pageTitle)
  const social = socialImage
    ? `<meta property="og:site_name" content="${escapeHtml(settings.brand.name)}"><meta property="og:title" content="${title}"><meta property="og:type" content="website"><meta property="og:image" content="${escapeHtml(socialImage)}"><meta name="twitter:card" content="summary_large_image">`
    : ''
  const data = JSON.stringify({ answers, settings }).replaceAll('<', String.raw`\u003c`)
  const document = `<!doctype html><html lang="${language}" data-theme="${settings.theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${colourScheme(settings.theme)}"><meta name="description" content="${escapeHtml(settings.brand.name)}"><title>${title}</title>${social}${styles.join('')}<style nonce="${nonce}">${brandStyles}</style>${fonts.join('')}<link rel="icon" href="/favicon.svg" type="image/svg+xml">${scripts.join('')}</head><body>${announcementOf(settings.brand, language)}<div id="root" data-root>${body}</div>${still ? '' : `<script type="application/json" id="page-data" nonce="${nonce}">${data}</script>`}</body></html>`
  void reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', (edition.development?.policy ?? pagePolicy)(nonce, formOrigins))
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, accept-language, cookie')
  return sendCompressed(document, request, reply)
}

/** Returns the operator's announcement. No script needs it; the styles hide it in the admin area. */
function announcementOf({ announcement }: Brand, language: Language): string {
  if (announcement === undefined) return ''
  const label = escapeHtml(wordsIn(language).announcement.label)
  return `<aside class="announcement" aria-label="${label}">${escapeHtml(announcement)}</aside>`
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

async function sendCompressed(document: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const encoding = acceptedEncoding(request, compressors)
  if (!encoding) return reply.send(document)
  const bytes = Buffer.from(document)
  const packed =
    encoding === 'br'
      ? await compressors.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await compressors.gzip(bytes)
  return reply.header('content-encoding', encoding).send(packed)
}
