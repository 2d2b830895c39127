import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import fc from 'fast-check'
import { openErasureLog, openErasureLogs } from './file.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillhouse-ledger-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const entry = (subscriber: string) => ({ subscriber, at: '2026-11-20T10:00:00.000Z' })

test('each added person is stored once, also after the file was opened again', async () => {
  const file = join(folder, 'ledger')
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const erasureLog = await openErasureLog(file)
  assert.deepEqual(await erasureLog.all(), [])
  await erasureLog.add(entry(one))
  await erasureLog.add(entry(one))
  await (await openErasureLog(file)).add(entry(other))
  assert.deepEqual(await erasureLog.all(), [one, other])
  assert.match(readFileSync(file, 'utf8'), new RegExp(`^${one} 2026-11-20T10:00:00.000Z\\n`))
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600)
})

test('whole lines are read if a line is torn at any place', async () => {
  const uuids = fc.uuid()
  await fc.assert(
    fc.asyncProperty(uuids, uuids, fc.nat({ max: 62 }), async (torn, whole, length) => {
      const file = join(folder, crypto.randomUUID())
      const erasureLog = await openErasureLog(file)
      appendFileSync(file, `${torn} 2026-11-20T10:00:00.000Z\n`.slice(0, length))
      await erasureLog.add(entry(whole))
      const all = await erasureLog.all()
      assert.ok(all.includes(whole))
      assert.deepEqual(
        all.filter((id) => id !== torn && id !== whole),
        [],
        'and nobody else',
      )
    }),
    { numRuns: 200 },
  )
})

test('a file that cannot be written is refused immediately', async () => {
  await assert.rejects(openErasureLog(folder), { code: 'EISDIR' })
  await assert.rejects(openErasureLog(join(folder, 'not mounted', 'ledger')), { code: 'ENOENT' })
})

test('with a copy, an entry is in both files, and an entry in either counts', async () => {
  const [file, copy] = [join(folder, 'two'), join(folder, 'backups', 'copy')]
  const [earlier, later] = [crypto.randomUUID(), crypto.randomUUID()]
  await (await openErasureLog(file)).add(entry(earlier))
  await (await openErasureLogs(file, copy)).add(entry(later))
  for (const one of [file, copy]) assert.deepEqual(await (await openErasureLog(one)).all(), [earlier, later])
  const withoutData = await openErasureLogs(join(folder, 'another data folder'), copy)
  assert.deepEqual(await withoutData.all(), [earlier, later])
})
