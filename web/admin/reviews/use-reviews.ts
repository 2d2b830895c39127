import { useInfiniteQuery } from '@tanstack/react-query'
import { callPage } from '../../client/api.ts'
import type { ReviewsPlace } from './reviews-place.ts'

const name = 'GET /api/v1/reviews'

/** Requests the people of a list, page by page. */
export function useReviews({ state, search, filter, order }: ReviewsPlace) {
  const query = {
    ...(state === 'waiting' ? {} : { state }),
    ...(search === '' ? {} : { search }),
    ...(filter === null ? {} : { reason: filter }),
    ...(order === 'match' ? {} : { order }),
  }
  return useInfiniteQuery({
    queryKey: [name, 'pages', query],
    queryFn: ({ pageParam }) => callPage(name, asked({ ...query, ...(pageParam === '' ? {} : { cursor: pageParam }) })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

/** Returns the query string, without a question mark if it is empty. */
const asked = <Query extends object>(query: Query) => (Object.keys(query).length === 0 ? {} : { query })
