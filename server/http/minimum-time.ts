import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Longer than the work takes, whether an address is known or not. In milliseconds. */
const minimumMs = 60
/** Longer than it then takes to prepare the response of a call: that of a refusal takes longer than that of a result. */
const responseMs = 10

const waits = new WeakMap<FastifyRequest, Promise<void>>()

/**
 * Does work whose duration must not reveal whether an address is known: result and refusal take a minimum time, and so
 * does the response to the request.
 */
export async function withMinimumTime<T>(request: FastifyRequest, work: Promise<T>): Promise<T> {
  waits.set(request, wait(minimumMs + responseMs))
  const [outcome] = await Promise.allSettled([work, wait(minimumMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** Delays the responses to requests with a minimum time. */
export function addMinimumTime(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const waiting = waits.get(request)
    if (waiting) void waiting.then(() => done())
    else done()
  })
}
