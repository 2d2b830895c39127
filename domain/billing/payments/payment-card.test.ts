import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cardBrandName } from './payment-card.ts'

test('a card is called by its brand’s name, not by the billing provider’s code', () => {
  const called = {
    amex: 'American Express',
    cartes_bancaires: 'Cartes Bancaires',
    diners: 'Diners Club',
    discover: 'Discover',
    eftpos_au: 'eftpos',
    jcb: 'JCB',
    mastercard: 'Mastercard',
    unionpay: 'UnionPay',
    visa: 'Visa',
  }
  for (const [brand, name] of Object.entries(called)) assert.equal(cardBrandName({ brand }), name)
})

test('an unknown brand has no name', () => {
  for (const brand of ['unknown', '', 'Visa', 'constructor']) assert.equal(cardBrandName({ brand }), null)
})
