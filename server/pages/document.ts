import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '../../domain/catalogue/brand.ts'
import { escapeHtml } from '../../platform/html.ts'
import { isSignedInPage, decodePath, findScreen } from '../../contract/screens.ts'
import { colourScheme } from '../../platform/page.ts'
import type { Language } from '../../domain/language.ts'
import { wordsIn } from '../../i18n/server-words.ts'
import { acceptedEncoding } from '../http/cached-file.ts'
import { pagePolicy } from '../http/headers.ts'
import { editionIn, type PageEditions } from './built-pages.ts'
import type { PageData } from '../../contract/page-data.ts'

export type DocumentParts = {
  built: PageEditions
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
  const document = `<!doctype html><html lang="${language}" data-theme="${settings.theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${colourScheme(settings.theme)}"><meta name="description" content="${escapeHtml(settings.brand.name)}"><title>${title}</title>${social}${styles.join('')}<style nonce="${nonce}">${brandStyles}</style>${fonts.join('')}<link rel="icon" href="/favicon.svg">${scripts.join('')}</head><body>${announcementOf(settings.brand, language)}<div id="root" data-root>${body}</div>${still ? '' : `<script type="application/json" id="page-data" nonce="${nonce}">${data}</script>`}</body></html>`
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
