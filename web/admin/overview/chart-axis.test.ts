import assert from 'node:assert/strict'
import { test } from 'vitest'
import { chartAxis } from './chart-axis.ts'

const ticks = (values: number[], counts: boolean) => chartAxis(values, [200, 0], counts).ticks

test('the axis of counts has whole numbers, each once, from 0 to the highest bar or above', () => {
  for (let highest = 1; highest <= 30; highest += 1) {
    const axis = ticks([0, highest], true)
    assert.deepEqual([axis[0], axis.every(Number.isInteger), new Set(axis).size], [0, true, axis.length], String(axis))
    assert.ok(axis.length > 1 && (axis.at(-1) ?? 0) >= highest, `${highest}: ${axis.join()}`)
  }
  assert.deepEqual(ticks([1, 1], true), [0, 1])
  assert.deepEqual(ticks([], true), [0])
})

test('the axis of amounts may have fractions', () => {
  assert.deepEqual(ticks([1], false), [0, 0.2, 0.4, 0.6, 0.8, 1])
})
