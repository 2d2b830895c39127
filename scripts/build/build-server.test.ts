import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { buildServer } from './build-server.ts'
import { root } from '../run.ts'

// As deep below the root as dist/server, because the bundle finds the files beside the sources from there.
const folder = mkdtempSync(join(root, 'node_modules/.server-'))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const scripts = () => readdirSync(folder).filter((name) => name.endsWith('.js'))

beforeAll(() => buildServer(folder))
afterAll(() => rmSync(folder, { recursive: true }))

test('the server is a bundle of minified modules, each command and each thread with an entry of its own name', () => {
  for (const name of ['main', 'administrators', 'doctor', 'screen-worker', 'read-worker'])
    assert.ok(scripts().includes(`${name}.js`), name)
  const lines = read('main.js').split('\n').length
  assert.ok(lines < 1000, `${lines} lines`)
})

test('every command checks the version of Node first, and threads do not', () => {
  const checks = (name: string) => /^import\.meta\.main===void 0&&[^;]*Node 24\.2/.test(read(name))
  for (const name of ['main', 'administrators', 'doctor', 'licence', 'backup']) assert.ok(checks(`${name}.js`), name)
  assert.ok(!checks('screen-worker.js'))
})

test('no character of the bundle lies outside Latin-1, which would double its memory', () => {
  for (const name of scripts()) assert.doesNotMatch(read(name), /[\u0100-\uffff]/, name)
})

test('the bundled packages are listed, and tools are not among them', () => {
  const packages = JSON.parse(read('packages.json')) as string[]
  for (const name of ['fastify', 'stripe', 'oidc-provider']) assert.ok(packages.includes(name), name)
  for (const name of ['vite', 'rolldown', 'react', 'supports-color', '@node-rs/argon2'])
    assert.ok(!packages.includes(name), name)
})

test('the source maps refer to the sources and contain none of their text', () => {
  const sentence = 'is in use: stop the process that uses it'
  const script = scripts().find((name) => read(name).includes(sentence)) ?? assert.fail(sentence)
  const map = JSON.parse(read(`${script}.map`)) as SourceMapPayload
  assert.equal(map.sourcesContent, undefined)
  const text = read(script)
  const at = text.indexOf(sentence)
  const before = text.slice(0, at).split('\n')
  const origin = new SourceMap(map).findOrigin(before.length, (before.at(-1)?.length ?? 0) + 1)
  assert.ok('fileName' in origin)
  assert.match(origin.fileName, /^(\.\.\/)+server\/app\/process\/announcement\.ts$/)
  const line = readFileSync(join(root, 'server/app/process/announcement.ts'), 'utf8').split('\n')[origin.lineNumber - 1]
  assert.ok(line?.includes(sentence))
})

test('class names are kept, because the sign-in provider depends on them', () => {
  const text = scripts().map(read).join('\n')
  for (const name of ['InvalidClient', 'InvalidGrant', 'SessionNotFound']) assert.ok(text.includes(name), name)
})

test('a command in the bundle runs', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'administrators.js'), 'praise'], {
    encoding: 'utf8',
    env: {},
  })
  assert.match(stderr, /npm run administrators -- add/)
  assert.equal(status, 1)
})
