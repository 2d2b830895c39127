import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfOutdated } from '../build/fresh.ts'
import { root } from '../run.ts'

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'overrides', Record<string, string>>
>
type Locked = Manifest & { integrity?: string; link?: boolean; resolved?: string }
type Lock = { packages: Record<string, Locked> }

const exact = /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
const registry = 'https://registry.npmjs.org/'

/**
 * Returns the faults of packages: versions that are not exact (including those of packages/), archives without a hash,
 * names that docs/dependencies.md lacks or has needlessly. `production` is what the build states: the packages in the
 * server, and those installed beside it.
 */
export function dependencyFaults(
  manifest: Manifest,
  lock: Lock,
  guide: string,
  production: { builtIn: readonly string[]; lock: Lock },
): string[] {
  const own = Object.entries(lock.packages).filter(([path]) => path !== '' && !path.includes('node_modules/'))
  const ranges = [['', manifest] as const, ...own.map(([path, one]) => [`${path}/`, one] as const)].flatMap(
    ([folder, { dependencies = {}, devDependencies = {}, optionalDependencies = {}, overrides = {} }]) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
        .filter(([, version]) => !exact.test(version))
        .map(([name, version]) => `${folder}package.json: ${name} has the version ${version}, which is not exact`),
  )

  const archives = Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { integrity, resolved }]) => !integrity || (resolved !== undefined && !resolved.startsWith(registry)))
    .map(([path]) => `package-lock.json: ${path} has no hash, or comes from another registry`)

  const installed = Object.keys(production.lock.packages)
    .filter((path) => path !== '')
    .map((path) => path.replace(/^.*node_modules\//, ''))
  const used = new Set([...installed, ...production.builtIn])
  const named = [...guide.matchAll(/`((?:@[\w.-]+\/)?[\w.-]+\*?|@[\w.-]+\/\*)`/g)].map(([, name = '']) => name)
  const covers = (name: string, one: string) => (name.endsWith('*') ? one.startsWith(name.slice(0, -1)) : name === one)
  const missing = [...used]
    .filter((one) => !named.some((name) => covers(name, one)))
    .map((one) => `docs/dependencies.md does not name ${one}, which runs in production`)
  // A table row begins with one or more packages.
  const listed = [...guide.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  const gone = [...new Set(listed)]
    .filter((name) => ![...used].some((one) => covers(name, one)))
    .map((name) => `docs/dependencies.md names ${name}, which does not run in production`)
  return [...ranges, ...archives, ...missing, ...gone]
}

/** Builds first if the build is out of date, because the build states which packages the server contains. */
export async function checkDependencies(): Promise<string[]> {
  await buildIfOutdated()
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  return dependencyFaults(
    JSON.parse(read('package.json')) as Manifest,
    JSON.parse(read('package-lock.json')) as Lock,
    read('docs/dependencies.md'),
    {
      builtIn: JSON.parse(read('dist/server/packages.json')) as string[],
      lock: JSON.parse(read('dist/package-lock.json')) as Lock,
    },
  )
}
