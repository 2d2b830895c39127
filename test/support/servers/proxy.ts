import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One address in front of several instances, as operators set it up. */
export type Proxy = { url: string; stop(): void }

/**
 * Asks the instances in turn, each request on a connection of its own: those whose /readyz is green, which it looks at five
 * times a second, and the others where none is. It goes on to the next where a connection is refused, or breaks before a
 * word of an answer while the request is a harmless one. Every request comes from another network address.
 */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  let turn = 0
  const red = new Set<number>()
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing))

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    turn += 1
    const serialize = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0)
    for (const port of serialize.toSorted((one, other) => Number(red.has(one)) - Number(red.has(other)))) {
      const answer = await ask(port, incoming, body).catch((error: NodeJS.ErrnoException) => error)
      if (!(answer instanceof Error)) {
        const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, headers)
        answer.on('error', () => outgoing.destroy()).pipe(outgoing)
        return
      }
      const harmless = answer.code === 'ECONNRESET' && ['GET', 'HEAD'].includes(incoming.method ?? '')
      if (answer.code !== 'ECONNREFUSED' && !harmless) break
    }
    outgoing.writeHead(502).end('No instance answered.')
  }

  function ask(port: number, { method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const passed = { ...headers, 'x-forwarded-for': `203.0.113.${turn % 250}`, connection: 'close' }
      request({ host: '127.0.0.1', port, method, path: url, headers: passed, agent: false }, resolve)
        .on('error', reject)
        .end(body)
    })
  }

  async function look(port: number): Promise<void> {
    const isGreen = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isGreen) red.delete(port)
    else red.add(port)
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const looking = setInterval(() => void Promise.all(ports.map(look)), 200).unref()
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop() {
      clearInterval(looking)
      server.closeAllConnections()
      server.close()
    },
  }
}
