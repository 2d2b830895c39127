import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { productFolders } from './folders.ts'
import { root } from './run.ts'

/**
 * `npm run regexes`: examines each regular expression of the product for input that would take long (ReDoS), with
 * recheck (https://makenowjust-labs.github.io/recheck/). It is not a dependency, because it brings 50 MB: npm fetches it
 * when it runs. Expressions that are put together while the product runs are not examined.
 */
const version = '4.5.0'

/** The part of recheck's result that is printed. */
type Result = {
  status: 'safe' | 'vulnerable' | 'unknown'
  complexity?: { summary: string }
  attack?: { pattern: string }
}
type Recheck = { check: (pattern: string, flags: string, options: { timeout: number }) => Promise<Result> }

/** The first place of each expression. */
const places = new Map<string, { pattern: string; flags: string; place: string }>()
for (const file of globSync(`{${['packages', ...productFolders].join(',')}}/**/*.{ts,tsx}`, { cwd: root })) {
  if (/\.test\.ts$|\/tests\/|\/node_modules\//.test(file)) continue
  const source = readFileSync(join(root, file), 'utf8')
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      const place = `${file}:${source.slice(0, node.start).split('\n').length}`
      const text = `/${pattern}/${flags}`
      if (!places.has(text)) places.set(text, { pattern, flags, place })
    },
  }).visit(parseSync(file, source).program)
}

const folder = mkdtempSync(join(tmpdir(), 'tillhouse-regexes-'))
try {
  execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `recheck@${version}`])
  const { check } = createRequire(join(folder, 'package.json'))('recheck') as Recheck
  let found = 0
  for (const [text, { pattern, flags, place }] of places) {
    const { status, complexity, attack } = await check(pattern, flags, { timeout: 60_000 })
    if (status === 'safe') continue
    found += 1
    console.error([place, text, complexity?.summary ?? status, attack?.pattern].join('  '))
  }
  console.log(`${places.size} expressions examined, ${found} may take long.`)
  if (found > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
