import type { FastifyInstance } from 'fastify'
import { paths, planPath } from '../../contract/screens.ts'
import { html } from '../../platform/html.ts'
import type { Catalogue } from '../catalogue.ts'
import { cachedFile, sendCachedFile } from '../http/cached-file.ts'

/** As long as the catalogue's own calls. */
const caching = 'public, max-age=60'
const closed = ['/api/', '/administration', '/identity/', '/sandbox/']

/** Adds what search engines request: the pages that need no sign-in, from the screens and the catalogue. */
export function addSiteMap(app: FastifyInstance, publicUrl: string, catalogue: Catalogue): void {
  const disallowed = closed.map((path) => `Disallow: ${path}\n`).join('')
  const robots = `User-agent: *\n${disallowed}\nSitemap: ${publicUrl}/sitemap.xml\n`
  const robotsFile = cachedFile(robots, 'text/plain; charset=utf-8')
  const siteMapFile = cachedFile(siteMap(publicUrl, pagesOf(catalogue)), 'application/xml; charset=utf-8')
  app.get('/robots.txt', (request, reply) => sendCachedFile(robotsFile, caching, request, reply))
  app.get('/sitemap.xml', (request, reply) => sendCachedFile(siteMapFile, caching, request, reply))
}

function pagesOf({ plans }: Catalogue): string[] {
  return [paths.home, paths.plans, ...[...plans.values()].map(planPath)]
}

function siteMap(publicUrl: string, pages: readonly string[]): string {
  const addresses = pages.map((path) => html`<url><loc>${publicUrl + path}</loc></url>`)
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"> ${addresses} </urlset>`.html
}
