import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { root } from '../../scripts/run.ts'

const read = (pattern: string, exclude: string[] = []) =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', ...exclude] }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )

test('each class of the stylesheets is in the markup of a page, or begins like one that a page completes', () => {
  const styles = read('web/styles/**/*.css').map((text) =>
    text.replaceAll(/\/\*[^]*?\*\/|url\([^)]*\)|@import[^;]*;/g, ''),
  )
  const code = read('{web,identity,platform,server,sandbox,packages}/**/*.{ts,tsx}', ['**/*.test.ts']).join('\n')
  const words = new Set(code.match(/[\w-]+/g))
  const begun = [...code.matchAll(/([\w-]+--)\$\{/g)].map(([, start = '']) => start)
  const classes = new Set(styles.flatMap((text) => text.match(/(?<=\.)[a-z][\w-]*/gi) ?? []))
  assert.ok(classes.size > 100)
  assert.deepEqual(
    [...classes].filter((name) => !words.has(name) && !begun.some((start) => name.startsWith(start))),
    [],
  )
})
