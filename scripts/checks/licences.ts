import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../run.ts'

/**
 * Licences, by SPDX name, that allow using and distributing the product under MIT. A package with another one needs a
 * decision: add its licence here, or the package to `tools`, with the reason.
 */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unicode-3.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Tools under the MPL-2.0, whose conditions apply only to distributing their files. They are not part of the build. */
const tools = /^(axe-core|lightningcss(-[a-z0-9-]+)?)$/

type Locked = { version?: string; license?: string; dev?: boolean; link?: boolean }

/** Reports every package of the lockfile whose licence is missing or not allowed, one per line. */
export async function checkLicences(): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return licenceFaults(lock.packages)
}

export function licenceFaults(packages: Readonly<Record<string, Locked>>): string[] {
  return Object.entries(packages).flatMap(([path, { license, version = '', link }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (path === '' || link || (license === 'MPL-2.0' && tools.test(name)) || isAllowed(license)) return []
    return [
      `${name} ${version}: ${license ?? 'no licence'} is not among the allowed licences (scripts/checks/licences.ts).`,
    ]
  })
}

/** Whether one of the alternatives of an SPDX expression is allowed, with all of its parts. */
function isAllowed(expression: string | undefined): boolean {
  if (expression === undefined) return false
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ')
  return alternatives.some((alternative) => alternative.split(' AND ').every((licence) => allowed.has(licence.trim())))
}
