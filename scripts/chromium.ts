import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { run, runTool } from './run.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const minutes = 60_000

/**
 * The path of a Chromium that starts, installed when the machine has none.
 * Throws an Error with one sentence when there is none to be had.
 */
export async function findChromium(): Promise<string> {
  const wished = process.env['CHROMIUM_PATH']
  if (wished !== undefined && wished !== '') {
    if (await starts(wished)) return wished
    throw new Error(`CHROMIUM_PATH names ${wished}, which does not start as Chromium.`)
  }
  return (await onThePath()) ?? (await inPlaywrightsCache()) ?? (await byApt()) ?? (await byPlaywright()) ?? fail()
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

async function byApt(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  if (!existsSync('/etc/debian_version')) return undefined
  console.log('No Chromium found: installing it with apt-get …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env, timeoutMs: 3 * minutes })
  const install = ['install', '-y', '-q', '--no-install-recommends', 'chromium']
  const { ok, output } = await run('apt-get', install, { env, timeoutMs: 10 * minutes })
  if (!ok) console.error(output.split('\n').slice(-12).join('\n'))
  return onThePath()
}

async function byPlaywright(): Promise<string | undefined> {
  console.log("No Chromium found: installing it with Playwright's own installer …")
  const { ok, output } = await runTool('playwright/cli.js', ['install', 'chromium'], { timeoutMs: 10 * minutes })
  if (!ok) console.error(output.split('\n').slice(-12).join('\n'))
  return inPlaywrightsCache()
}

/** Asks for the version, because some systems put a file there that only says how to install the real one. */
async function starts(file: string): Promise<boolean> {
  if (!existsSync(file)) return false
  return (await run(file, ['--version'], { timeoutMs: 20_000 })).ok
}

function fail(): never {
  throw new Error(
    'The browser tests need Chromium, which could not be found or installed. Install it and set CHROMIUM_PATH.',
  )
}

if (import.meta.main) {
  try {
    console.log(await findChromium())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
