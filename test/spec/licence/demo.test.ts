import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'vitest'
import { root } from '../../../scripts/run.ts'
import { eventually, givenATrialUser, inboxOf } from '../../support/given.ts'
import { allowing } from '../../support/licence/reference-client.ts'
import { createVisitor } from '../../support/http/visitor.ts'
import { whenOver } from '../../support/when-over.ts'

it('npm run demo -- licence signs in, and shows a proxy, a stopped shop and the end of the trial', async () => {
  const shown = await demo('--proxy-403', '--offline', '--forward', '20d')
  assert.match(shown('A proxy answers 403:'), /Licensed to/)
  assert.match(shown('The shop is stopped, day 13:'), /Licensed to/)
  assert.match(shown('The shop is stopped, day 15:'), /The licence ended/)
  assert.match(shown('The shop runs again:'), /Licensed to/)
  assert.match(shown('After it:'), /\(ended\)/)
})

it('npm run demo shows the licence, and leaves no folder and no database behind when it is stopped by a signal', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'demo-test-'))
  whenOver(() => rmSync(temporary, { recursive: true, force: true }))
  const { child, ended, address } = begin([], { TMPDIR: temporary })
  await address()
  assert.equal(readdirSync(temporary).length, 1)
  child.kill('SIGTERM')
  await ended
  assert.deepEqual(readdirSync(temporary), [])
})

type Demo = { child: ChildProcess; ended: Promise<unknown[]>; address: () => Promise<string>; output: () => string }

/** Runs the command. `address` returns the one to open once it is printed. */
function begin(options: string[], env: Record<string, string> = {}): Demo {
  const child = spawn(process.execPath, ['scripts/demo.ts', ...options], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  whenOver(() => void child.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => void (output += text.toString()))
  return {
    child,
    ended: once(child, 'close'),
    address: () => eventually('the address to open', async () => /http\S+authorize\S+/.exec(output)?.[0], 150_000),
    output: () => output,
  }
}

/**
 * Runs the command and acts as its user: opens the address, starts the trial and presses Allow. Returns the output line
 * with that beginning.
 */
async function demo(...options: string[]): Promise<(start: string) => string> {
  const { ended, address: printed, output } = begin(['licence', ...options])
  const address = await printed()
  const url = new URL(address).origin
  const shop = { visitor: () => createVisitor(url), ...inboxOf(url) }
  const { visitor } = await givenATrialUser(shop)
  await allowing(visitor)(address)
  const [code] = (await ended) as [number]
  assert.equal(code, 0, output())
  const lines = output().split('\n')
  assert.ok(
    lines.some((line) => line.startsWith('Licensed to Jane Doe, Northwind Bottling')),
    output(),
  )
  return (start) => lines.find((line) => line.startsWith(start)) ?? assert.fail(output())
}
