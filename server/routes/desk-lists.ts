import { refuse } from '../../core/errors.ts'
import type { Handlers } from '../http/contract-routes.ts'
import type { Shop } from '../shop.ts'

type Rows =
  | 'GET /api/v1/subscriptions'
  | 'GET /api/v1/subscriptions/count'
  | 'GET /api/v1/subscriptions/facets'
  | 'GET /api/v1/subscribers'
  | 'GET /api/v1/export/csv'

export function deskListHandlers(_shop: Shop): Handlers<Rows> {
  return {
    'GET /api/v1/subscriptions': () => refuse('NOT_FOUND'),
    'GET /api/v1/subscriptions/count': () => refuse('NOT_FOUND'),
    'GET /api/v1/subscriptions/facets': () => refuse('NOT_FOUND'),
    'GET /api/v1/subscribers': () => refuse('NOT_FOUND'),
    'GET /api/v1/export/csv': () => refuse('NOT_FOUND'),
  }
}
