import assert from 'node:assert/strict'
import { test } from 'vitest'
import { filtersAddress, readFilters } from './audit-filters.ts'

test('reads the filters that are set, and no other parameter', () => {
  assert.deepEqual(readFilters('?search=a%40b.test&act=&to=2026-11-27&page=2'), {
    search: 'a@b.test',
    to: '2026-11-27',
  })
  assert.deepEqual(readFilters(''), {})
})

test('writes what was entered into the URL, without blanks and empty fields', () => {
  const entered: [string, string][] = [
    ['search', ' a & b '],
    ['act', ''],
    ['from', '2026-11-01'],
  ]
  const address = filtersAddress('/admin/audit', entered)
  assert.equal(address, '/admin/audit?search=a+%26+b&from=2026-11-01')
  assert.deepEqual(readFilters(new URL(address, 'http://shop.test').search), { search: 'a & b', from: '2026-11-01' })
  assert.equal(filtersAddress('/admin/audit', [['search', '  ']]), '/admin/audit')
})
