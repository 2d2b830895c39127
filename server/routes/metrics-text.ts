import { paymentIssueKinds } from '../../domain/billing/payments/payment-issues.ts'
import type { Metrics } from '../metrics.ts'
import type { JobCount } from '../store/jobs/jobs.ts'

/** What the metrics are read from. Each may fail: without the database, for example, the others are even more important. */
export type MetricSources = {
  /** Whether the database responds and accepts writes. */
  isWritable: () => Promise<boolean>
  metrics: Metrics
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
}

/** Returns all metrics in Prometheus' text format. `served` is the number of responses by class of status, such as 2xx. */
export async function metricsText(sources: MetricSources, served: ReadonlyMap<string, number>): Promise<string> {
  const [isWritable, counts] = await Promise.all([sources.isWritable(), sources.jobs().catch(() => null)])
  const lines = [
    ...processLines(),
    '# TYPE database_writable gauge',
    `database_writable ${isWritable ? 1 : 0}`,
    '# TYPE http_responses_total counter',
    ...[...served]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([kind, count]) => `http_responses_total{status="${kind}"} ${count}`),
    ...(counts ? jobLines(counts) : []),
    ...(await backupLines(sources)),
    ...(await listLines(sources)),
    ...(await issueLines(sources)),
    ...(await webhookLines(sources)),
    ...Object.values(sources.metrics).flatMap((metric) => metric.lines()),
  ]
  return `${lines.join('\n')}\n`
}

function processLines(): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  return [
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${rss}`,
    '# TYPE nodejs_heap_used_bytes gauge',
    `nodejs_heap_used_bytes ${heapUsed}`,
    '# TYPE process_uptime_seconds gauge',
    `process_uptime_seconds ${process.uptime()}`,
  ]
}

const jobLines = (counts: readonly JobCount[]): string[] => [
  '# TYPE jobs_waiting gauge',
  ...counts.map(({ kind, waiting }) => `jobs_waiting{kind="${kind}"} ${waiting}`),
  '# TYPE jobs_given_up gauge',
  ...counts.map(({ kind, givenUp }) => `jobs_given_up{kind="${kind}"} ${givenUp}`),
  '# TYPE jobs_oldest_due_seconds gauge',
  ...counts.map(({ kind, oldest }) => `jobs_oldest_due_seconds{kind="${kind}"} ${oldest}`),
]

async function backupLines({ backupAge, isArchiving }: MetricSources): Promise<string[]> {
  if (backupAge === null) return []
  const [age, archiving] = await Promise.all([backupAge().catch(() => null), isArchiving().catch(() => null)])
  return [
    '# TYPE backup_age_seconds gauge',
    // An alert for an age needs a value also while there is no readable backup.
    `backup_age_seconds ${age ?? '+Inf'}`,
    ...(archiving === null ? [] : ['# TYPE backup_wal_archiving gauge', `backup_wal_archiving ${archiving ? 1 : 0}`]),
  ]
}

async function listLines({ listAges }: MetricSources): Promise<string[]> {
  const lists = await listAges().catch(() => [])
  const fetched = lists.filter((one) => one.fetched !== null)
  return [
    '# TYPE screening_list_age_seconds gauge',
    ...lists.map(({ list, age }) => `screening_list_age_seconds{list="${list}"} ${age}`),
    '# TYPE screening_list_fetched_timestamp_seconds gauge',
    ...fetched.map((one) => `screening_list_fetched_timestamp_seconds{list="${one.list}"} ${one.fetched}`),
  ]
}

async function issueLines({ paymentIssues }: MetricSources): Promise<string[]> {
  const open = await paymentIssues().catch(() => null)
  if (!open) return []
  const lines = paymentIssueKinds.map((kind) => `payment_issues_open{kind="${kind}"} ${open.get(kind) ?? 0}`)
  return ['# TYPE payment_issues_open gauge', ...lines]
}

async function webhookLines({ webhooks }: MetricSources): Promise<string[]> {
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
