import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { isSelf } from './self.ts'

describe('a person acts on themselves', () => {
  it('if it is their own subscriber, or one with their address in any letter case', () => {
    const caller = { id: '1', email: 'ann@shop.example' }
    assert.equal(isSelf(caller, { id: '1', email: 'other@shop.example' }), true)
    assert.equal(isSelf({ ...caller, id: null }, { id: '2', email: 'Ann@Shop.example' }), true)
    assert.equal(isSelf(caller, { id: '2', email: 'other@shop.example' }), false)
  })
})
