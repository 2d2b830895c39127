import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Longer than the work takes, whether an address is known or not. In milliseconds. */
const minimumMs = 60

const waits = new WeakMap<FastifyRequest, Promise<void>>()

/**
 * Delays the response to a request until a minimum time from now, because the duration of the work that follows must
 * not reveal whether an address is known.
 */
export function startMinimumTime(request: FastifyRequest): void {
  waits.set(request, wait(minimumMs))
}

/** Delays responses as they are sent: preparing a refusal or a page also takes time. */
export function addMinimumTime(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const waiting = waits.get(request)
    if (waiting) void waiting.then(() => done())
    else done()
  })
}
