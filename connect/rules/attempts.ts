import { webhookLimits } from '../../domain/limits.ts'

const minute = 60_000
const hour = 60 * minute
/** The pauses between one attempt and the next (standardwebhooks.com, "Deliverability and reliability"). */
const pauses = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/** Statuses at which a receiver may ask for more time. */
const busy = new Set([429, 502, 503, 504])

/**
 * Returns when a delivery that failed for the `attempts`-th time is retried; null if never. `random` from 0 to 1
 * spreads the attempts. `retryAfterMs` is the pause that a busy receiver requested; it counts up to twice the scheduled
 * pause.
 */
export function nextAttempt(
  attempts: number,
  { status, retryAfterMs }: { status: number | null; retryAfterMs: number | null },
  now: Date,
  random: number,
): Date | null {
  const pause = pauses[attempts - 1]
  if (pause === undefined) return null
  const spread = pause * (1 + webhookLimits.spread * (2 * random - 1))
  const asked = status !== null && busy.has(status) ? Math.min(retryAfterMs ?? 0, 2 * pause) : 0
  return new Date(now.getTime() + Math.max(spread, asked))
}

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300
