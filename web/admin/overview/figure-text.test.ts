import assert from 'node:assert/strict'
import { test } from 'vitest'
import { percent, roundMoney } from './figure-text.ts'

test('a share without a part has no sign, and one of nothing is a dash', () => {
  assert.deepEqual([percent(-0, 8), percent(-1, 8), percent(0, 0)], ['0.0%', '-12.5%', '–'])
})

test('an amount beside a chart differs from its neighbours on the axis', () => {
  assert.equal(roundMoney(1500, 'usd'), 'US$1.5k')
  assert.equal(roundMoney(1480.99, 'usd'), 'US$1.48k')
  assert.equal(roundMoney(0, 'usd'), 'US$0')
  assert.equal(roundMoney(149, 'usd'), 'US$149')
})
