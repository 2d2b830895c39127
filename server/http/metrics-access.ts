import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../platform/network-address.ts'
import { bearerOf } from './session/bearer.ts'

/** Headers that proxies add to a request, according to their documentation or RFC 7239 and RFC 9110. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Whether a request can read the metrics: with the operator's token, or from this machine without a proxy. */
export function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const given = bearerOf(request)
  if (token !== null && given !== undefined && isSame(given, token)) return true
  const { headers, socket } = request
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return isLoopback(address) && forwardingHeaders.every((name) => headers[name] === undefined)
}

/** In constant time, for any lengths. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
