import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { test } from 'vitest'
import { givenAShop } from '../../support/given.ts'
import { sendRaw } from '../../support/raw.ts'

const shop = await givenAShop()
const { port } = new URL(shop.url)
const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, ...headers, '', ''].join('\r\n')

/** Returns the status codes of the responses, in order. */
const statuses = ({ head, body }: { head: string; body: string }) =>
  [...`${head}\r\n\r\n${body}`.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

test('eight pipelined requests on one connection are answered', async () => {
  for (const path of ['/', '/openapi.json', '/identity/forgotten']) {
    const answer = await sendRaw(shop.url, get(path).repeat(7) + get(path, 'Connection: close'))
    assert.deepEqual(statuses(answer), Array(8).fill(200), path)
  }
})

test('a connection with a ninth unanswered request is closed, and nothing after it is processed', async () => {
  const ended = async () =>
    /^http_connections_ended_total (\d+)$/m.exec(await (await fetch(`${shop.url}/metrics`)).text())?.[1] ?? '0'
  const before = Number(await ended())
  for (const path of ['/', '/openapi.json', '/identity/forgotten', '/%zz', '/unknown']) {
    const answer = await sendRaw(shop.url, get(path).repeat(500))
    assert.equal(answer.closed, true, path)
    assert.ok(statuses(answer).length <= 8, `${path}: ${statuses(answer).length} responses`)
  }
  assert.equal(Number(await ended()) - before, 5)
  assert.equal((await fetch(shop.url)).status, 200)
})

test('a connection that waits for each response stays open, however many requests it sends', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  for (let one = 0; one < 30; one += 1) {
    const [response] = (await once(request(`${shop.url}/robots.txt`, { agent }).end(), 'response')) as [IncomingMessage]
    ports.add(response.socket.localPort)
    assert.equal(response.statusCode, 200)
    await once(response.resume(), 'end')
  }
  agent.destroy()
  assert.equal(ports.size, 1)
})
