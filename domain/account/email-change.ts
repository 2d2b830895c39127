import { lifetimes } from '../limits.ts'

/** `requestedBy`: the administrator who requested the change; null if the person did. */
export type EmailChangeTimes = {
  requestedBy: string | null
  requestedAt: Date
  /** When the owner of the new address confirmed it; null before. */
  confirmedAt: Date | null
  /** When the owner of the present address agreed; null before. */
  agreedAt: Date | null
}

/**
 * Returns when a change takes effect after the new address is confirmed. A person's own change takes effect
 * immediately. A change requested by an administrator waits a day, in which the present address can cancel it, or until
 * that address agrees.
 */
export function takesEffectAt({ requestedBy, requestedAt, agreedAt }: EmailChangeTimes): Date {
  if (requestedBy === null || isSince(agreedAt, requestedAt)) return requestedAt
  return new Date(requestedAt.getTime() + lifetimes.emailChangeWait)
}

/**
 * Returns the state of a change: the new address is not confirmed, the change waits until it takes effect, or it is
 * due.
 */
export function stageOf(change: EmailChangeTimes, now: Date): 'unconfirmed' | 'waits' | 'due' {
  if (!isSince(change.confirmedAt, change.requestedAt)) return 'unconfirmed'
  return takesEffectAt(change) > now ? 'waits' : 'due'
}

/** Events before the request belong to an earlier request that this one replaced. */
function isSince(at: Date | null, requestedAt: Date): boolean {
  return at !== null && at >= requestedAt
}
