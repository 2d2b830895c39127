import assert from 'node:assert/strict'
import { test } from 'vitest'
import { contract } from '../contract.ts'
import { trimmedText } from './input.ts'

test('trimming removes tabs and line breaks around a text; inside it they are rejected', () => {
  assert.equal(trimmedText.parse('\tDE123456789 \r\n'), 'DE123456789')
  assert.equal(trimmedText.safeParse('DE123\t456').success, false)
  assert.equal(contract['POST /api/v1/views/{id}'].body.parse({ name: 'Late payers\n' }).name, 'Late payers')
  assert.equal(contract['GET /api/v1/audit'].query.parse({ search: 'jane\t' }).search, 'jane')
  assert.equal(contract['POST /api/v1/account/profile'].body.parse({ vatId: 'DE123456789\t' }).vatId, 'DE123456789')
})
