import type { Lease, Refusal } from './statements.ts'

const day = 86_400
const soon = 3 * day

/**
 * What a program remembers of time, in seconds since 1970. `floor`: the newest `iat` received. `mark`: the highest time of the system
 * that was seen, at most the end of the lease.
 */
export type Times = { floor: number; mark: number }

export type State =
  /** Sign in. */
  | { state: 'none' }
  | { state: 'licensed' | 'renew-soon' | 'expired'; lease: Lease }
  | { state: 'refused'; reason: string; url: string }
  /** The clock was set back: connect once. */
  | { state: 'clock' }

/** The state at a time of the system, in seconds since 1970. The lease and the refusal are those received last, verified. */
export function stateAt(lease: Lease | null, refusal: Refusal | null, { floor, mark }: Times, system: number): State {
  if (refusal && (!lease || refusal.iat >= lease.iat))
    return { state: 'refused', reason: refusal.reason, url: refusal.url }
  if (!lease) return { state: 'none' }
  const time = Math.max(system, floor)
  if (system < mark - day || time < lease.nbf) return { state: 'clock' }
  if (time >= lease.exp) return { state: 'expired', lease }
  return { state: lease.exp - time <= soon ? 'renew-soon' : 'licensed', lease }
}

/** Whether the program may run. */
export function isLicensed({ state }: State): boolean {
  return state === 'licensed' || state === 'renew-soon'
}

/** After the program looked at the clock: time that was seen once counts as past. */
export function timesSeen({ floor, mark }: Times, lease: Lease | null, system: number): Times {
  return { floor, mark: Math.max(mark, Math.min(system, lease?.exp ?? mark)) }
}

/** After a statement of the server, whose `iat` is true: what the clock showed before is forgotten. */
export function timesReceived({ floor }: Times, iat: number, lease: Lease | null, system: number): Times {
  return { floor: Math.max(floor, iat), mark: Math.min(system, lease?.exp ?? system) }
}
