import assert from 'node:assert/strict'
import { test } from 'vitest'
import { basisOf, findsTheSame } from './basis.ts'

test('two list versions find the same names if they differ only in which entries put a person on hold', () => {
  assert.equal(findsTheSame(basisOf('a1', 'b1'), basisOf('a1', 'b2')), true)
  assert.equal(findsTheSame(basisOf('a1', 'b1'), basisOf('a2', 'b1')), false)
  assert.notEqual(basisOf('a1', 'b1'), basisOf('a1', 'b2'))
})
