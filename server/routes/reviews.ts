import { refuse } from '../../core/errors.ts'
import type { Handlers } from '../http/contract-routes.ts'
import type { Shop } from '../shop.ts'

type Rows =
  | 'GET /api/v1/reviews'
  | 'POST /api/v1/reviews/approve/{subscriberId}'
  | 'POST /api/v1/reviews/refuse/{subscriberId}'
  | 'GET /api/v1/matters'
  | 'POST /api/v1/matters/settle/{id}'

export function reviewHandlers(_shop: Shop): Handlers<Rows> {
  return {
    'GET /api/v1/reviews': () => refuse('NOT_FOUND'),
    'POST /api/v1/reviews/approve/{subscriberId}': () => refuse('NOT_FOUND'),
    'POST /api/v1/reviews/refuse/{subscriberId}': () => refuse('NOT_FOUND'),
    'GET /api/v1/matters': () => refuse('NOT_FOUND'),
    'POST /api/v1/matters/settle/{id}': () => refuse('NOT_FOUND'),
  }
}
