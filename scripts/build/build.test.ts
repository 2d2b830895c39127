import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { removeInterrupted } from './build.ts'

test('a build removes what interrupted builds left, and nothing of one that is running', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'))
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const kept = [`.building-${process.pid}`, `.building-server-${process.pid}`, 'client', 'server']
  for (const name of [...kept, `.building-${ended}`, `.building-server-${ended}`])
    mkdirSync(join(dist, name, 'client'), { recursive: true })
  await removeInterrupted(dist)
  assert.deepEqual(readdirSync(dist).toSorted(), kept.toSorted())
  rmSync(dist, { recursive: true })
  await removeInterrupted(dist)
})
