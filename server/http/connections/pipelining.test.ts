import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'vitest'
import { limitPipelining } from './pipelining.ts'

/**
 * Starts a server that counts the requests it processes; `send` sends several at once and waits until the connection is
 * closed.
 */
async function givenServer(t: TestContext, handle: RequestListener) {
  const seen = { handed: [] as string[], ended: 0 }
  const server = createServer(
    limitPipelining(
      (request, response) => {
        seen.handed.push(request.url ?? '')
        handle(request, response)
      },
      () => (seen.ended += 1),
    ),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.onTestFinished(() => void server.close())
  const send = async (requests: number) => {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    let text = ''
    socket.on('data', (data: Buffer) => (text += data.toString()))
    const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`
    const paths = Array.from({ length: requests }, (_, which) => `/${which}`)
    // The last response before a connection closes has the header `Connection: close`.
    socket.write(`${paths.map(head).join('\r\n')}${requests === 8 ? 'Connection: close\r\n' : ''}\r\n`)
    await closed
    return [...text.matchAll(/answer to (\S+)/g)].map(([, path]) => path)
  }
  return { seen, send, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('of a hundred requests that arrive together only the first is passed on, and each such connection is closed', async (t) => {
  const { seen, send } = await givenServer(t, () => undefined)
  for (let connection = 0; connection < 12; connection += 1) await send(100)
  assert.deepEqual(seen, { handed: Array(12).fill('/0'), ended: 12 })
})

test('eight requests that arrive together are passed on in their order', async (t) => {
  const { seen, send } = await givenServer(t, ({ url }, response) => {
    response.end(`answer to ${url} `)
  })
  const inOrder = ['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7']
  assert.deepEqual(await send(8), inOrder)
  assert.deepEqual(seen, { handed: inOrder, ended: 0 })
})

test('a connection that waits for each response stays open, however many requests it sends', async (t) => {
  const { seen, url } = await givenServer(t, (_request, response) => void response.end())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.onTestFinished(() => agent.destroy())
  const ports = new Set<number | undefined>()
  for (let count = 0; count < 30; count += 1) {
    const [response] = (await once(request(url, { agent }).end(), 'response')) as [IncomingMessage]
    ports.add(response.socket.localPort)
    await once(response.resume(), 'end')
  }
  assert.deepEqual([seen.handed.length, ports.size, seen.ended], [30, 1, 0])
})
