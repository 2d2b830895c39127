import { isRefusal } from '../contract/errors.ts'
import { createHistogram, createMetric } from '../platform/metrics.ts'

/** In seconds. */
const ofRequests = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const ofOthers = [0.05, 0.25, 1, 2.5, 5, 10]
const ofLag = [1, 5, 15, 60, 300, 3600]

/** The server's counters. Labels contain kinds, routes and results, never people, addresses or ids. */
export function createMetrics() {
  const signIns = createMetric('counter', 'sign_ins_total', ['result'])
  // An alert compares the two, and a comparison with a missing series is never true.
  for (const result of ['done', 'failed']) signIns.set(0, result)
  return {
    requests: createHistogram('http_request_duration_seconds', ['route', 'status'], ofRequests),
    /** Requests that got 503 because of overload. */
    shed: createMetric('counter', 'http_requests_shed_total'),
    /** Connections closed because they had too many unanswered requests. */
    pipelined: createMetric('counter', 'http_connections_ended_total'),
    /** The time from Stripe's creation of an event until its webhook is stored. */
    webhookLag: createHistogram('stripe_webhook_lag_seconds', [], ofLag),
    stripeCalls: createHistogram('stripe_request_duration_seconds', ['resource', 'result'], ofOthers),
    screenings: createHistogram('screening_duration_seconds', ['priority', 'result'], ofOthers),
    /**
     * `done`, `refused`, `limited`, or `failed` for a sign-in that its browser did not begin, that is too old, or that
     * fails at the identity provider.
     */
    signIns,
    registrations: createMetric('counter', 'registrations_total', ['result']),
    checkouts: createMetric('counter', 'checkouts_total', ['result']),
    /** In seconds since 1970. */
    jobSuccess: createMetric('gauge', 'job_last_success_timestamp_seconds', ['name']),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Counts a sign-in that the built-in provider refused, by the entry that it writes to the log. */
export function countRefusal({ signIns }: Metrics, entry: { event?: unknown; outcome?: unknown }): void {
  const { event, outcome } = entry
  if (event === 'sign-in' && (outcome === 'refused' || outcome === 'limited')) signIns.add(outcome)
}

/** Runs work and counts its result. A refusal is a response to the visitor, anything else a fault. */
export async function counted<T>(results: { add(result: string): void }, work: () => Promise<T> | T): Promise<T> {
  try {
    const result = await work()
    results.add('done')
    return result
  } catch (error) {
    results.add(isRefusal(error) ? 'refused' : 'failed')
    throw error
  }
}

/** Runs work and reports its duration in seconds. `result`: its outcome. */
export async function timed<T>(
  work: () => Promise<T>,
  observe: (seconds: number, result: 'done' | 'failed') => void,
): Promise<T> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  try {
    const result = await work()
    observe(seconds(), 'done')
    return result
  } catch (error) {
    observe(seconds(), 'failed')
    throw error
  }
}
