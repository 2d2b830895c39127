import type { Lease, Refusal } from './statements.ts'

const day = 86_400
const soon = 3 * day

/**
 * Times that a program stores, in seconds since 1970. `floor`: the newest `iat` received. `mark`: the latest system time seen, at most
 * the end of the lease.
 */
export type Times = { floor: number; mark: number }

export type State =
  /** Sign in. */
  | { state: 'none' }
  | { state: 'licensed' | 'renew-soon' | 'expired'; lease: Lease }
  | { state: 'refused'; reason: string; url: string }
  /** The clock was set back: connect once. */
  | { state: 'clock' }

/** Returns the state at a system time, in seconds since 1970. The lease and the refusal are the latest ones, verified. */
export function stateAt(lease: Lease | null, refusal: Refusal | null, { floor, mark }: Times, system: number): State {
  if (refusal && (!lease || refusal.iat >= lease.iat))
    return { state: 'refused', reason: refusal.reason, url: refusal.url }
  if (!lease) return { state: 'none' }
  const time = Math.max(system, floor)
  if (system < mark - day || time < lease.nbf) return { state: 'clock' }
  if (time >= lease.exp) return { state: 'expired', lease }
  return { state: lease.exp - time <= soon ? 'renew-soon' : 'licensed', lease }
}

/** Whether the program can run. */
export function isLicensed({ state }: State): boolean {
  return state === 'licensed' || state === 'renew-soon'
}

/** Returns the times after the program read the clock: a time that was seen once has passed. */
export function timesSeen({ floor, mark }: Times, lease: Lease | null, system: number): Times {
  return { floor, mark: Math.max(mark, Math.min(system, lease?.exp ?? mark)) }
}

/** Returns the times after a statement of the server. Its `iat` is correct, so earlier times of the clock are dropped. */
export function timesReceived({ floor }: Times, iat: number, lease: Lease | null, system: number): Times {
  return { floor: Math.max(floor, iat), mark: Math.min(system, lease?.exp ?? system) }
}
