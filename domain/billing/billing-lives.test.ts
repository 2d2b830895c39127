import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { live, rowsOfLives, settings, story } from '../../test/support/billing/billing-life.ts'

const reached = new Set<string>()

describe('any life at the billing provider', () => {
  it('charges as requested, and each payment gives access, is refunded or is a payment issue', () => {
    fc.assert(
      fc.property(settings, story, (setting, steps) => live(setting, steps, reached)),
      { numRuns: 2000 },
    )
  })

  it('has met the rows of the table that begin at the provider, or with what is asked of it', () => {
    // The lives are random, so the rarest rows are met in `npm run bench -- lives` alone.
    const rows = rowsOfLives()
    const missed = rows.filter((row) => !reached.has(row))
    assert.ok(missed.length <= rows.length / 4, missed.join(', '))
  })
})
