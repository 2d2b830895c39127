import assert from 'node:assert/strict'
import { test } from 'vitest'
import { basisOf, findsTheSame } from './basis.ts'

test('two bases find the same names if they differ only in which of them hold a person', () => {
  assert.equal(findsTheSame(basisOf('a1', 'b1'), basisOf('a1', 'b2')), true)
  assert.equal(findsTheSame(basisOf('a1', 'b1'), basisOf('a2', 'b1')), false)
  assert.notEqual(basisOf('a1', 'b1'), basisOf('a1', 'b2'))
})
