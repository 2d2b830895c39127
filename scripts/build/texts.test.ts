import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readTexts } from './texts.ts'

const [english, german] = await Promise.all([readTexts('en'), readTexts('de')])

test('sentences that depend on a value are not exported as one text, in either language', () => {
  for (const texts of [english, german]) {
    assert.equal(texts['mail.receipt.rows.cardEnding']?.variesBy, 'brand')
    assert.equal(texts['mail.paymentIssues.count']?.variesBy, 'fresh', 'it compares two values')
    const thresholds = Object.entries(texts).filter(
      ([key]) => key.endsWith('.thresholds') && texts[key]?.values.length === 3,
    )
    assert.ok(thresholds.length > 0)
    for (const [key, { variesBy }] of thresholds) assert.equal(variesBy, 'waits', key)
  }
})

test('a sentence with values stays one text, also with a plural', () => {
  for (const key of ['plans.owned', 'plans.trial', 'plans.saving.month', 'mail.trialStarted.subject'])
    assert.equal(english[key]?.variesBy, undefined, key)
  assert.deepEqual(english['plans.saving.month']?.values, ['count', 'percent'])
})
