import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { plainAddress, trustIn } from '../../../platform/network-address.ts'
import { createConnectionPace } from './connection-pace.ts'
import { limitPipelining } from './pipelining.ts'
import { networksOf } from '../session/rate-limits.ts'
import { closeStalledReaders } from './stalled-readers.ts'

/** Milliseconds; `requestTimeout` is for all of a request, its body included. A hook refuses a request without a host. */
const options: ServerOptions = {
  headersTimeout: 4000,
  requestTimeout: 5000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 500,
  requireHostHeader: false,
}

/**
 * Returns an HTTP server with the limits of a connection. `ended` is called for each one that is closed because of
 * pipelining.
 */
export function createLimitedServer(handle: RequestListener, proxies: readonly string[], ended: () => void): Server {
  const pace = createConnectionPace()
  const isProxy = trustIn(proxies)
  /** Null for a proxy, whose connections serve many clients, and for a closed connection. */
  const clientOf = ({ remoteAddress }: Socket): string | null => {
    const address = plainAddress(remoteAddress)
    return address === null || isProxy(address) ? null : networksOf(address)[0][0]
  }
  const limited = limitPipelining(closeStalledReaders(handle), (socket) => {
    const client = clientOf(socket)
    if (client !== null) pace.slowDown(client)
    ended()
  })
  return createServer(options, limited).on('connection', (socket) => {
    const client = clientOf(socket)
    if (client !== null) pace.begin(client, socket)
  })
}
