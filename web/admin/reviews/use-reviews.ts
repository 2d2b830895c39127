import { useAdminPages } from '../admin-pages.ts'
import type { ReviewsPlace } from './reviews-place.ts'

/** Requests the people of a list, page by page. */
export function useReviews({ state, search, filter, order }: ReviewsPlace) {
  const query = {
    ...(state === 'waiting' ? {} : { state }),
    ...(search === '' ? {} : { search }),
    ...(filter === null ? {} : { reason: filter }),
    ...(order === 'match' ? {} : { order }),
  }
  // Without a question mark if it is empty.
  return useAdminPages('GET /api/v1/reviews', Object.keys(query).length === 0 ? {} : { query })
}
