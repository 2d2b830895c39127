import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productFolders } from '../folders.ts'
import { root } from '../run.ts'

/** Contains the hash of the inputs from which dist/ was built. */
export const stampFile = join(root, 'dist', 'inputs.sha256')

const inputs = [
  'packages',
  ...productFolders,
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/build/build.ts',
  'scripts/build/build-server.ts',
  'scripts/build/handbook.ts',
  'scripts/build/texts.ts',
  'docs/handbook',
]

/** Returns a hash of the names and contents of everything that the build reads, excluding tests and compiled Python. */
export async function hashInputs(): Promise<string> {
  const files = (await Promise.all(inputs.map(filesOf))).flat().toSorted()
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))))
  const hash = createHash('sha256')
  for (const [index, content] of contents.entries()) {
    hash.update(`${files[index]}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

async function filesOf(path: string): Promise<string[]> {
  const full = join(root, path)
  if (!existsSync(full)) return []
  const found = await readdir(full, { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (found === undefined) return [path]
  return found
    .filter((entry) => entry.isFile() && !/\.test\.ts$|\.pyc$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}
