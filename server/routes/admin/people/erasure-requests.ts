import type { AppContext } from '../../../context.ts'
import type { Handlers } from '../../../http/calls/contract-routes.ts'
import { paginateByTime } from '../../../http/calls/pagination.ts'
import { erasureRequests } from '../../../store/subscribers/erasure-requests.ts'

/** Handles the call about people who asked to be erased and await an administrator. */
export function erasureRequestHandlers({ db }: Pick<AppContext, 'db'>) {
  return {
    async 'GET /api/v1/erasure-requests'({ query }, call) {
      const requests = await paginateByTime(
        query,
        call,
        'erasure requests',
        (after, limit) => erasureRequests(db, after, limit),
        ({ since, id }) => ({ at: since, id }),
      )
      return requests.map(({ since, ...subscriber }) => ({
        since: since.toISOString(),
        subscriber,
      }))
    },
  } satisfies Partial<Handlers>
}
