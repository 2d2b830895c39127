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
  writes.failed(failure('25006'))
  assert.equal(writes.failedLately(), false)
  writes.failed(failure('53100'))
  elapsed += 3_000
  writes.failed(failure('53100'))
  elapsed += 3_999
  assert.equal(writes.failedLately(), true)
  elapsed += 1
  assert.equal(writes.failedLately(), false)
})
