import { listLimits } from '../../../../domain/limits.ts'
import type { AppContext } from '../../../context.ts'
import type { Handlers } from '../../../http/calls/contract-routes.ts'
import { erasureRequests } from '../../../store/subscribers/erasure-requests.ts'

/** Handles the call about people who asked to be erased and await an administrator. */
export function erasureRequestHandlers({ db }: Pick<AppContext, 'db'>): Handlers<'GET /api/v1/erasure-requests'> {
  return {
    async 'GET /api/v1/erasure-requests'() {
      return (await erasureRequests(db, listLimits.pageMax)).map(({ since, ...subscriber }) => ({
        since: since.toISOString(),
        subscriber,
      }))
    },
  }
}
