import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { givenAShop, eventually } from '../../support/given.ts'
import { largestScript } from '../../support/http/raw.ts'

const shop = await givenAShop()

/** Sends the head of a request and its body in small pieces, until the server closes the connection. */
async function drip(head: string): Promise<{ drops: number; answer: string }> {
  const { port } = new URL(shop.url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  let [drops, answer] = [0, '']
  socket.on('data', (chunk: Buffer) => void (answer += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(head)
  const dripping = setInterval(() => {
    drops += 1
    if (drops > 100) socket.destroy()
    else socket.write('x')
  }, 100)
  await closed
  clearInterval(dripping)
  return { drops, answer }
}

describe('a request whose body arrives slowly', () => {
  const host = `Host: ${new URL(shop.url).host}\r\n`
  for (const path of ['/api/v1/users', '/identity/forgotten', '/webhooks/stripe'])
    test.concurrent(`${path}: is cut off after 5 s, checked once a second`, async () => {
      const head = `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n`
      const { drops, answer } = await drip(head)
      // Each piece takes at least 100 ms.
      assert.ok(drops <= 65, `${drops} drops`)
      assert.match(answer, /^(HTTP\/1\.1 4\d\d|$)/)
      assert.equal((await fetch(`${shop.url}/healthz`)).status, 200)
    })
})

/** Sends a complete request in pieces, as a proxy does, and only then reads; returns the status line of the response. */
async function sendThenRead(request: Buffer): Promise<string> {
  const socket = connect({ port: Number(new URL(shop.url).port), host: '127.0.0.1' }).pause()
  for (let sent = 0; sent < request.length; sent += 50_000) {
    const piece = request.subarray(sent, sent + 50_000)
    await new Promise<void>((resolve, reject) => {
      socket.write(piece, (error) => (error ? reject(error) : resolve()))
    })
    await nextTurn()
  }
  const [response] = (await once(socket.resume(), 'data')) as [Buffer]
  socket.destroy()
  return response.toString('latin1').split('\r\n')[0] ?? ''
}

describe('a client that sends a body over the limit completely before it reads', () => {
  const size = 900_000
  const body = 'x'.repeat(size)
  const types: Record<string, string> = {
    '/api/v1/users': 'application/json',
    '/identity/forgotten': 'application/x-www-form-urlencoded',
    '/webhooks/stripe': 'application/json',
    '/nowhere': 'application/json',
  }
  const head = (path: string, length: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${new URL(shop.url).host}\r\nContent-Type: ${types[path]}\r\n${length}\r\n\r\n`
  const bodies = {
    'with a length': (path: string) => head(path, `Content-Length: ${size}`) + body,
    'in chunks': (path: string) =>
      `${head(path, 'Transfer-Encoding: chunked')}${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  }
  for (const [how, request] of Object.entries(bodies))
    test(`gets 413 every time if it sends it ${how}`, async () => {
      for (const path of Object.keys(types))
        for (let times = 0; times < 10; times += 1)
          assert.equal(await sendThenRead(Buffer.from(request(path))), 'HTTP/1.1 413 Payload Too Large', path)
    })
})

test('a connection whose client does not read the responses is closed', async () => {
  const { port, host } = new URL(shop.url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' }).pause()
  let closed = false
  socket.on('error', () => undefined).on('close', () => (closed = true))
  // More than the system's buffers hold.
  const request = `GET ${await largestScript(shop.url)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  socket.write(request.repeat(400))
  await eventually('the end of the connection', async () => {
    // A client that does not read notices the end only when it writes; between requests an empty line has no meaning.
    socket.write('\r\n')
    return closed
  })
  assert.equal((await fetch(`${shop.url}/healthz`)).status, 200)
})
