import type { FastifyInstance } from 'fastify'
import type { Brand, BrandFile } from '../../domain/catalogue/brand.ts'
import { refuse } from '../../contract/errors.ts'
import type { AppContext } from '../context.ts'
import { cachedFile, cacheLatest, sendCachedFile } from '../http/cached-file.ts'

type Colours = Pick<Brand, 'accentHue' | 'accentChroma' | 'neutralHue'>

/** Serves the brand's colours and pictures. The icon is its mark, or made of its name and colour. */
export function addBrandRoutes(app: FastifyInstance, context: Pick<AppContext, 'brand'>): void {
  const iconOf = cacheLatest((brand: BrandFile) =>
    cachedFile(markOf(brand) ?? favicon(brand), 'image/svg+xml; charset=utf-8'),
  )
  for (const [path, { type, bytes }] of context.brand.files)
    app.get(path, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Mail programs and other sites show them too.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(type)
        .send(bytes),
    )
  app.get<{ Params: { colours: string } }>('/brand-:colours.css', (request, reply) => {
    const css = stylesAt(request.params.colours) ?? refuse('NOT_FOUND')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(css)
  })
  // For a minute only, because its address stays when the name and the colour change.
  app.get('/favicon.svg', (request, reply) =>
    sendCachedFile(iconOf(context.brand), 'public, max-age=60', request, reply),
  )
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301))
}

/** Returns the mark if it is a drawing that a browser can show as an icon. */
function markOf({ mark, files }: BrandFile): Uint8Array | undefined {
  const file = files.get(mark ?? '')
  return file?.type.startsWith('image/svg') ? file.bytes : undefined
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

/** Returns an icon made of the brand's initial and colour. */
export function favicon(brand: Brand): string {
  const initial = /[A-Za-z0-9]/.exec(brand.name)?.[0] ?? 'T'
  const colour = `oklch(0.5 ${brand.accentChroma} ${brand.accentHue})`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><text x="16" y="23" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${initial}</text></svg>`
}
