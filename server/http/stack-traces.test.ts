import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { traceOf } from './stack-traces.ts'

test('logged traces name the source line if the bundle has a map, and do not change other frames', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-traces-'))
  try {
    // One mapping: the first column of the first line is line 7, column 3 of source.ts.
    const map = { version: 3, sources: ['source.ts'], names: [], mappings: 'AAME' }
    writeFileSync(join(folder, 'bundle.mjs'), 'export const fail = () => { throw new RangeError("too far") }')
    writeFileSync(join(folder, 'bundle.mjs.map'), JSON.stringify(map))
    writeFileSync(join(folder, 'plain.mjs'), "import { fail } from './bundle.mjs'\nexport const call = () => fail()")
    const program = `
      import { traceFatalErrors, traceOf } from ${JSON.stringify(new URL('stack-traces.ts', import.meta.url).href)}
      import { call } from ${JSON.stringify(join(folder, 'plain.mjs'))}
      traceFatalErrors()
      try { call() } catch (error) { console.log(traceOf(error).stack, error.stack.includes('source.ts')) }
      call()`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    const [first, second, third] = stdout.split('\n')
    assert.equal(first, 'RangeError: too far')
    assert.match(second ?? '', /^ {4}at .*source\.ts:7:\d+\)?$/)
    assert.match(third ?? '', /plain\.mjs:2:\d+\)$/)
    assert.match(stdout, /false\n$/, 'whoever only reads a trace costs no reading of a map')
    assert.match(stderr, /at .*source\.ts:7:\d+/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('text in a message that resembles a file address is unchanged', () => {
  for (const address of ['file://evil/x:1:1', 'file:///%zz:1:1', 'file:///%2f:1:1'])
    assert.match(traceOf(new Error(address)).stack ?? '', new RegExp(`^Error: ${address}\n`))
})
