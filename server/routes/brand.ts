import type { FastifyInstance } from 'fastify'
import type { Brand } from '../../domain/catalogue/brand.ts'
import { brandStyles, favicon } from '../catalogue.ts'

/** The brand's colours and mark, made from the brand file. */
export function addBrandRoutes(app: FastifyInstance, brand: Brand): void {
  const { css, address } = brandStyles(brand)
  const mark = favicon(brand)
  app.get(new URL(address, 'http://shop').pathname, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8').send(css),
  )
  app.get('/favicon.svg', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml; charset=utf-8').send(mark),
  )
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301))
}
