import type { FastifyInstance } from 'fastify'
import { brandPictures, type Brand, type BrandFile } from '../../domain/catalogue/brand.ts'
import { refuse } from '../../contract/errors.ts'
import type { AppContext } from '../context.ts'
import { cachedFile, cacheLatest, sendCachedFile } from '../http/cached-file.ts'

type Colours = Pick<Brand, 'accentHue' | 'accentChroma' | 'neutralHue'>

/** Serves the brand's colours and pictures. The icon is its mark, or made of its name and colour. */
export function addBrandRoutes(app: FastifyInstance, context: Pick<AppContext, 'brand'>): void {
  const iconOf = cacheLatest((brand: BrandFile) => {
    const mark = brand.files.get(brand.mark ?? '')
    return cachedFile(mark?.bytes ?? favicon(brand), mark?.type ?? 'image/svg+xml; charset=utf-8')
  })
  for (const [path, { type, bytes }] of context.brand.files)
    app.get(path, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Mail programs and other sites show them too.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(type)
        .send(bytes),
    )
  // Emails that were already sent, and pages that are still open, name pictures that have since been replaced.
  app.get<{ Params: { picture: string } }>('/brand/:picture', (request, reply) => {
    const [, named] = /^[0-9a-f]{10}-(\w+)\.\w+$/.exec(request.params.picture) ?? []
    const picture = brandPictures.find((name) => name === named)
    return reply
      .header('cache-control', 'public, max-age=60')
      .header('cross-origin-resource-policy', 'cross-origin')
      .redirect((picture && context.brand[picture]) ?? refuse('NOT_FOUND'), 302)
  })
  app.get<{ Params: { colours: string } }>('/brand-:colours.css', (request, reply) => {
    const css = stylesAt(request.params.colours) ?? refuse('NOT_FOUND')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(css)
  })
  // For a minute only, because its address stays when the name and the colour change. A mark can be of any type of
  // picture: browsers read the type of the response.
  app.get('/favicon.svg', (request, reply) => {
    const caching = 'public, max-age=60'
    const { mark } = context.brand
    if (mark?.startsWith('https:')) return reply.header('cache-control', caching).redirect(mark, 302)
    return sendCachedFile(iconOf(context.brand), caching, request, reply)
  })
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301))
}

/**
 * Returns the brand's colours as a stylesheet. Its address contains them, so that every instance serves the styles of
 * every page, including one from before a change.
 */
export function brandStyles({ accentHue, accentChroma, neutralHue }: Colours): { css: string; address: string } {
  const [hue, chroma, neutral] = [accentHue, accentChroma, neutralHue].map((value) => Math.round(value * 1e4) / 1e4)
  const css = `:root{--accent-h:${hue};--accent-c:${chroma};--neutral-h:${neutral}}`
  return { css, address: `/brand-${hue}-${chroma}-${neutral}.css` }
}

function stylesAt(colours: string): string | undefined {
  const number = String.raw`(\d{1,3}(?:\.\d{1,4})?)`
  const [, ...found] = new RegExp(`^${number}-${number}-${number}$`).exec(colours) ?? []
  const [accentHue, accentChroma, neutralHue] = found.map(Number)
  if (accentHue === undefined || accentChroma === undefined || neutralHue === undefined) return undefined
  return brandStyles({ accentHue, accentChroma, neutralHue }).css
}

/** Returns an icon made of the first letter or digit of the brand's name, in any script, and its colour. */
export function favicon(brand: Brand): string {
  const initial = /[\p{L}\p{N}]\p{M}*/u.exec(brand.name)?.[0] ?? 'T'
  const colour = `oklch(0.5 ${brand.accentChroma} ${brand.accentHue})`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><text x="16" y="23" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${initial}</text></svg>`
}
