import { setTimeout as wait } from 'node:timers/promises'

/** In milliseconds: longer than the work takes whether an address is known or not. */
const leastTime = 60

/** Does work whose time must not tell whether an address is known: its answer, or its refusal, takes a fixed time at least. */
export async function padded<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, wait(leastTime)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
