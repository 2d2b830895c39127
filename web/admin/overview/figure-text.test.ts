import assert from 'node:assert/strict'
import { test } from 'vitest'
import { percent } from './figure-text.ts'

test('a share without a part has no sign, and one of nothing is a dash', () => {
  assert.deepEqual([percent(-0, 8), percent(-1, 8), percent(0, 0)], ['0.0%', '-12.5%', '–'])
})
