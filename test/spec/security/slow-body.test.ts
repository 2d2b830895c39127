import assert from 'node:assert/strict'
import { connect } from 'node:net'
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
