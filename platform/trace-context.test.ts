import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTraceparent, traced, traceHeaders } from './trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'

test('reads the header as the standard has it, later versions included, and nothing else', () => {
  assert.deepEqual(readTraceparent(`00-${traceId}-${parent}-01`), { traceId, flags: '01' })
  assert.deepEqual(readTraceparent(`cc-${traceId}-${parent}-01-what-comes-later`), { traceId, flags: '01' })
  for (const header of [
    undefined,
    '',
    `00-${traceId}-${parent}`,
    `00-${traceId}-${parent}-01-more`,
    `ff-${traceId}-${parent}-01`,
    `00-${traceId.toUpperCase()}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${parent}-01\n`,
    [`00-${traceId}-${parent}-01`],
  ])
    assert.equal(readTraceparent(header), null, String(header))
})

test('is passed on with the same trace and another span, and only within the trace', async () => {
  assert.deepEqual(traceHeaders(), {})
  const sent = await traced({ traceId, flags: '01' }, async () => {
    await Promise.resolve()
    return [traceHeaders().traceparent ?? '', traceHeaders().traceparent ?? '']
  })
  assert.match(sent[0] ?? '', new RegExp(`^00-${traceId}-[\\da-f]{16}-01$`))
  assert.notEqual(sent[0], sent[1])
  assert.deepEqual(traceHeaders(), {})
})
