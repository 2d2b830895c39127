import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'vitest'
import { givenAFolder } from '../../../test/support/given-folder.ts'

const env = { PATH: process.env['PATH'], DATA_DIR: givenAFolder() }
const start = (command: string, ...args: string[]) =>
  [process.execPath, [join(import.meta.dirname, command), ...args]] as const

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(...start(command, ...args), { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test.each([
  ['doctor.ts', ['--nope'], /npm run doctor/],
  ['doctor.ts', ['nope'], /npm run doctor/],
  ['upgrade-check.ts', ['--nope'], /npm run upgrade-check/],
  ['figures.ts', ['--nope'], /npm run figures/],
  ['backup.ts', ['--nope'], /npm run backup/],
  ['stripe-check.ts', ['--nope'], /npm run stripe-check/],
  ['texts.ts', ['en', 'zzz'], /No key starts with zzz\.\nUsage:/],
  ['licence.ts', ['keys', '--nope'], /npm run licence -- rotate/],
])('%s %j is refused with the usage', (command, args, usage) => {
  const { status, stdout, stderr } = run(command, ...args)
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, usage)
})

test.each([
  ['administrators', 'admins.ts', []],
  ['licence', 'licence.ts', []],
  ['figures', 'figures.ts', ['--help']],
  ['restore', 'restore.ts', ['--help']],
])('%s prints its usage if asked', (name, command, args) => {
  const { status, stdout, stderr } = run(command, ...args)
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, new RegExp(`npm run ${name}`))
})

test('licence import names a file that does not exist', () => {
  const { status, stderr } = run('licence.ts', 'import', '/nonexistent/keys.json')
  assert.deepEqual([status, stderr], [1, '/nonexistent/keys.json does not exist.\n'])
})

test('a command whose reader closes the pipe completes without a stack trace', async () => {
  const child = spawn(...start('texts.ts'), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [printed, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
  assert.deepEqual([status, printed], [0, ''])
})
