import type { FastifyInstance } from 'fastify'
import type { BrandFile } from '../../domain/catalogue/brand.ts'
import { brandStyles, favicon } from '../catalogue.ts'
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
