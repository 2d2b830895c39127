import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { isOneself } from './oneself.ts'

describe('a person acts on themselves', () => {
  it('if it is their own subscriber, or one with their address in any letter case', () => {
    const caller = { id: '1', email: 'ann@shop.example' }
    assert.equal(isOneself(caller, { id: '1', email: 'other@shop.example' }), true)
    assert.equal(isOneself({ ...caller, id: null }, { id: '2', email: 'Ann@Shop.example' }), true)
    assert.equal(isOneself(caller, { id: '2', email: 'other@shop.example' }), false)
  })
})
