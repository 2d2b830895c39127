import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { createFolder } from './folders.ts'

test('a folder is created with those above it; a file, and a place where none can be created, are refused by the name of the variable', (t) => {
  const place = mkdtempSync(join(tmpdir(), 'tillhouse-folders-'))
  t.onTestFinished(() => rmSync(place, { recursive: true }))
  const folder = join(place, 'a/b')
  createFolder('DATA_DIR', folder)
  createFolder('DATA_DIR', folder)
  assert.ok(existsSync(folder))
  const file = join(place, 'file')
  writeFileSync(file, '')
  const messageOf = (where: string) => {
    try {
      createFolder('DATA_DIR', where)
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }
  assert.equal(messageOf(file), `DATA_DIR names ${file}, which is not a folder`)
  assert.equal(
    messageOf(join(file, 'below')),
    `DATA_DIR names ${join(file, 'below')}, which cannot be created (ENOTDIR)`,
  )
})
