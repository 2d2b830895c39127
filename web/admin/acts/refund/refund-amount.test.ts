import assert from 'node:assert/strict'
import { test } from 'vitest'
import { amountField, readAmount } from './refund-amount.ts'

test('an amount has at most the decimals of its currency, so that a thousands separator is not read as a decimal point', () => {
  const read = (currency: string, texts: string[]) => texts.map((text) => readAmount(text, currency))
  assert.deepEqual(read('usd', ['1,000', '1.000', '12,50', ' 12.5 ', '1000', '1.']), [
    undefined,
    undefined,
    12.5,
    12.5,
    1000,
    undefined,
  ])
  assert.deepEqual(read('jpy', ['1,000', '1000', '10.5']), [undefined, 1000, undefined])
  assert.deepEqual(read('kwd', ['1.250']), [1.25])
  for (const currency of ['usd', 'jpy', 'kwd'])
    assert.equal(readAmount(amountField({ left: 1188, currency }), currency), 1188, `the example in ${currency}`)
})
