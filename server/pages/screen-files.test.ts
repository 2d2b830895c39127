import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { screenFiles } from './screen-files.ts'

test('names only sources that the pages load', async () => {
  const routes = await readFile(new URL('../../web/app/routes.tsx', import.meta.url), 'utf8')
  const imported = [...routes.matchAll(/import\('\.\.\/(shop\/[^']+)'\)/g)].map(([, file]) => `web/${file}`)
  assert.deepEqual(
    [...new Set(Object.values(screenFiles).map(({ screen }) => screen))].toSorted(),
    [...new Set(imported)].toSorted(),
  )
})
