import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatedPages } from './docs/pages.ts'
import { root } from './run.ts'

for (const { path, text } of generatedPages) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text())
  console.log(path)
}
