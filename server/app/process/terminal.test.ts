import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inFrame, humanLine } from './terminal.ts'

const time = '2026-11-20T10:24:31.123Z'

test('humanLine › writes a request, an entry with its fields, and an error with its trace', () => {
  const request = { level: 30, time, requestId: 'r', method: 'GET', route: '/try/:name', status: 200, ms: 12 }
  assert.equal(humanLine(JSON.stringify({ ...request, msg: 'request' })), '10:24:31 GET /try/:name 200 12 ms\n')
  assert.equal(
    humanLine(JSON.stringify({ level: 40, time, people: 2, to: { a: 1 }, msg: 'mails wait' })),
    '10:24:31 warning mails wait people=2 to={"a":1}\n',
  )
  assert.equal(
    humanLine(
      JSON.stringify({ level: 50, time, err: { message: 'no', stack: 'Error: no\n    at a.ts:1:1' }, msg: 'failed' }),
    ),
    '10:24:31 error   failed err=\nError: no\n    at a.ts:1:1\n',
  )
})

test('boxed › puts a frame around the lines and breaks none', () => {
  const link = `http://localhost:3000/identity/activate?token=${'x'.repeat(80)}`
  const lines = inFrame(['open', link]).split('\n')
  assert.equal(lines.length, 4)
  assert.equal(lines[2], `│ ${link}`)
})
