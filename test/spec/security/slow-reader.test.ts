import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'vitest'
import { eventually, givenAShop } from '../../support/given.ts'
import { largestScript } from '../../support/raw.ts'

const shop = await givenAShop()

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
