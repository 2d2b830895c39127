import { lifetimes } from './limits.ts'

/** `requestedBy`: the administrator who asked; null where the person did. */
export type EmailChangeTimes = {
  requestedBy: string | null
  requestedAt: Date
  /** When the owner of the new address confirmed it; null before. */
  confirmedAt: Date | null
  /** When the owner of the present address agreed; null before. */
  agreedAt: Date | null
}

/**
 * Returns from when a change takes effect once the new address is confirmed. A person's own change takes effect immediately. One
 * that an administrator asked for waits a day, in which the present address can cancel it, or until that address agrees.
 */
export function takesEffectAt({ requestedBy, requestedAt, agreedAt }: EmailChangeTimes): Date {
  if (requestedBy === null || isSince(agreedAt, requestedAt)) return requestedAt
  return new Date(requestedAt.getTime() + lifetimes.emailChangeWait)
}

/** Returns the state of a change: the new address is not confirmed, the change waits for its time, or it is due. */
export function stageOf(change: EmailChangeTimes, now: Date): 'unconfirmed' | 'waits' | 'due' {
  if (!isSince(change.confirmedAt, change.requestedAt)) return 'unconfirmed'
  return takesEffectAt(change) > now ? 'waits' : 'due'
}

/** Events before the request belong to an earlier one, which this one replaced. */
function isSince(at: Date | null, requestedAt: Date): boolean {
  return at !== null && at >= requestedAt
}
