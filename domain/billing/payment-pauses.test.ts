import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { mayAsk, pauseBeforeAsking } from './payment-pauses.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 12) + seconds * 1000)

describe('how often a payment that has not come is asked about', () => {
  it('pauses ever longer, from two seconds on, and at least ten seconds after the first minute', () => {
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

  it('asks once a minute about a payment that takes days', () => {
    assert.equal(pauseBeforeAsking(0, true), 60_000)
  })

  it('lets the provider be asked the first time, then once in ten seconds', () => {
    assert.equal(mayAsk({ createdAt: at(0), askedAt: at(0) }, at(1)), true)
    assert.equal(mayAsk({ createdAt: at(0), askedAt: at(5) }, at(14)), false)
    assert.equal(mayAsk({ createdAt: at(0), askedAt: at(5) }, at(15)), true)
  })
})
