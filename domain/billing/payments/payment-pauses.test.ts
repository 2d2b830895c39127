import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { mayAskProvider, pauseBeforeAsking } from './payment-pauses.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 12) + seconds * 1000)

describe('checks of a payment that has not arrived', () => {
  it('come at growing intervals, from two seconds to one minute, and at least ten seconds apart after the first minute', () => {
    assert.equal(pauseBeforeAsking(0, false), 2_000)
    const waited = fc.integer({ min: 0, max: 7_200_000 })
    fc.assert(
      fc.property(waited, waited, (one, other) => {
        const [sooner, later] = [Math.min(one, other), Math.max(one, other)]
        assert.ok(pauseBeforeAsking(sooner, false) <= pauseBeforeAsking(later, false))
        if (later >= 60_000) assert.ok(pauseBeforeAsking(later, false) >= 10_000)
        assert.ok(pauseBeforeAsking(later, false) <= 60_000)
      }),
    )
  })

  it('come once a minute for a payment that takes days', () => {
    assert.equal(pauseBeforeAsking(0, true), 60_000)
  })

  it('reach the provider the first time, then at most once in ten seconds', () => {
    assert.equal(mayAskProvider({ createdAt: at(0), askedAt: at(0) }, at(1)), true)
    assert.equal(mayAskProvider({ createdAt: at(0), askedAt: at(5) }, at(14)), false)
    assert.equal(mayAskProvider({ createdAt: at(0), askedAt: at(5) }, at(15)), true)
  })
})
