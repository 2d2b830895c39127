import { decodePath, findScreen } from '../../../contract/screens.ts'

/** The response of a page: its body, or the target of its redirect. */
export type Answer = { status: number; location?: string | undefined; body: string }

export type Crawled = {
  /** Pages that responded with 200, in the order they were found. */
  pages: string[]
  /** Pages that responded with an error. */
  dead: string[]
  /** Other linked addresses of this site, not requested: calls, documents, the sandbox. */
  others: string[]
}

/** Follows the links of the site's pages from the root, at most `depth` steps. Addresses are paths with their query. */
export async function crawl(ask: (path: string) => Promise<Answer>, depth: number): Promise<Crawled> {
  const crawled: Crawled = { pages: [], dead: [], others: [] }
  const seen = new Set<string>()
  let next = ['/']
  for (let step = 0; step <= depth && next.length > 0; step += 1) {
    const found: string[] = []
    // Grows during iteration, because a redirect does not count as a step.
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
