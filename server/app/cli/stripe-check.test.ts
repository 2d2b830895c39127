import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { checkStripe } from './stripe-check.ts'
import { compare, describeRows, type Result } from './stripe-check/compare.ts'

const seen = (held: string, believed = 'paid, access until 2027-01-01') => ({ held, believed })
const result = (changes: Partial<Result> = {}): Result => ({
  life: 'buy',
  step: 'buys',
  expected: 'paid',
  seen: seen('active'),
  error: null,
  ...changes,
})

describe('stripe-check', () => {
  test('finds that every life cycle goes as expected in the simulator', async () => {
    const rows = await checkStripe({ access: null })
    assert.deepEqual(
      rows.filter(({ verdict }) => verdict !== 'ok'),
      [],
    )
    assert.equal(new Set(rows.map(({ life }) => life)).size, 10)
  })

  test('refuses a live key before it creates anything', async () => {
    await assert.rejects(checkStripe({ access: { key: 'sk_live_1', apiBase: 'http://127.0.0.1:1' } }), /sandbox/)
  })

  test('reports a wrong assumption, a difference from the simulator, and a failed step', () => {
    const simulated = [result(), result({ step: 'renews' }), result({ step: 'stops' })]
    const real = [
      result({ seen: seen('active', 'past_due, access until 2027-01-01') }),
      result({ step: 'renews', seen: seen('past_due') }),
      result({ step: 'stops', seen: null, error: 'No such subscription' }),
    ]
    const rows = compare(simulated, real)
    assert.deepEqual(
      rows.map(({ verdict }) => verdict),
      ['wrong belief', 'differs from the simulator', 'failed'],
    )
    const text = describeRows(rows)
    assert.match(text, /Stripe: {4}past_due\n {6}simulator: active/)
    assert.match(text, /No such subscription/)
  })

  test('checks only the simulator if there is no key', () => {
    assert.deepEqual(
      compare([result({ seen: seen('active', 'none') })], null).map(({ verdict, note }) => [verdict, note]),
      [['wrong belief', 'not paid']],
    )
  })
})
