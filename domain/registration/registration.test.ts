import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { industries } from '../lists/industries.ts'
import { jobRoles } from '../lists/job-roles.ts'
import { statesOf } from '../lists/states.ts'
import { fieldFault, registrationForm, validate } from './registration.ts'
import type { Value } from '../person/field-rules.ts'
import type { FieldName, Values } from './registration.ts'
import { sentenceOf } from './field-faults.ts'
import { fieldMessages } from '#words/forms/fields.ts'

function fieldError(name: FieldName, values: Values): string | undefined {
  const fault = fieldFault(name, values)
  return fault && sentenceOf(fault, fieldMessages)
}

const tooLong = (length: number) => `Length should be less than ${length} characters`
const required = 'This field is required'
const invalidCharacters = 'Contains invalid characters'
const notAnAddress = 'Email address is not valid'
const notAPhone = 'This phone number is not valid'
const invalidValue = 'Invalid value'

const names: FieldName[] = ['firstName', 'lastName', 'company']
const forbidden = Array.from('\\#$%?/"<>:;@{}[]~_^`')
const fullWidth = forbidden.map((character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0))
/** `length` characters of an address whose local part is 64 long. */
const addressOf = (length: number) => {
  const start = `${'x'.repeat(64)}@${'a'.repeat(60)}.${'b'.repeat(60)}.`
  const rest = length - start.length - 3
  return `${start}${'c'.repeat(rest - 31)}.${'d'.repeat(30)}.de`
}

describe('the rules of the fields', () => {
  for (const name of names) {
    it(`${name}: refuses each of the 20 characters and its full-width look-alike at the start, in the middle and at the end [5.6]`, () => {
      for (const character of [...forbidden, ...fullWidth])
        for (const value of [`${character}ab`, `a${character}b`, `ab${character}`])
          assert.equal(fieldError(name, { [name]: value }), invalidCharacters, value)
    })

    it(`${name}: accepts 99 characters, counted in code points, and rejects 100 [5.5]`, () => {
      for (const character of ['a', 'ü', '王', '𠮷', '👩']) {
        assert.equal(fieldError(name, { [name]: character.repeat(98) }), undefined)
        assert.equal(fieldError(name, { [name]: character.repeat(99) }), undefined)
        assert.equal(fieldError(name, { [name]: character.repeat(100) }), tooLong(100))
        assert.equal(fieldError(name, { [name]: character.repeat(101) }), tooLong(100))
      }
    })

    it(`${name}: accepts real names`, () => {
      for (const value of ["O'Brien & Söhne, (Ltd.)", 'Jean-Luc', '王小明', 'Ωμέγα', 'José María', 'N.V. 3+1 = 4!*|'])
        assert.equal(fieldError(name, { [name]: value }), undefined, value)
    })

    it(`${name}: is missing without a visible character, and refuses marks that turn the direction of writing`, () => {
      for (const value of [' ', '\u200B', '\u2060', '\u00AD', '\u3164', '\u2800'])
        assert.equal(fieldError(name, { [name]: value }), required, JSON.stringify(value))
      for (const value of ['\u202EnatloZ', 'a\u2066b', 'a\u2069'])
        assert.equal(fieldError(name, { [name]: value }), invalidCharacters, JSON.stringify(value))
      for (const value of ['אבג', 'محمد', 'می\u200Cخواهم', 'a\u200Eb'])
        assert.equal(fieldError(name, { [name]: value }), undefined, JSON.stringify(value))
    })

    it(`${name}: rejects control characters, NUL, unpaired surrogates and the replacement character`, () => {
      for (const value of ['a\u0000b', 'a\nb', 'a\rBcc: x', 'a\u001bb', 'a\u0085b', 'a\ud800b', '\udfffb', 'a\ufffdb'])
        assert.equal(fieldError(name, { [name]: value }), invalidCharacters, JSON.stringify(value))
    })
  }

  it('report the first fault of a name: its length before its characters', () => {
    assert.equal(fieldError('company', { company: '#'.repeat(100) }), tooLong(100))
    assert.equal(fieldError('company', { company: '#'.repeat(99) }), invalidCharacters)
  })

  it('accept an address of 255 characters and reject 256, whatever its other faults [5.3]', () => {
    assert.equal(addressOf(255).length, 255)
    for (const length of [254, 255]) assert.equal(fieldError('email', { email: addressOf(length) }), undefined)
    for (const length of [256, 257]) assert.equal(fieldError('email', { email: addressOf(length) }), tooLong(256))
    assert.equal(fieldError('email', { email: '@'.repeat(256) }), tooLong(256))
  })

  it('accept a local part of 64 characters and reject one of 65 [5.2]', () => {
    for (const length of [63, 64])
      assert.equal(fieldError('email', { email: `${'x'.repeat(length)}@example.com` }), undefined)
    for (const length of [65, 66])
      assert.equal(fieldError('email', { email: `${'x'.repeat(length)}@example.com` }), notAnAddress)
  })

  it('accept a phone number of 5 to 13 digits [5.7]', () => {
    const verdict = (value: string) => fieldError('phone.phoneNumber', { 'phone.phoneNumber': value })
    for (const length of [5, 6, 12, 13]) assert.equal(verdict('7'.repeat(length)), undefined, String(length))
    for (const length of [1, 4, 14, 15]) assert.equal(verdict('7'.repeat(length)), notAPhone, String(length))
  })

  it('accept ASCII digits only in a phone number [5.7]', () => {
    for (const value of [
      '٠١٢٣٤٥',
      '１２３４５６',
      '१२३४५६',
      '𝟏𝟐𝟑𝟒𝟓',
      '+441234',
      '12 345',
      '12-345',
      '1234x',
      '12345\n6',
      '1e5000',
    ])
      assert.equal(fieldError('phone.phoneNumber', { 'phone.phoneNumber': value }), notAPhone, value)
  })

  it('accept only values of the lists', () => {
    const verdict = (name: FieldName, value: string, others: Values = {}) =>
      fieldError(name, { ...others, [name]: value })
    for (const role of jobRoles) assert.equal(verdict('jobFunction', role), undefined)
    for (const industry of industries) assert.equal(verdict('industry', industry), undefined)
    for (const state of statesOf('US')) assert.equal(verdict('state', state.code, { country: 'US' }), undefined)
    assert.equal(verdict('state', 'TX', { country: 'CA' }), invalidValue)
    const elsewhere = ['other', 'Please select', 'constructor', '__proto__', 'toString', 'US', 'us', '+1', '0044']
    for (const value of elsewhere) {
      if (value !== 'US') assert.equal(verdict('country', value), invalidValue, value)
      if (value !== '+1') assert.equal(verdict('phone.countryCode', value), invalidValue, value)
      assert.equal(verdict('jobFunction', value), invalidValue, value)
      assert.equal(verdict('industry', value), invalidValue, value)
      assert.equal(verdict('state', value, { country: 'CA' }), invalidValue, value)
    }
  })

  it('do not check states for a country that does not exist', () => {
    for (const country of ['constructor', '__proto__', 'toString', 'hasOwnProperty', ''])
      assert.deepEqual(statesOf(country), [], country)
  })

  it('report every empty field, blank text and unticked box as missing', () => {
    const form = registrationForm({ type: 'trial', requiresAffirmation: true })
    const visible: Values = { country: 'US', industry: 'Other' }
    for (const name of form) {
      const empties: (Value | undefined)[] = [undefined, '', '   ', '\u00a0\t\n', false]
      for (const value of empties) {
        const values = { ...visible, [name]: value } as Values
        assert.equal(fieldError(name, values), required, `${name} ${JSON.stringify(value)}`)
      }
    }
    for (const tick of ['otherIndustry', 'termsAndConditions', 'affirmation'] as const)
      for (const value of ['true', 'on']) assert.equal(fieldError(tick, { [tick]: value }), required)
  })

  it('ignore blanks around a text', () => {
    assert.equal(fieldError('email', { email: '  jane@example.com ' }), undefined)
    assert.equal(fieldError('phone.phoneNumber', { 'phone.phoneNumber': ' 12345 ' }), undefined)
  })

  it('check any text of 100 kB in a time that grows with its length only', () => {
    const form = registrationForm({ type: 'trial', requiresAffirmation: true })
    const pieces = ['a', '.', '@', 'a.', 'a@', '-', 'a-', '1', '#', '\u0301', ' ', 'ﷺ', '\ud800', '%', "a'", 'é']
    const texts = pieces.flatMap((piece) => {
      const long = piece.repeat(100_000 / piece.length)
      return [long, `a@${long}`, `${long}@a.de`, `${long}!`]
    })
    for (const name of form.filter((one) => !['otherIndustry', 'termsAndConditions', 'affirmation'].includes(one)))
      for (const value of texts) {
        const values = { country: 'US', [name]: value }
        const times = [0, 1, 2].map(() => {
          const { user } = process.threadCpuUsage()
          fieldError(name, values)
          return (process.threadCpuUsage().user - user) / 1000
        })
        // It takes 10 ms at most; one step for each pair of characters would take seconds.
        assert.ok(Math.min(...times) < 100, `${name} took ${Math.min(...times)} ms for ${value.slice(0, 5)}…`)
      }
  })

  it('never throw, for any input', () => {
    const form = registrationForm({ type: 'trial', requiresAffirmation: true })
    const value = fc.oneof(
      fc.string({
        unit: fc.constantFrom('a', '@', '.', '#', '1', '\u0000', '\ud800', '\udfff', '\u0301', '﷽', '👩', '\u202e'),
      }),
      fc.boolean(),
      fc.constantFrom('__proto__', 'constructor', 'US'),
    )
    const anything = fc.record(Object.fromEntries(form.map((name) => [name, value])), { requiredKeys: [] })
    fc.assert(
      fc.property(anything, (values) => {
        for (const fault of Object.values(validate(form, values))) assert.equal(typeof fault.code, 'string')
      }),
    )
  })
})
