import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { live, rowsOfLives, settings, story, type Act, type Step } from '../../test/support/billing/billing-life.ts'

const step = (act: Act, over: Partial<Step> = {}): Step => ({
  act,
  plan: 'monthly',
  size: 1,
  post: 'prompt',
  rests: true,
  ...over,
})
const setting = { retries: [], afterRetries: 'past_due', trialInvoices: false } as const

describe('any life at the billing provider', () => {
  it('charges as requested, and each payment gives access, is refunded or is a payment issue', () => {
    fc.assert(
      fc.property(settings, story, (given, steps) => live(given, steps, new Set())),
      { numRuns: 2000 },
    )
  })

  it('keeps access while one of two payments of a period is kept, and ends it with the second', () => {
    const changed = [step('wait'), step('wait', { size: 14 }), step('switch', { plan: 'plus' })]
    // The newest payment goes back in the dashboard, then the one before it, and either by the shop.
    for (const then of [
      [],
      [step('dashboard-refund', { size: 4 }), step('dashboard-refund', { size: 0 })],
      [step('refund')],
    ])
      live(setting, [...changed, step('dashboard-refund'), step('wait', { size: 3 }), ...then, step('turn')], new Set())
  })

  it('accounts for a renewal whose message was lost before a change of plan that failed', () => {
    const lost = step('turn', { size: 34, post: 'lost', rests: false })
    const failed = [step('decline', { rests: false }), step('switch', { plan: 'plus', rests: false })]
    live(setting, [lost, ...failed, step('turn'), step('end', { size: 0 })], new Set())
  })

  it('ends the days of grace once the vendor waives the change of plan that failed', () => {
    const failed = [step('decline', { size: 0 }), step('turn', { size: 0 }), step('switch', { plan: 'plus' })]
    live(setting, [...failed, step('waive', { size: 21 })], new Set())
  })

  it('meets the rows of the table that begin at the provider, or with what is asked of it', () => {
    // The same lives in every run: what they meet must not depend on chance. The rarest rows are met in the bench alone.
    const reached = new Set<string>()
    fc.assert(
      fc.property(settings, story, (given, steps) => live(given, steps, reached)),
      { numRuns: 2000, seed: 2 },
    )
    const rows = rowsOfLives()
    const missed = rows.filter((row) => !reached.has(row))
    assert.ok(missed.length <= rows.length / 4, missed.join(', '))
  })
})
