import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'vitest'
import { root } from './run.ts'
import { eventually } from '../test/support/given.ts'
import { aConsolidatedList, givenAFolder, manyNames } from '../test/support/screening/given-lists.ts'
import { whenOver } from '../test/support/when-over.ts'

test('npm run lists without options downloads the lists into SCREENING_DIR', async () => {
  const list = aConsolidatedList(manyNames(5))
  const mirror = createServer((request, response) => {
    const found = request.url === '/consolidated.csv'
    response.writeHead(found ? 200 : 404).end(found ? list : '')
  })
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve))
  whenOver(() => void mirror.close())
  const folder = givenAFolder().path
  const child = spawn(process.execPath, ['scripts/lists.ts'], {
    cwd: root,
    env: {
      ...process.env,
      SCREENING_DIR: folder,
      SCREENING_SOURCES: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`,
    },
  })
  // It tries the others again.
  whenOver(() => void child.kill())
  const file = join(folder, 'consolidated.csv')
  await eventually('the download', async () => existsSync(file))
  assert.equal(readFileSync(file, 'utf8'), list)
})

test('npm run lists without SCREENING_DIR fails, and says what is missing', () => {
  const { SCREENING_DIR: _, ...env } = process.env
  const { status, stderr } = spawnSync(process.execPath, ['scripts/lists.ts'], { cwd: root, env, encoding: 'utf8' })
  assert.deepEqual(
    [status, stderr.trim()],
    [1, 'SCREENING_DIR must name the folder that the lists are downloaded into.'],
  )
})

test('the rows of countries, states, syllables and letters are those of their packages', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/write-lists.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.deepEqual([status, stderr], [0, ''])
})
