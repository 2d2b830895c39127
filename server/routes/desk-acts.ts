import { refuse } from '../../core/errors.ts'
import type { Handlers } from '../http/contract-routes.ts'
import type { Shop } from '../shop.ts'

type Rows =
  | 'GET /api/v1/subscriptions/{id}'
  | 'GET /api/v1/subscriptions/events/{id}'
  | 'POST /api/v1/subscriptions/cancel/{id}'
  | 'POST /api/v1/subscriptions/revive/{id}'
  | 'POST /api/v1/subscriptions/extend/{id}'
  | 'POST /api/v1/subscriptions/comment/{id}'
  | 'POST /api/v1/subscriptions/bulk'
  | 'GET /api/v1/audit'

export function deskActHandlers(_shop: Shop): Handlers<Rows> {
  return {
    'GET /api/v1/subscriptions/{id}': () => refuse('NOT_FOUND'),
    'GET /api/v1/subscriptions/events/{id}': () => refuse('NOT_FOUND'),
    'POST /api/v1/subscriptions/cancel/{id}': () => refuse('NOT_FOUND'),
    'POST /api/v1/subscriptions/revive/{id}': () => refuse('NOT_FOUND'),
    'POST /api/v1/subscriptions/extend/{id}': () => refuse('NOT_FOUND'),
    'POST /api/v1/subscriptions/comment/{id}': () => refuse('NOT_FOUND'),
    'POST /api/v1/subscriptions/bulk': () => refuse('NOT_FOUND'),
    'GET /api/v1/audit': () => refuse('NOT_FOUND'),
  }
}
