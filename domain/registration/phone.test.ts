import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { dialCodes } from '../lists/countries.ts'
import { withPlainPhone } from './phone.ts'
import { toPayload, validate } from './registration.ts'

const phone = (number: string, code = '+1') => {
  const plain = withPlainPhone({ 'phone.countryCode': code, 'phone.phoneNumber': number })
  return `${plain['phone.countryCode']} ${plain['phone.phoneNumber']}`
}

test('a phone number may have blanks, dashes, dots, slashes and brackets between the digits', () => {
  for (const typed of [
    '555 123 4567',
    '(555) 123-4567',
    '555.123.4567',
    '555/123–4567',
    ' 5551234567 ',
    '５５５ 123 4567',
  ])
    assert.equal(phone(typed), '+1 5551234567', typed)
})

test('a number in international form determines the country code', () => {
  assert.equal(phone('+44 7700 900123'), '+44 7700900123')
  assert.equal(phone('+44 (0)7700 900123'), '+44 7700900123')
  assert.equal(phone('0049 30 901820'), '+49 30901820')
  assert.equal(phone('+1 268 462 0000', '+44'), '+1268 4620000')
  for (const code of dialCodes) assert.equal(phone(`${code} 000 000`), `${code} 000000`)
  assert.equal(phone('+1 555 0011 22', '+44'), '+1 555001122')
  assert.equal(phone('+44 7700 900 0044'), '+44 77009000044')
})

test('a national number keeps its leading zero, and any other input stays as typed', () => {
  assert.equal(phone('07700 900123', '+44'), '+44 07700900123')
  for (const typed of [
    'call me',
    '555 123 x22',
    '+',
    '+99 99',
    '',
    '555+123',
    '+1',
    '+44 77 call',
    '+44 x7700',
    '+44 77+0',
    '+99 9900',
  ])
    assert.equal(phone(typed), `+1 ${typed}`, typed)
  assert.deepEqual(withPlainPhone({ 'phone.countryCode': '+1' }), { 'phone.countryCode': '+1' })
})

test('a form normalises the number that it sends; the rule itself accepts digits only', () => {
  const values = { 'phone.countryCode': '+1', 'phone.phoneNumber': '+44 7700-900123' }
  assert.deepEqual(toPayload(values).phone, { countryCode: '+44', phoneNumber: '7700900123' })
  assert.deepEqual(validate(['phone.phoneNumber'], values), { 'phone.phoneNumber': { code: 'phone' } })
})

test('any country code is recognised, however the number is written', () => {
  const digits = fc.stringMatching(/^[1-9]\d{4,12}$/)
  fc.assert(
    fc.property(fc.constantFrom(...dialCodes), digits, fc.constantFrom(' ', '-', '.', ''), (code, number, between) => {
      const typed = `${code}${between}${number.split('').join(between)}`
      const plain = withPlainPhone({ 'phone.countryCode': '+1', 'phone.phoneNumber': typed })
      assert.equal(plain['phone.countryCode'] + plain['phone.phoneNumber'], code + number)
    }),
  )
})
