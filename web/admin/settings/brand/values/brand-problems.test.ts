import assert from 'node:assert/strict'
import { test } from 'vitest'
import { languageOf, summaryOf, withoutFields } from './brand-problems.ts'

const fields = [
  { field: 'values.name', message: 'Enter a name.' },
  { field: 'values.questions.de.1.answer', message: 'Enter an answer.' },
]
const problems = { fields, message: 'Invalid.', attempt: 2 }

test('removes the problems of a changed field, and the message about the whole form', () => {
  assert.deepEqual(withoutFields(problems, ['questions']), { fields: [fields[0]], message: null, attempt: 2 })
  assert.deepEqual(withoutFields(problems, ['imprint']), { fields, message: null, attempt: 2 })
})

test('summarises the form first, then each field with the id to which the line leads', () => {
  const lines = summaryOf(problems, { en: 'English', de: 'Deutsch' })
  assert.deepEqual(
    lines.map(({ id }) => id),
    [undefined, 'brand-name', 'brand-questions-de-1-answer'],
  )
  assert.equal(lines[0]?.message, 'Invalid.')
  assert.match(lines[2]?.message ?? '', /Deutsch.*2.*Enter an answer\./)
})

test('returns the language of the first question with a problem', () => {
  assert.equal(languageOf(fields), 'de')
  assert.equal(languageOf(fields.slice(0, 1)), undefined)
})
