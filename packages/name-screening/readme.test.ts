import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'

const folder = import.meta.dirname
const readme = readFileSync(join(folder, 'README.md'), 'utf8')
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp('```' + language + '\n([^]*?)```', 'g'))].map(([, text = '']) => text)

test('the examples of the README print what it states', () => {
  const [compare = '', read = ''] = blocks('ts')
  const run = (code: string) =>
    execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', code], {
      cwd: folder,
      encoding: 'utf8',
    })
  assert.deepEqual([run(compare), run(read)], blocks('text'))
})
