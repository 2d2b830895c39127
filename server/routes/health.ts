import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../contract/errors.ts'
import { keepText, keptFor, sendKept } from '../http/kept-text.ts'
import { mayReadMetrics } from '../http/metrics-access.ts'
import { paymentIssueKinds } from '../../domain/billing/payment-issues.ts'
import type { Metrics } from '../metrics.ts'
import type { JobCount } from '../store/jobs/jobs.ts'

export type HealthParts = {
  /** Whether the database responds and accepts writes, and every migration is applied. */
  ready: () => Promise<boolean>
  /** Whether the last write to the database succeeded. */
  isWritable: () => boolean
  metrics: Metrics
  /** Called once, at the first request; its text is cached. */
  openApi: () => object
  /** Returns how many jobs of each kind wait, how long the oldest has been due, and how many were given up. */
  jobs: () => Promise<JobCount[]>
  /** Returns the age in seconds of the newest backup, null before the first; null itself if there are no backups. */
  backupAge: (() => Promise<number | null>) | null
  /**
   * Returns the ages of the screening lists in seconds, and when each was last compared with its publisher's, in
   * seconds since 1970; none without official lists.
   */
  listAges: () => Promise<{ list: string; age: number; fetched: number | null }[]>
  /** Returns the number of open payment issues of each kind; 0 for an omitted kind. */
  paymentIssues: () => Promise<ReadonlyMap<string, number>>
  webhooks: () => Promise<{ waiting: number; failed: number; oldest: number; off: number }>
  /** Whether PostgreSQL's last attempt to archive its WAL succeeded. */
  isArchiving: () => Promise<boolean>
  /** The token with which the metrics can be read from another machine. */
  metricsToken: string | null
}

/** Whether a request has exactly this address: the router also accepts a trailing slash and percent-encoded letters. */
export function isExactly({ url }: FastifyRequest, address: string): boolean {
  return url === address || url.startsWith(`${address}?`)
}

/** A proxy's rule for /metrics may not cover /metrics/, which therefore does not respond. */
const exactly = {
  onRequest(request: FastifyRequest, _reply: unknown, done: () => void) {
    if (!isExactly(request, request.routeOptions.url ?? '')) refuse('NOT_FOUND')
    done()
  },
}

/** Adds the routes for operators and their machines. */
export function addHealthRoutes(
  app: FastifyInstance,
  {
    ready,
    isWritable,
    openApi,
    jobs,
    backupAge,
    isArchiving,
    listAges,
    paymentIssues,
    webhooks,
    metrics,
    metricsToken,
  }: HealthParts,
): void {
  const served = new Map<string, number>()
  app.addHook('onResponse', (request, reply, done) => {
    const kind = `${Math.floor(reply.statusCode / 100)}xx`
    served.set(kind, (served.get(kind) ?? 0) + 1)
    metrics.requests.observe(reply.elapsedTime / 1000, request.routeOptions.url ?? '-', kind)
    done()
  })

  app.get('/healthz', exactly, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  // Requests that arrive during a check share its result, because it takes several database statements.
  let asking: Promise<boolean> | null = null
  app.get('/readyz', exactly, async (_request, reply) => {
    asking ??= ready().finally(() => (asking = null))
    const isReady = await asking
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' })
  })
  const apiText = keptFor((document: object) => keepText(JSON.stringify(document), 'application/json; charset=utf-8'))
  app.get('/openapi.json', (request, reply) => {
    return sendKept(apiText(openApi()), 'public, max-age=60', request, reply)
  })
  const backupLines = async (): Promise<string[]> => {
    if (backupAge === null) return []
    const [age, archiving] = await Promise.all([backupAge().catch(() => null), isArchiving().catch(() => null)])
    return [
      ...(age === null ? [] : ['# TYPE backup_age_seconds gauge', `backup_age_seconds ${age}`]),
      ...(archiving === null ? [] : ['# TYPE backup_wal_archiving gauge', `backup_wal_archiving ${archiving ? 1 : 0}`]),
    ]
  }
  const listLines = async (): Promise<string[]> => {
    const lists = await listAges().catch(() => [])
    const fetched = lists.filter((one) => one.fetched !== null)
    return [
      '# TYPE screening_list_age_seconds gauge',
      ...lists.map(({ list, age }) => `screening_list_age_seconds{list="${list}"} ${age}`),
      '# TYPE screening_list_fetched_timestamp_seconds gauge',
      ...fetched.map((one) => `screening_list_fetched_timestamp_seconds{list="${one.list}"} ${one.fetched}`),
    ]
  }
  const webhookLines = async (): Promise<string[]> => {
    const counts = await webhooks().catch(() => null)
    if (!counts) return []
    const { waiting, failed, oldest, off } = counts
    return [
      '# TYPE webhook_deliveries gauge',
      `webhook_deliveries{state="waiting"} ${waiting}`,
      `webhook_deliveries{state="failed"} ${failed}`,
      '# TYPE webhook_oldest_due_seconds gauge',
      `webhook_oldest_due_seconds ${oldest}`,
      '# TYPE webhook_endpoints_switched_off gauge',
      `webhook_endpoints_switched_off ${off}`,
    ]
  }
  const issueLines = async (): Promise<string[]> => {
    const open = await paymentIssues().catch(() => null)
    if (!open) return []
    const lines = paymentIssueKinds.map((kind) => `payment_issues_open{kind="${kind}"} ${open.get(kind) ?? 0}`)
    return ['# TYPE payment_issues_open gauge', ...lines]
  }
  app.get('/metrics', exactly, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) refuse('FORBIDDEN')
    const { rss, heapUsed } = process.memoryUsage()
    // Without the database the other metrics are even more important.
    const counts = await jobs().catch(() => null)
    const lines = [
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${rss}`,
      '# TYPE nodejs_heap_used_bytes gauge',
      `nodejs_heap_used_bytes ${heapUsed}`,
      '# TYPE process_uptime_seconds gauge',
      `process_uptime_seconds ${process.uptime()}`,
      '# TYPE database_writable gauge',
      `database_writable ${counts !== null && isWritable() ? 1 : 0}`,
      '# TYPE http_responses_total counter',
      ...[...served]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([kind, count]) => `http_responses_total{status="${kind}"} ${count}`),
      ...(counts
        ? [
            '# TYPE jobs_waiting gauge',
            ...counts.map(({ kind, waiting }) => `jobs_waiting{kind="${kind}"} ${waiting}`),
            '# TYPE jobs_given_up gauge',
            ...counts.map(({ kind, givenUp }) => `jobs_given_up{kind="${kind}"} ${givenUp}`),
            '# TYPE jobs_oldest_due_seconds gauge',
            ...counts.map(({ kind, oldest }) => `jobs_oldest_due_seconds{kind="${kind}"} ${oldest}`),
          ]
        : []),
      ...(await backupLines()),
      ...(await listLines()),
      ...(await issueLines()),
      ...(await webhookLines()),
      ...Object.values(metrics).flatMap((metric) => metric.lines()),
    ]
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
