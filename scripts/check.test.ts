import assert from 'node:assert/strict'

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { root } from './run.ts'

test('every test file is a Vitest file: nothing imports node:test', () => {
  const files = globSync('{packages,domain,contract,i18n,platform,server,identity,sandbox,web,test,scripts}/**/*.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
  assert.ok(files.length > 400)
  const left = files.filter((file) => /from ['"]node:test['"]/.test(readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(left, [])
})
