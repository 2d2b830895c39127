import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { normaliseName } from './normalise.ts'
import { withoutLookAlikes } from './look-alikes.ts'

describe('letters of another script', () => {
  it('are kept if a word has no Latin letter', () => {
    for (const name of ['Ростов', 'Νίκος', 'Ռուբեն', 'Ростов Rostov', 'Zoltán Ødegård'])
      assert.equal(withoutLookAlikes(name), name)
    assert.equal(normaliseName('Ростов'), 'rostov')
  })
})
