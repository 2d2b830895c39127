import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { appendFault, createFolder, creationFault } from './folders.ts'

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

test('whether a folder could be created is known without creating it', (t) => {
  const place = mkdtempSync(join(tmpdir(), 'tillhouse-folders-'))
  t.onTestFinished(() => rmSync(place, { recursive: true }))
  assert.equal(creationFault('DATA_DIR', join(place, 'a/b'), 'installers'), null)
  assert.deepEqual(readdirSync(place), [])
  const file = join(place, 'file')
  assert.equal(appendFault(file), null)
  writeFileSync(file, '')
  assert.equal(creationFault('DATA_DIR', file), `DATA_DIR names ${file}, which is not a folder`)
  const below = join(file, 'below')
  assert.equal(creationFault('DATA_DIR', below), `DATA_DIR names ${below}, which cannot be created (ENOTDIR)`)
  assert.equal(appendFault(join(place, 'missing/file')), 'ENOENT')
})
