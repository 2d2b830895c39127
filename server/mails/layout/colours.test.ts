import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { accentOf } from '../../../domain/catalogue/accent.ts'
import { oklchToHex } from './colours.ts'

test('the accent derived from a colour code is the accent from which the code was made', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 0.7, noNaN: true }), fc.integer({ min: 0, max: 359 }), (lightness, hue) => {
      const { accentHue = NaN, accentChroma = NaN } = accentOf(oklchToHex(lightness, 0.08, hue)) ?? {}
      const apart = Math.abs(accentHue - hue)
      // A colour code has 256 steps per channel.
      assert.ok(Math.min(apart, 360 - apart) <= 3, `${hue} became ${accentHue}`)
      assert.ok(Math.abs(accentChroma - 0.08) <= 0.005, String(accentChroma))
    }),
  )
})
