import assert from 'node:assert/strict'
import { test } from 'vitest'
import { buffersFor } from './settings.ts'

test('the embedded database gets an eighth of the memory for its buffers, between 128 MB and 1 GB', () => {
  const gigabyte = 2 ** 30
  const sizes = [0.25, 0.5, 1, 2, 3.9, 4, 8, 64].map((size) => [size, buffersFor(size * gigabyte)])
  assert.deepEqual(sizes, [
    [0.25, 128],
    [0.5, 128],
    [1, 128],
    [2, 256],
    [3.9, 384],
    [4, 512],
    [8, 1024],
    [64, 1024],
  ])
})
