import type { Output } from '../../../contract/contract.ts'
import { listLimits } from '../../../domain/limits.ts'
import { isOldList } from '../../../domain/screening/list-age.ts'
import { resolveJob, retryJob } from '../../actions/jobs/resolve-job.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { queueCounts } from '../../store/admin/queue-counts.ts'
import { failedJobs, type FailedJob } from '../../store/jobs/failed-jobs.ts'
import { listsInForce } from '../../store/screening/screening-lists.ts'
import { administratorOf } from '../caller.ts'

type Rows =
  | 'GET /api/v1/queue'
  | 'GET /api/v1/jobs/failed'
  | 'POST /api/v1/jobs/retry/{id}'
  | 'POST /api/v1/jobs/resolve/{id}'

/** The queue of an administrator. */
export function queueHandlers(context: AppContext): Handlers<Rows> {
  return {
    async 'GET /api/v1/queue'() {
      const official = context.screener.kind === 'lists'
      const [counts, lists] = await Promise.all([queueCounts(context.db), official ? listsInForce(context.db) : []])
      const now = context.now()
      return { ...counts, oldLists: lists.filter((list) => isOldList(list, now)).length }
    },

    async 'GET /api/v1/jobs/failed'() {
      return (await failedJobs(context.db, listLimits.pageMax)).map(viewJob)
    },

    async 'POST /api/v1/jobs/retry/{id}'({ path }, call) {
      await retryJob(context, path.id, administratorOf(call))
      return {}
    },

    async 'POST /api/v1/jobs/resolve/{id}'({ path }, call) {
      await resolveJob(context, path.id, administratorOf(call))
    },
  }
}

function viewJob(job: FailedJob): Output<'GET /api/v1/jobs/failed'>[number] {
  const givenUp = job.given_up_at !== null
  return {
    id: job.id,
    kind: job.kind,
    created: job.created_at.toISOString(),
    attempts: job.attempts,
    lastTried: job.tried_at?.toISOString() ?? null,
    nextTry: givenUp ? null : job.run_at.toISOString(),
    state: givenUp ? 'given-up' : 'waiting',
    cause: job.last_error,
  }
}
