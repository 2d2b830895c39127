import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { live, rowsOfLives, settings, story, type Act, type Step } from '../../test/support/billing/billing-life.ts'

const reached = new Set<string>()

describe('any life at the billing provider', () => {
  it('charges as requested, and each payment gives access, is refunded or is a payment issue', () => {
    fc.assert(
      fc.property(settings, story, (setting, steps) => live(setting, steps, reached)),
      { numRuns: 2000 },
    )
  })

  it('keeps access while one of two payments of a period is kept, and ends it with the second', () => {
    const step = (act: Act, over: Partial<Step> = {}): Step => ({
      act,
      plan: 'monthly',
      size: 1,
      post: 'prompt',
      rests: true,
      ...over,
    })
    const setting = { retries: [], afterRetries: 'past_due', trialInvoices: false } as const
    const changed = [step('wait'), step('wait', { size: 14 }), step('switch', { plan: 'plus' })]
    // The newest payment goes back in the dashboard, then the one before it, and either by the shop.
    for (const then of [
      [],
      [step('dashboard-refund', { size: 4 }), step('dashboard-refund', { size: 0 })],
      [step('refund')],
    ])
      live(setting, [...changed, step('dashboard-refund'), step('wait', { size: 3 }), ...then, step('turn')], reached)
  })

  it('has met the rows of the table that begin at the provider, or with what is asked of it', () => {
    // The lives are random, so the rarest rows are met in `npm run bench -- lives` alone.
    const rows = rowsOfLives()
    const missed = rows.filter((row) => !reached.has(row))
    assert.ok(missed.length <= rows.length / 4, missed.join(', '))
  })
})
