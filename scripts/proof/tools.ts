import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../run.ts'

const programs = ['nginx', 'haproxy', 'caddy', 'pgbouncer'] as const
const minutes = 60_000

/**
 * Returns the paths of the programs, as PROOF_NGINX and so on. On Debian, root installs missing ones. Throws an Error
 * with one sentence if one is unavailable, because then nothing would be proved.
 */
export async function requireTools(): Promise<Record<string, string>> {
  let missing = programs.filter((name) => find(name) === undefined)
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    await install(missing)
    missing = programs.filter((name) => find(name) === undefined)
  }
  if (missing.length > 0)
    throw new Error(
      `The proof needs ${programs.join(', ')}. This machine lacks ${missing.join(', ')}: install them (Debian: apt-get install ${missing.join(' ')}).`,
    )
  const paths = programs.map((name) => [`PROOF_${name.toUpperCase()}`, find(name) ?? ''] as const)
  for (const [, path] of paths) console.log(`${path}: ${await version(path)}`)
  return Object.fromEntries(paths)
}

function find(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...folders, '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}

async function install(names: readonly string[]): Promise<void> {
  console.log(`Installing ${names.join(', ')} with apt-get …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env, timeoutMs: 3 * minutes })
  const { ok, output } = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], {
    env,
    timeoutMs: 10 * minutes,
  })
  if (!ok) console.error(output.split('\n').slice(-12).join('\n'))
}

async function version(path: string): Promise<string> {
  const asked = path.endsWith('caddy') ? 'version' : '-V'
  const { output } = await run(path, [path.endsWith('haproxy') || path.endsWith('nginx') ? '-v' : asked])
  return output.split('\n')[0] ?? ''
}
