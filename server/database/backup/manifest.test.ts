import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { archivedSegments, newestHistory } from './archive.ts'
import { listBackups } from './manifest.ts'

test('an empty folder has no backups; one that cannot be read is an error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'))
  assert.deepEqual(await listBackups(folder), [])
  assert.deepEqual(await archivedSegments(folder), [])
  assert.equal((await newestHistory(folder)).timeline, 1)
  for (const name of ['base', 'wal']) writeFileSync(join(folder, name), '')
  for (const read of [listBackups, archivedSegments, newestHistory]) await assert.rejects(read(folder), /ENOTDIR/)
})
