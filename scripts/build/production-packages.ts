type Packages = Record<string, string>
type Manifest = {
  name: string
  version: string
  dependencies: Packages
  optionalDependencies: Packages
  allowScripts: Record<string, boolean>
}
type Locked = {
  dev?: boolean
  dependencies?: Packages
  optionalDependencies?: Packages
  peerDependencies?: Packages
}
type Lock = { lockfileVersion: number; packages: Record<string, Locked> }

/**
 * Returns the manifest and the lockfile of what production installs beside the built server: `external` packages, which
 * cannot be bundled, and the optional ones. `npm ci` verifies them by the same hashes as the checkout.
 */
export function productionPackages(
  { name, version, dependencies, optionalDependencies, allowScripts }: Manifest,
  { lockfileVersion, packages }: Lock,
  external: readonly string[],
): { manifest: object; lock: object } {
  const kept = Object.fromEntries(external.map((one) => [one, dependencies[one] ?? '']))
  const root = { name, version, dependencies: kept, optionalDependencies }
  const paths = closure(packages, [...external, ...Object.keys(optionalDependencies)])
  const locked = paths.map((path) => [path, packages[path]] as const)
  return {
    manifest: { ...root, private: true, type: 'module', allowScripts },
    lock: { name, version, lockfileVersion, requires: true, packages: { '': root, ...Object.fromEntries(locked) } },
  }
}

/** Returns the paths in the lockfile of the named packages and all their dependencies, sorted. */
function closure(packages: Lock['packages'], names: readonly string[]): string[] {
  const paths = new Set<string>()
  const visit = (path: string) => {
    if (paths.has(path)) return
    paths.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = placeOf(packages, path, name)
      if (found !== undefined) visit(found)
    }
  }
  for (const name of names) visit(`node_modules/${name}`)
  return [...paths].toSorted()
}

/** Returns where Node finds a package that the one at `path` requires: below it, or below a folder above it. */
function placeOf(packages: Lock['packages'], path: string, name: string): string | undefined {
  const folders = path
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'))
  const places = [...folders.toReversed().map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`]
  return places.find((place) => packages[place] !== undefined)
}
