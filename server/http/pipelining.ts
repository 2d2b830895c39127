import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { requestLimits } from '../../domain/limits.ts'

/**
 * Ends a connection that has more unanswered requests than `requestLimits.unanswered`. Node's parser hands over every request
 * that has arrived, the responses wait in memory for one another, and one connection would stop the server. A client that
 * sends requests without waiting must be ready to repeat them (RFC 9112, 9.3.2); browsers and proxies wait.
 * `server.maxRequestsPerSocket` counts all requests of a connection, so it would end those of proxies.
 * `ended` is called once for each connection.
 */
export function limitPipelining(app: FastifyInstance, ended: () => void): void {
  const unanswered = new WeakMap<Socket, number>()
  // Before Fastify's own listener: it must find the connection ended.
  app.server.prependListener('request', ({ socket }, response) => {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count !== requestLimits.unanswered + 1) return
    socket.destroy()
    ended()
  })
  // Those that have arrived with it are handed over all the same. Without `done`, nothing more happens to them.
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!raw.socket.destroyed) done()
  })
}
