import assert from 'node:assert/strict'
import { test } from 'vitest'
import { searchOptions } from './search-options.ts'

const options = [
  { value: 'DZ', label: 'Algeria', secondary: '+213' },
  { value: 'CG', label: 'Republic of the Congo', secondary: '+242' },
  { value: 'CI', label: 'Côte d’Ivoire', secondary: '+225' },
  { value: 'DE', label: 'Germany', secondary: '+49' },
  { value: 'CF', label: 'Central African Republic', secondary: '+236' },
]
const otherNames = (value: string) => (value === 'DE' ? ['Deutschland', 'EUR'] : [])
const found = (query: string) => searchOptions(options, query, otherNames).map(({ value }) => value)

test('an option is found by its label, its secondary text and every other name', () => {
  for (const query of ['Germany', 'ger', 'Deutschland', 'deutsch', 'EUR', '+49']) assert.deepEqual(found(query), ['DE'])
})

test('case, accents and blanks around the typed text are ignored', () => {
  assert.deepEqual(found(' cote D'), ['CI'])
  assert.deepEqual(found('CÔTE'), ['CI'])
})

test('a name that begins with the query comes before one with a word that does, and no other is found', () => {
  assert.deepEqual(found('republic'), ['CG', 'CF'])
  assert.deepEqual(found('the congo'), ['CG'])
  assert.deepEqual(found('many'), [])
})

test('an empty query lists all options in their order', () => {
  assert.deepEqual(
    found('  '),
    options.map(({ value }) => value),
  )
})
