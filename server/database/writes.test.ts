import assert from 'node:assert/strict'
import { test } from 'vitest'
import { watchWrites } from './writes.ts'

const failure = (code: string) => Object.assign(new Error('no'), { severity: 'ERROR', code })

test('a full disk counts as recent for four seconds after the last failure, and a read-only server does not', () => {
  let elapsed = 10_000
  const writes = watchWrites(
    () => undefined,
    () => elapsed,
  )
  assert.equal(writes.failedLately(), false)
  writes.failed(failure('25006'), {})
  assert.equal(writes.failedLately(), false)
  writes.failed(failure('53100'), {})
  elapsed += 3_000
  writes.failed(failure('53100'), {})
  elapsed += 3_999
  assert.equal(writes.failedLately(), true)
  elapsed += 1
  assert.equal(writes.failedLately(), false)
})

test('a statement that was sent while the server was read-only, and fails after writes succeed again, is no new fault', () => {
  const lines: string[] = []
  const writes = watchWrites((line) => lines.push(line))
  const [first, slow, later] = [{}, {}, {}]
  assert.deepEqual([first, slow].map(writes.isStale), [false, false])
  writes.failed(failure('25006'), first)
  writes.succeeded()
  writes.failed(failure('25006'), slow)
  assert.equal(writes.fault(), null)
  assert.equal(writes.isStale(later), false)
  writes.failed(failure('25006'), later)
  assert.equal(writes.fault(), 'it is read-only')
  assert.equal(lines.length, 3)
})
