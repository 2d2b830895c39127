import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { trackWrites } from './writes.ts'

const failure = (code: string) => Object.assign(new Error('no'), { severity: 'ERROR', code })

test('a full disk counts as recent for four seconds after the last failure, and a read-only server does not', () => {
  let elapsed = 10_000
  const writes = trackWrites(
    () => undefined,
    () => elapsed,
  )
  assert.equal(writes.failedRecently(), false)
  writes.failed(failure('25006'), {})
  assert.equal(writes.failedRecently(), false)
  writes.failed(failure('53100'), {})
  elapsed += 3_000
  writes.failed(failure('53100'), {})
  elapsed += 3_999
  assert.equal(writes.failedRecently(), true)
  elapsed += 1
  assert.equal(writes.failedRecently(), false)
})

test('a statement that was sent while the server was read-only, and fails after writes succeed again, is no new fault', () => {
  const lines: string[] = []
  const writes = trackWrites((line) => lines.push(line))
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

test('the log says in one line each why no connection succeeds, and that one does again; failures.md quotes these lines', async () => {
  const lines: string[] = []
  let elapsed = 0
  const writes = trackWrites(
    (line) => lines.push(line),
    () => elapsed,
  )
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  writes.notConnected(refused)
  assert.deepEqual(lines, [], 'a failed start reports it itself')
  writes.connected()
  writes.notConnected(new Error('timeout exceeded when trying to connect'))
  writes.notConnected(refused)
  writes.notConnected(refused)
  writes.connected()
  elapsed += 4_000
  writes.connected()
  writes.notConnected(Object.assign(new Error('sorry, too many clients already'), { code: '53300' }))
  elapsed += 4_000
  writes.connected()
  writes.failed(failure('53100'), {})
  assert.deepEqual(lines, [
    'The database cannot be reached: no server listens there.',
    'The database can be used again.',
    'The database cannot be used: sorry, too many clients already.',
    'The database can be used again.',
    'The database does not accept writes: there is no space left on its disk.',
  ])
  const guide = await readFile(join(import.meta.dirname, '../../docs/reference/failures.md'), 'utf8')
  const quoted = [...guide.matchAll(/`(The database [^`]*)`/g)].map(([, sentence]) => sentence)
  assert.deepEqual(new Set(quoted), new Set(lines))
})
