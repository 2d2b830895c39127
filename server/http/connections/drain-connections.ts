import type { IncomingMessage, Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds. */
const quietMs = 1_000
const maxMs = 5_000

/** Requests of machines, which also arrive without visitors. */
const probes = new Set(['/readyz', '/healthz', '/metrics'])

/**
 * Resolves once no request has arrived for a second, or after five. A connection that was made but not yet
 * accepted when a server closes is lost with its requests, and a proxy that checks /readyz needs that long to use
 * another server.
 */
export async function drainConnections(server: Server): Promise<void> {
  const began = performance.now()
  let last = began
  const came = ({ url = '' }: IncomingMessage) => {
    if (!probes.has(url)) last = performance.now()
  }
  server.on('request', came)
  while (performance.now() < Math.min(last + quietMs, began + maxMs)) await wait(20)
  server.off('request', came)
}
