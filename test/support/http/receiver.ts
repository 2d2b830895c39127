import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { whenOver } from '../when-over.ts'

export type Received = { headers: Record<string, string>; body: string; at: number }

/** Starts a server that receives webhooks. `answer` decides its response, and may delay it. */
export async function givenAReceiver(answer: (response: ServerResponse, received: Received) => void = accept) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const one = { headers: flat(request.headers), body, at: performance.now() }
      received.push(one)
      answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  whenOver(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hooks`, port, received }
}
export type Receiver = Awaited<ReturnType<typeof givenAReceiver>>

function accept(response: ServerResponse): void {
  response.writeHead(204).end()
}

const flat = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
