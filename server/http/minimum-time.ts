import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'

/** Longer than the work takes, whether an address is known or not. In milliseconds. */
const minimumMs = 60

const waits = new WeakMap<FastifyRequest, Promise<void>>()

/**
 * The hooks of a route whose duration must not reveal whether an address is known. Results and refusals are sent a
 * fixed time after the request: preparing a refusal takes longer, too.
 */
export const withMinimumTime = {
  onRequest: (request: FastifyRequest, _reply: unknown, done: () => void) => {
    waits.set(request, wait(minimumMs))
    done()
  },
  onSend: async (request: FastifyRequest) => waits.get(request),
}
