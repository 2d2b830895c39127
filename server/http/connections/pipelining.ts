import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { requestLimits } from '../../../domain/limits.ts'

/**
 * Closes a connection with more unanswered requests than `requestLimits.unanswered`, and passes none behind the first
 * to `handle`. Node's parser delivers every request that has arrived, the responses wait in memory for one another, and
 * one connection would block the server. A client that sends requests without waiting must be ready to repeat them (RFC
 * 9112, 9.3.2); browsers and proxies wait. `server.maxRequestsPerSocket` counts all requests of a connection, so it
 * would close those of proxies. `ended` is called once for each connection, before it is closed.
 */
export function limitPipelining(handle: RequestListener, ended: (socket: Socket) => void): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    if (count > requestLimits.unanswered) {
      if (!socket.destroyed) ended(socket)
      socket.destroy()
      // Without an error: otherwise Node creates one, with a stack trace, for each request when the connection closes.
      request.destroy()
      return
    }
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count === 1) handle(request, response)
    // After everything that has arrived is parsed, so that no work is done for a connection that is closed meanwhile.
    else setImmediate(() => socket.destroyed || handle(request, response))
  }
}
