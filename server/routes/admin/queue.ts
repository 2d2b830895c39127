import type { Output } from '../../../contract/contract.ts'
import { slug } from '../../../contract/rows/input.ts'
import { isOldList } from '../../../domain/screening/list-age.ts'
import { resolveJob, retryJob } from '../../actions/jobs/resolve-job.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { paginateByTime } from '../../http/calls/pagination.ts'
import { queueCounts } from '../../store/admin/queue-counts.ts'
import { failedJobs, type FailedJob } from '../../store/jobs/failed-jobs.ts'
import { listsInForce } from '../../store/screening/screening-lists.ts'
import { erasureRequests } from '../../store/subscribers/erasure-requests.ts'
import { administratorOf } from '../caller.ts'

/** The queue of an administrator, with people who asked to be erased and jobs that failed. */
export function queueHandlers(context: AppContext) {
  return {
    async 'GET /api/v1/queue'() {
      const official = context.screener.kind === 'lists'
      const [counts, lists] = await Promise.all([queueCounts(context.db), official ? listsInForce(context.db) : []])
      const now = context.now()
      return { ...counts, oldLists: lists.filter((list) => isOldList(list, now)).length }
    },

    async 'GET /api/v1/erasure-requests'({ query }, call) {
      const requests = await paginateByTime(
        query,
        call,
        'erasure requests',
        (after, limit) => erasureRequests(context.db, after, limit),
        ({ since, id }) => ({ at: since, id }),
      )
      return requests.map(({ since, ...subscriber }) => ({ since: since.toISOString(), subscriber }))
    },

    async 'GET /api/v1/jobs/failed'({ query }, call) {
      const jobs = await paginateByTime(
        query,
        call,
        'failed jobs',
        (after, limit) => failedJobs(context.db, after, limit),
        (job) => ({ at: job.created_at, id: job.id }),
        // Reports of the billing provider have its ids.
        slug,
      )
      return jobs.map(viewJob)
    },

    async 'POST /api/v1/jobs/retry/{id}'({ path }, call) {
      await retryJob(context, path.id, administratorOf(call))
      return {}
    },

    async 'POST /api/v1/jobs/resolve/{id}'({ path }, call) {
      await resolveJob(context, path.id, administratorOf(call))
    },
  } satisfies Partial<Handlers>
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
