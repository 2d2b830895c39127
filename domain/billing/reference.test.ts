import assert from 'node:assert/strict'
import { test } from 'vitest'
import { billingReference } from './reference.ts'

test('a reference is the number of an invoice in any case, or an id of the billing provider as written', () => {
  assert.deepEqual(billingReference(' x7yzldon-0001 '), { kind: 'invoice-number', value: 'X7YZLDON-0001' })
  assert.deepEqual(billingReference('ACME-2026-00012'), { kind: 'invoice-number', value: 'ACME-2026-00012' })
  for (const id of ['cus_QzAb12Cd', 'sub_1Abc', 'in_1Abc', 'pi_3Abc', 'ch_3Abc', 're_3Abc'])
    assert.deepEqual(billingReference(id), { kind: 'provider-id', value: id })
})

test('names, companies, addresses and phone numbers are no reference', () => {
  for (const text of [
    '',
    'jane',
    'jean-luc',
    'north-wind 0001',
    'a-12@b.example',
    '+49-155-12345678',
    'in_',
    'sub cus_1234',
  ])
    assert.equal(billingReference(text), null, text)
})
