import { describe, it } from 'node:test'
import fc from 'fast-check'
import { live, settings, steps } from '../test/billing-life.ts'

const reached = new Set<string>()
const numRuns = Number(process.env['LIVES'] ?? 2000)

describe('any life at the billing provider', () => {
  it('is charged as it was told, and every period that was charged gives access, goes back or is a payment issue', () => {
    fc.assert(
      fc.property(settings, fc.array(steps, { minLength: 5, maxLength: 40, size: 'max' }), (setting, story) => {
        live(setting, story, reached)
      }),
      { numRuns },
    )
  })
})
