import assert from 'node:assert/strict'
import { test } from 'vitest'
import { groupOptions } from './option-groups.ts'

const labels = { preferred: 'Suggested', others: 'All countries' }
const options = ['AT', 'CH', 'DE'].map((value) => ({ value, label: value }))
const valuesOf = (preferred: string[], from = options) =>
  groupOptions(from, preferred, labels).map((group) => [group.label, ...group.options.map(({ value }) => value)])

test('lists the preferred options first, in their order, and each option once', () => {
  assert.deepEqual(valuesOf(['DE', 'AT']), [
    ['Suggested', 'DE', 'AT'],
    ['All countries', 'CH'],
  ])
})

test('omits an empty group, and a preferred value that is not an option', () => {
  assert.deepEqual(valuesOf(['FR']), [['All countries', 'AT', 'CH', 'DE']])
  assert.deepEqual(valuesOf(['AT', 'CH', 'DE']), [['Suggested', 'AT', 'CH', 'DE']])
  assert.deepEqual(valuesOf(['AT'], []), [])
})
