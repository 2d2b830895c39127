import { setTimeout as wait } from 'node:timers/promises'

/** Longer than the work takes, whether an address is known or not. In milliseconds. */
const minimumMs = 60

/** Does work whose duration must not reveal whether an address is known: result and refusal take a minimum time. */
export async function withMinimumTime<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, wait(minimumMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
