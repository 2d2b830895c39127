import { refuse } from '../../core/errors.ts'
import type { Handlers } from '../http/contract-routes.ts'
import type { Shop } from '../shop.ts'

type Rows =
  | 'GET /api/v1/subscribers/{id}'
  | 'DELETE /api/v1/subscribers/{id}'
  | 'GET /api/v1/subscribers/{id}/forget-preview'
  | 'GET /api/v1/subscribers/{id}/checks'

export function subscriberHandlers(_shop: Shop): Handlers<Rows> {
  return {
    'GET /api/v1/subscribers/{id}': () => refuse('NOT_FOUND'),
    'DELETE /api/v1/subscribers/{id}': () => refuse('NOT_FOUND'),
    'GET /api/v1/subscribers/{id}/forget-preview': () => refuse('NOT_FOUND'),
    'GET /api/v1/subscribers/{id}/checks': () => refuse('NOT_FOUND'),
  }
}
