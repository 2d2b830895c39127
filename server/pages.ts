import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '../core/brand.ts'
import { isRefusal } from '../core/errors.ts'
import { findScreen, paths, type Entry, type Found, type Need } from '../core/screens.ts'
import { acceptedEncoding } from './http/assets.ts'
import type { Call, Handlers } from './http/contract-routes.ts'
import { pagePolicy } from './http/headers.ts'
import type { Visitors } from './http/visitor.ts'
import { userOf } from './routes/session.ts'

/** A call's answer as the browser finds it in the page: name, input, output. */
type Answered = [call: string, input: unknown, output: unknown]

export type PageSettings = { brand: Brand; defaultCountry: string; now: string }

/** What dist/ssr/entry.js offers: the page's markup, React inside. */
type Renderer = { render(request: { url: string; answers: Answered[]; settings: PageSettings }): { head: string; body: string } }

export type PageParts = {
  handlers: Handlers
  visitors: Visitors
  now: () => Date
  brand: Brand
  defaultCountry: string
  publicUrl: string
  formOrigins: string[]
  brandStyles: string
  firstTrial: string
  planType: (name: string) => 'trial' | 'subscription' | undefined
}

export type Built = { renderer: Renderer; styles: string[]; script: string; preloads: string[] }

export async function readBuilt(folder: string): Promise<Built> {
  const manifest = JSON.parse(await readFile(join(folder, 'client/.vite/manifest.json'), 'utf8')) as Record<string, { file: string; imports?: string[]; css?: string[] }>
  const client = manifest['web/client.tsx']
  const shop = manifest['web/shop.css']
  if (!client || !shop) throw new Error('the built pages are incomplete: run npm run build')
  const renderer = (await import(pathToFileURL(join(folder, 'ssr/entry.js')).href)) as Renderer
  const address = (file: string) => `/${file}`
  return {
    renderer,
    styles: [shop.file, ...(client.css ?? [])].map(address),
    script: address(client.file),
    preloads: (client.imports ?? []).flatMap((name) => manifest[name]?.file ?? []).map(address),
  }
}

/** Every address that is no call: guarded, rendered on the server, alive in the browser. */
export function addPages(app: FastifyInstance, built: Built, parts: PageParts): void {
  app.get('/*', async (request, reply) => {
    const visitor = await parts.visitors.of(request)
    const path = new URL(request.url, parts.publicUrl).pathname
    const found = findScreen(decodePath(path))
    const call: Call = { visitor, request, reply, byForm: false }
    const entries = await entriesOf(parts, call)
    const elsewhere = rewrite(parts, found) ?? found.screen.guard?.({ user: visitor.signedIn && userOf(visitor.signedIn), entries, path, params: found.params })
    void reply.header('cache-control', 'no-store')
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 302)
    const answers = await answersFor(parts, call, found, entries)
    parts.visitors.greet(request, reply, visitor)
    return sendPage(built, parts, request, reply, found.screen.status ?? 200, answers)
  })
}

/** Sends a page whose route has no data to ask for, such as after a fault of the database. */
export async function sendPlainPage(built: Built, parts: PageParts, request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply> {
  const url = status === 404 ? paths.notFound : paths.failure
  const user: Answered = ['GET /api/v1/users/userinfo', {}, { user: 'anonymousUser' }]
  void reply.header('cache-control', 'no-store')
  return sendPage(built, parts, request, reply, status, [user], url)
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return paths.notFound
  }
}

/** A trial that does not exist becomes the first; a plan goes to the page of its kind. */
function rewrite({ planType, firstTrial }: PageParts, { name, params }: Found): string | undefined {
  const plan = params['name']
  if (plan === undefined) return undefined
  const type = planType(plan)
  if (name === 'trial') return type === 'trial' ? undefined : paths.trial(firstTrial)
  if (name === 'orderSummary' && type === 'trial') return paths.trial(plan)
  return type === undefined ? paths.notFound : undefined
}

async function entriesOf({ handlers }: PageParts, call: Call): Promise<readonly Entry[]> {
  if (!call.visitor.signedIn) return []
  const answer = await handlers['GET /api/v1/subscriptions/user'](inputOf({ query: {} }), call)
  return 'subscriptions' in (answer as object) ? (answer as { subscriptions: Entry[] }).subscriptions : []
}

const inputOf = (input: object) => ({ path: undefined, query: undefined, headers: undefined, body: undefined, ...input }) as never

async function answersFor({ handlers }: PageParts, call: Call, { screen, params }: Found, entries: readonly Entry[]): Promise<Answered[]> {
  const needs: Need[] = [{ call: 'GET /api/v1/users/userinfo' }, ...(screen.needs?.(params) ?? [])]
  if (call.visitor.signedIn) needs.push({ call: 'GET /api/v1/subscriptions/user', input: { query: {} } })
  const answers = needs.map(async ({ call: name, input = {} }): Promise<Answered[]> => {
    try {
      const handle = handlers[name] as (input: never, call: Call) => unknown
      return [[name, input, await handle(inputOf(input), call)]]
    } catch (error) {
      // The page asks again itself and shows what is wrong.
      if (isRefusal(error)) return []
      throw error
    }
  })
  void entries
  return (await Promise.all(answers)).flat()
}

async function sendPage(
  { renderer, styles, script, preloads }: Built,
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  answers: Answered[],
  url = request.url,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64')
  const settings: PageSettings = { brand: parts.brand, defaultCountry: parts.defaultCountry, now: parts.now().toISOString() }
  const { head, body } = renderer.render({ url, answers, settings })
  const data = JSON.stringify({ answers, settings }).replaceAll('<', String.raw`\u003c`)
  const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}${[...styles, parts.brandStyles].map((address) => `<link rel="stylesheet" href="${address}">`).join('')}<link rel="icon" href="/favicon.svg" type="image/svg+xml">${preloads.map((address) => `<link rel="modulepreload" href="${address}" nonce="${nonce}">`).join('')}<script type="module" src="${script}" nonce="${nonce}"></script></head><body><div id="root" data-root>${body}</div><script type="application/json" id="page-data" nonce="${nonce}">${data}</script></body></html>`
  void reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', pagePolicy(nonce, parts.formOrigins)).header('vary', 'accept-encoding')
  return sendCompressed(request, reply, document)
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

async function sendCompressed(request: FastifyRequest, reply: FastifyReply, document: string): Promise<FastifyReply> {
  const encoding = acceptedEncoding(request, compressors)
  if (!encoding) return reply.send(document)
  const bytes = Buffer.from(document)
  const packed =
    encoding === 'br'
      ? await compressors.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await compressors.gzip(bytes)
  return reply.header('content-encoding', encoding).send(packed)
}
