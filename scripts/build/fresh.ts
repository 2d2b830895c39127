import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '../../domain/language.ts'
import { hashInputs, stampFile } from './inputs.ts'
import { root } from '../run.ts'

/**
 * Builds the pages and the server if dist/ is missing or older than the sources; otherwise does nothing. If the build
 * tools are not installed (`npm ci --omit=dev`) an existing dist/ stays. Throws an Error with one sentence if neither
 * is possible.
 */
export function buildIfOutdated(): Promise<void> {
  underWay ??= freshenNow().finally(() => (underWay = undefined))
  return underWay
}

let underWay: Promise<void> | undefined

async function freshenNow(): Promise<void> {
  const parts = [
    'server/main.js',
    'texts.json',
    ...languages.flatMap((language) => [`client/.vite/manifest.${language}.json`, `ssr/entry.${language}.js`]),
  ]
  const built = parts.every((part) => existsSync(join(root, 'dist', part)))
  if (!existsSync(join(root, 'node_modules/vite'))) {
    if (built) return
    throw new Error('dist/ is missing, and the build tools are not installed: run npm ci and npm run build.')
  }
  if (built && (await readStamp()) === (await hashInputs())) return
  const begun = performance.now()
  // Loaded only now, because loading the bundler takes longer than the check.
  const { build } = await import('./build.ts')
  await build()
  // The output of some commands is read by programs.
  console.error(`Built the pages and the server in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
}

async function readStamp(): Promise<string | undefined> {
  return readFile(stampFile, 'utf8').catch(() => undefined)
}
