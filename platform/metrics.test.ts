import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createHistogram, createMetric } from './metrics.ts'

test('a counter counts by its labels, whose values are escaped', () => {
  const asked = createMetric('counter', 'asked_total', ['who', 'result'])
  asked.add('a "b"\\\n', 'ok')
  asked.add('a "b"\\\n', 'ok')
  asked.add('c', '')
  assert.deepEqual(asked.lines(), [
    '# TYPE asked_total counter',
    'asked_total{who="a \\"b\\"\\\\\\n",result="ok"} 2',
    'asked_total{who="c",result=""} 1',
  ])
})

test('a gauge has the last value that was set, with and without labels', () => {
  const level = createMetric('gauge', 'level')
  level.set(3)
  level.set(0.5)
  assert.deepEqual(level.lines(), ['# TYPE level gauge', 'level 0.5'])
})

test('a histogram counts values up to each bound, and all of them under +Inf', () => {
  const lasted = createHistogram('lasted_seconds', ['route'], [0.1, 1])
  for (const seconds of [0.1, 0.2, 5]) lasted.observe(seconds, '/')
  assert.deepEqual(lasted.lines(), [
    '# TYPE lasted_seconds histogram',
    'lasted_seconds_bucket{route="/",le="0.1"} 1',
    'lasted_seconds_bucket{route="/",le="1"} 2',
    'lasted_seconds_bucket{route="/",le="+Inf"} 3',
    'lasted_seconds_sum{route="/"} 5.3',
    'lasted_seconds_count{route="/"} 3',
  ])
  const plain = createHistogram('plain_seconds', [], [1])
  plain.observe(0.5)
  assert.deepEqual(plain.lines().slice(1), [
    'plain_seconds_bucket{le="1"} 1',
    'plain_seconds_bucket{le="+Inf"} 1',
    'plain_seconds_sum 0.5',
    'plain_seconds_count 1',
  ])
})
