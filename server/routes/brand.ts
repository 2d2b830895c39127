import type { FastifyInstance } from 'fastify'
import type { BrandFile } from '../../domain/catalogue/brand.ts'
import { brandStyles, favicon } from '../catalogue.ts'

/** The brand's colours and pictures. The icon is its mark, or made of its name and colour. */
export function addBrandRoutes(app: FastifyInstance, brand: BrandFile): void {
  const { css, address } = brandStyles(brand)
  const icon = markOf(brand) ?? favicon(brand)
  for (const [path, { type, bytes }] of brand.files)
    app.get(path, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Mail programs and other sites show them too.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(type)
        .send(bytes),
    )
  app.get(new URL(address, 'http://shop').pathname, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8').send(css),
  )
  app.get('/favicon.svg', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml; charset=utf-8').send(icon),
  )
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301))
}

/** The mark where it is a drawing that a browser can show as an icon. */
function markOf({ mark, files }: BrandFile): Uint8Array | undefined {
  const file = files.get(mark ?? '')
  return file?.type.startsWith('image/svg') ? file.bytes : undefined
}
