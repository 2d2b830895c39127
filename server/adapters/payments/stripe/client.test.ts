import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { traced } from '../../../../platform/trace-context.ts'
import { createStripeClient } from './client.ts'

test('each call is reported without its ids, and is part of the current trace', async (t) => {
  const asked: IncomingHttpHeaders[] = []
  const server = createServer(({ headers, url }, response) => {
    asked.push(headers)
    const isThere = !url?.includes('none')
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' })
    response.end(isThere ? '{"id":"cus_1","object":"customer"}' : '{"error":{"message":"none"}}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  t.onTestFinished(stop)
  const reported: string[] = []
  const stripe = createStripeClient(
    { key: 'sk_test_none', apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    5_000,
    (seconds, resource, result) => void reported.push(`${resource} ${result} ${seconds > 0}`),
  )
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await traced({ traceId, spanId: '00f067aa0ba902b7', flags: '01', state: 'vendor=1' }, () =>
    stripe.customers.retrieve('cus_1?x=1'),
  )
  await assert.rejects(stripe.checkout.sessions.retrieve('none'))
  stop()
  await once(server, 'close')
  await assert.rejects(stripe.subscriptions.retrieve('sub_1'))
  // The library repeats a request once if a kept connection was closed meanwhile.
  assert.deepEqual([...new Set(reported)], ['customers 2xx true', 'checkout 4xx true', 'subscriptions error true'])
  assert.match(String(asked[0]?.['traceparent']), new RegExp(`^00-${traceId}-[\\da-f]{16}-01$`))
  assert.notEqual(String(asked[0]?.['traceparent']).split('-')[2], '00f067aa0ba902b7')
  assert.equal(asked[0]?.['tracestate'], 'vendor=1')
  assert.equal(asked[1]?.['traceparent'], undefined)
})
