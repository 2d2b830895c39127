import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { linesOf } from './file-lines.ts'

test('each value of a file has the line on which its name is', () => {
  const lines = linesOf(
    '{\n  "name": "A",\n  "documents": {\n    "eula": { "title":\n "B" } },\n  "plans": [\n {},\n 2]\n}\n',
  )
  assert.deepEqual(Object.fromEntries(lines), {
    name: 2,
    documents: 3,
    'documents.eula': 4,
    'documents.eula.title': 4,
    plans: 6,
    'plans.0': 7,
    'plans.1': 8,
  })
})

test('every file that the server reads has lines, and none is beyond its end', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent)
      const end = text.split('\n').length
      for (const line of linesOf(text).values()) assert.ok(line >= 1 && line <= end)
    }),
  )
})
