import type { FastifyInstance } from 'fastify'
import { refuse } from '../../contract/errors.ts'
import { keepText, sendKept, type KeptFile } from '../http/kept-text.ts'
import { html } from '../../platform/html.ts'
import { interfaceLimits } from '../../domain/limits.ts'
import { decodePath, findScreen } from '../../contract/screens.ts'

/** How a page answered: its body, or where it leads instead. */
export type Answer = { status: number; location?: string | undefined; body: string }

export type Crawled = {
  /** Pages that answered 200, in the order they were found. */
  pages: string[]
  /** Pages that answered with an error. */
  dead: string[]
  /** Other addresses of this site that pages link to: calls, documents, what the sandbox shows. They are not asked. */
  others: string[]
}

/** Follows the links of the site's pages from the root, at most `depth` steps. Addresses are paths with their query. */
export async function crawl(ask: (path: string) => Promise<Answer>, depth: number): Promise<Crawled> {
  const crawled: Crawled = { pages: [], dead: [], others: [] }
  const seen = new Set<string>()
  let next = ['/']
  for (let step = 0; step <= depth && next.length > 0; step += 1) {
    const found: string[] = []
    // Grows while it is walked: a redirect is no step further.
    for (const path of next) {
      if (seen.has(path)) continue
      seen.add(path)
      if (!isPage(path)) {
        crawled.others.push(path)
        continue
      }
      const { status, location, body } = await ask(path)
      if (location !== undefined) next.push(...ownPaths([location]))
      else if (status !== 200) crawled.dead.push(path)
      else {
        crawled.pages.push(path)
        found.push(...ownPaths(linksOf(body)))
      }
    }
    next = found
  }
  return crawled
}

const isPage = (path: string) => findScreen(decodePath(path.replace(/\?.*/s, ''))).name !== 'notFound'

function linksOf(body: string): string[] {
  return [...body.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

function ownPaths(addresses: readonly string[]): string[] {
  return addresses
    .map((address) => new URL(address, 'http://site'))
    .filter((url) => url.origin === 'http://site')
    .map((url) => url.pathname + url.search)
}

/** For as long as the catalogue's own calls. */
const caching = 'public, max-age=60'

/** What search engines ask for. The pages change with the catalogue alone, so that one crawl serves until the next start. */
export function addSiteMap(app: FastifyInstance, publicUrl: string): void {
  const closed = ['/api/', '/administration', '/identity/', '/sandbox/'].map((path) => `Disallow: ${path}\n`).join('')
  const robots = `User-agent: *\n${closed}\nSitemap: ${publicUrl}/sitemap.xml\n`
  const robotsFile = keepText(robots, 'text/plain; charset=utf-8')
  app.get('/robots.txt', (request, reply) => sendKept(robotsFile, caching, request, reply))

  async function ask(url: string): Promise<Answer> {
    const answer = await app.inject({ url, headers: { host: new URL(publicUrl).host, accept: 'text/html' } })
    return { status: answer.statusCode, location: answer.headers.location, body: answer.body }
  }
  let kept: KeptFile | undefined
  let making: Promise<KeptFile> | undefined
  async function make(): Promise<KeptFile> {
    const { pages, dead } = await crawl(ask, interfaceLimits.prerenderDepth)
    if (pages.length === 0) refuse('UNAVAILABLE')
    const file = keepText(siteMap(publicUrl, pages), 'application/xml; charset=utf-8')
    // A page that failed, because the database was away for example, is visited again next time.
    if (dead.length === 0) kept = file
    return file
  }
  app.get('/sitemap.xml', async (request, reply) => {
    // Requests that come meanwhile wait for the same crawl.
    making ??= kept ? undefined : make().finally(() => (making = undefined))
    return sendKept(kept ?? (await making) ?? refuse('UNAVAILABLE'), caching, request, reply)
  })
}

function siteMap(publicUrl: string, pages: readonly string[]): string {
  const addresses = pages.map((path) => html`<url><loc>${publicUrl + path}</loc></url>`)
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"> ${addresses} </urlset>`.html
}
