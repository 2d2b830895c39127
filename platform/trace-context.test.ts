import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'vitest'
import { beginSpan, inSpan, readTraceparent, traced, traceHeaders, type Span } from './trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

/** Returns the spans that were published during the work. */
async function spansOf(work: () => Promise<unknown>): Promise<Span[]> {
  const spans: Span[] = []
  const note = (span: unknown) => void spans.push(span as Span)
  subscribe('tillhouse:span', note)
  try {
    await work()
  } finally {
    unsubscribe('tillhouse:span', note)
  }
  return spans
}

test('a trace header in the standard’s format is read, also of a later version, and any other is ignored', () => {
  assert.deepEqual(readTraceparent(`00-${traceId}-${spanId}-01`), { traceId, spanId, flags: '01' })
  assert.deepEqual(readTraceparent(`cc-${traceId}-${spanId}-01-what-comes-later`), { traceId, spanId, flags: '01' })
  for (const header of [
    undefined,
    '',
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-01\n`,
    [`00-${traceId}-${spanId}-01`],
  ])
    assert.equal(readTraceparent(header), null, String(header))
})

test('the received trace state is kept, unless it cannot be passed on', () => {
  const header = `00-${traceId}-${spanId}-01`
  assert.equal(readTraceparent(header, 'vendor=1,other=2')?.state, 'vendor=1,other=2')
  for (const state of ['', 'a=1\r\nx: y', 'a='.padEnd(513, 'b'), ['a=1'], undefined])
    assert.equal(readTraceparent(header, state)?.state, undefined)
})

test('without a recorded trace there are no spans and no headers', async () => {
  assert.equal(beginSpan('request', 'server'), null)
  assert.deepEqual(await inSpan('work', 'internal', () => Promise.resolve(traceHeaders())), {})
})

test('a call to another service carries the trace with its own span, and the state as it came', async () => {
  const from = { traceId, spanId, flags: '00', state: 'vendor=1' }
  const call = () => traced(from, () => inSpan('call', 'client', () => Promise.resolve(traceHeaders())))
  const [first, second] = [await call(), await call()]
  assert.match(first.traceparent ?? '', new RegExp(`^00-${traceId}-[\\da-f]{16}-00$`))
  assert.notEqual(first.traceparent, second.traceparent)
  assert.ok(!first.traceparent?.includes(spanId))
  assert.equal(first.tracestate, 'vendor=1')
  assert.deepEqual(traceHeaders(), {})
})

test('spans name their parents, how long they took, and whether they failed', async () => {
  const [inner, failed, outer] = await spansOf(() =>
    inSpan('outer', 'server', async () => {
      await inSpan('inner', 'client', () => new Promise((resolve) => setImmediate(resolve)))
      await inSpan('failed', 'internal', () => Promise.reject(new Error('no'))).catch(() => undefined)
    }),
  )
  assert.ok(inner && failed && outer)
  assert.deepEqual([outer.name, outer.kind, outer.parentId, outer.failed], ['outer', 'server', null, false])
  assert.deepEqual([inner.name, inner.parentId, inner.failed], ['inner', outer.spanId, false])
  assert.deepEqual([failed.name, failed.parentId, failed.failed], ['failed', outer.spanId, true])
  assert.deepEqual(new Set([inner.traceId, failed.traceId]), new Set([outer.traceId]))
  assert.ok(outer.start <= inner.start && inner.start <= inner.end)
})

test('a span ends once', async () => {
  const spans = await spansOf(() => {
    const span = beginSpan('request', 'server')
    span?.end({ name: 'GET /plans', attributes: { status: 200 } })
    span?.end({ failed: true })
    return Promise.resolve()
  })
  assert.deepEqual(
    spans.map(({ name, attributes, failed }) => [name, attributes, failed]),
    [['GET /plans', { status: 200 }, false]],
  )
})
