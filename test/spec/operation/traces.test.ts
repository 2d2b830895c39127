import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'vitest'
import { pathToFileURL } from 'node:url'
import { root } from '../../../scripts/run.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { checkOut } from '../../support/billing/given-buyer.ts'
import { activate, aRegistration, eventually, inboxOf } from '../../support/given.ts'
import { start } from '../../support/product.ts'
import { createVisitor } from '../../support/http/visitor.ts'

type OtlpSpan = { traceId: string; spanId: string; parentSpanId?: string; name: string; kind: number }
type Otlp = { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] }

/** Receives the server's spans, as an OpenTelemetry collector does. */
async function collect() {
  const bodies: string[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    if (request.url === '/v1/traces') bodies.push(body)
    response.end('{}')
  }
  const collector = createServer((request, response) => {
    void take(request, response)
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const { port } = collector.address() as AddressInfo
  const all = () =>
    bodies.flatMap((body) =>
      (JSON.parse(body) as Otlp).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    )
  const find = (name: string, traceId?: string) =>
    eventually(`a span ${name}`, () =>
      Promise.resolve(all().find((span) => span.name === name && span.traceId === (traceId ?? span.traceId))),
    )
  return { url: `http://127.0.0.1:${port}`, find, text: () => bodies.join('\n'), stop: () => collector.close() }
}

test('an operator’s collector receives the spans of requests, their effects and jobs, and nothing about people', async (t) => {
  const collector = await collect()
  const product = await start({
    DATA_DIR: givenAFolder(),
    RATE_LIMIT_FACTOR: '1000',
    NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'deploy/opentelemetry.ts')).href}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  t.onTestFinished(async () => {
    product.kill('SIGTERM')
    await product.exited
    collector.stop()
  })
  const { mailTo } = inboxOf(product.url)
  const visitor = createVisitor(product.url)
  const person = aRegistration({ firstName: 'Marcellina', lastName: 'Marker', company: 'Marker Bottling' })
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const headers = { 'x-selected-product': 'analytics-monthly', traceparent: `00-${traceId}-${spanId}-01` }
  assert.equal((await visitor.post('/api/v1/users', person, headers)).status, 201)
  await activate({ mailTo }, visitor, person.email)
  const { status } = await checkOut(visitor)
  assert.equal(status, 200)

  const registration = await collector.find('POST /api/v1/users')
  assert.deepEqual([registration.traceId, registration.parentSpanId, registration.kind], [traceId, spanId, 2])
  const screening = await collector.find('screening', traceId)
  assert.equal(screening.parentSpanId, registration.spanId)
  const ordered = await collector.find('POST /api/v1/plans/:name/checkout')
  assert.notEqual(ordered.traceId, traceId)
  const asked = await collector.find('stripe POST checkout', ordered.traceId)
  assert.deepEqual([asked.parentSpanId, asked.kind], [ordered.spanId, 3])
  const token = await collector.find('identity provider POST')
  assert.equal((await collector.find('job email')).parentSpanId, undefined)
  assert.ok(token.parentSpanId)
  const { phoneNumber } = person['phone'] as { phoneNumber: string }
  for (const marker of ['Marcellina', 'Marker', person.email, phoneNumber, ...visitor.cookies.values()])
    assert.ok(!collector.text().includes(marker), marker)
})
