import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Brand, BrandFile } from '../../domain/catalogue/brand.ts'
import { keepText, sendKept } from '../http/kept-text.ts'

/** The brand's colours and pictures. The icon is its mark, or made of its name and colour. */
export function addBrandRoutes(app: FastifyInstance, brand: BrandFile): void {
  const { css, address } = brandStyles(brand)
  const styles = keepText(css, 'text/css; charset=utf-8')
  const icon = keepText(markOf(brand) ?? favicon(brand), 'image/svg+xml; charset=utf-8')
  for (const [path, { type, bytes }] of brand.files)
    app.get(path, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Mail programs and other sites show them too.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(type)
        .send(bytes),
    )
  app.get(new URL(address, 'http://shop').pathname, (request, reply) =>
    sendKept(styles, 'public, max-age=31536000, immutable', request, reply),
  )
  app.get('/favicon.svg', (request, reply) => sendKept(icon, 'public, max-age=86400', request, reply))
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301))
}

/** The mark where it is a drawing that a browser can show as an icon. */
function markOf({ mark, files }: BrandFile): Uint8Array | undefined {
  const file = files.get(mark ?? '')
  return file?.type.startsWith('image/svg') ? file.bytes : undefined
}

/** The brand's colours as a stylesheet, at an address that changes with its content. */
export function brandStyles(brand: Brand): { css: string; address: string } {
  const css = `:root{--accent-h:${brand.accentHue};--accent-c:${brand.accentChroma};--neutral-h:${brand.neutralHue}}`
  return { css, address: `/brand-${createHash('sha256').update(css).digest('hex').slice(0, 10)}.css` }
}

/** Returns an icon made of the brand's initial and colour. */
export function favicon(brand: Brand): string {
  const initial = /[A-Za-z0-9]/.exec(brand.name)?.[0] ?? 'T'
  const colour = `oklch(0.5 ${brand.accentChroma} ${brand.accentHue})`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><text x="16" y="23" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${initial}</text></svg>`
}
