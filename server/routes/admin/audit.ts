import type { Handlers } from '../../http/contract-routes.ts'
import { paginateByTime } from '../../http/pagination.ts'
import type { AppContext } from '../../context.ts'
import { actsBefore } from '../../store/admin/audit.ts'

export function auditHandlers({ db }: Pick<AppContext, 'db'>): Handlers<'GET /api/v1/audit'> {
  return {
    async 'GET /api/v1/audit'({ query }, call) {
      const acts = await paginateByTime(
        query,
        call,
        'audit',
        (before, limit) => actsBefore(db, before, limit),
        (act) => act,
      )
      return acts.map(({ at, by, act, subscriber_id, subscription_id, account }) => ({
        at: at.toISOString(),
        by,
        act,
        subscriberId: subscriber_id,
        subscriptionId: subscription_id,
        account,
      }))
    },
  }
}
