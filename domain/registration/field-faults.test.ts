import assert from 'node:assert/strict'
import { test } from 'vitest'
import { fieldMessages } from '#words/forms/fields.ts'
import { faultOfIssue, sentenceOf } from './field-faults.ts'

test('a fault of a field is recognised exactly if its code has a sentence', () => {
  for (const code of Object.keys(fieldMessages)) assert.equal(faultOfIssue({ message: code })?.code, code)
  for (const text of ['', 'constructor', 'toString', 'Required'])
    assert.equal(faultOfIssue({ message: text }), null, text)
})

test('an error states the allowed values, or “Invalid value” if a page has no sentence for its code', () => {
  assert.equal(sentenceOf({ code: 'tooLong', value: 100 }, fieldMessages), 'Length should be less than 100 characters')
  assert.equal(sentenceOf({ code: 'required' }, fieldMessages), 'This field is required')
  const { email, invalidCharacters, phone, tooLong, required, invalidValue, invalidInput } = fieldMessages
  const publicPage = { email, invalidCharacters, phone, tooLong, required, invalidValue, invalidInput }
  assert.equal(sentenceOf({ code: 'vatId' }, publicPage), 'Invalid value')
})
