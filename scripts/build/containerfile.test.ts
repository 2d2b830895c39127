import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { buildServer } from './build-server.ts'
import { root } from '../run.ts'

// Inside node_modules, which no tool searches.
const image = mkdtempSync(join(root, 'node_modules/.image-'))
/** Threads, programs that PostgreSQL starts, and commands that run as soon as they are loaded. */
const started = /(-(worker|wal)|^backup|^restore)\.js$/

beforeAll(async () => {
  await buildServer(join(image, 'dist/server'))
  const lines = readFileSync(join(root, 'deploy/Containerfile'), 'utf8').matchAll(
    /^COPY --from=build \/opt\/tillhouse\/(\S+)/gm,
  )
  for (const [, path = ''] of lines) {
    if (path === 'dist') continue
    mkdirSync(dirname(join(image, path)), { recursive: true })
    if (path === 'node_modules') symlinkSync(join(root, path), join(image, path))
    else cpSync(join(root, path), join(image, path), { recursive: true })
  }
})
afterAll(() => rmSync(image, { recursive: true }))

test('every module of the server can be loaded with the files that the Containerfile copies', () => {
  const modules = readdirSync(join(image, 'dist/server')).filter((name) => name.endsWith('.js') && !started.test(name))
  assert.ok(modules.length > 10)
  const code = modules.map((name) => `await import('./dist/server/${name}')`).join('\n')
  const preload = './server/app/process/compile-cache.js'
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, '--input-type=module', '-e', code], {
    cwd: image,
    encoding: 'utf8',
    env: {},
  })
  assert.equal(status, 0, stderr)
})
