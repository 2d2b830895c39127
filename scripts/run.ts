import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's own folder, with a trailing separator left off. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

export type Outcome = { ok: boolean; output: string }

export type RunOptions = { env?: NodeJS.ProcessEnv; timeoutMs?: number; cwd?: string }

/** Runs a command and collects its output. Never throws: a command that cannot start is an outcome that is not ok. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    })
    let output = ''
    const gather = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }))
    child.on('close', (code, signal) => {
      resolve({ ok: code === 0, output: signal === null ? output : `${output}stopped by ${signal}\n` })
    })
  })
}

/** Runs an installed tool's JavaScript file with this Node. `file` is relative to node_modules. */
export function runTool(file: string, args: string[], options: RunOptions = {}): Promise<Outcome> {
  return run(process.execPath, [`node_modules/${file}`, ...args], options)
}

/** Runs a script. An error ends it with its message and exit code 1. */
export async function runScript(script: () => Promise<unknown>): Promise<void> {
  try {
    await script()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/** The options that `npm start` passes to Node. */
export function npmStart(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').slice(1)
}

/** Adds fictional people without invoices to the database of these settings. */
export async function seedPeople(subscribers: number, settings: Record<string, string>): Promise<void> {
  const env = { NODE_ENV: '', DATABASE_URL: '', SCREENING_DIR: '', ...settings }
  const args = [join(root, 'scripts/seed.ts'), '--no-invoices', '--subscribers', String(subscribers)]
  const { ok, output } = await run(process.execPath, args, { env })
  if (!ok) throw new Error(output)
}
