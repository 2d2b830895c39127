import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, matchesGlob, normalize, sep } from 'node:path'
import { importsOf, type Import } from './imports.ts'
import { rooms, type Room } from './rooms.ts'
import { root } from '../run.ts'

const attics = /(^|\/)(utils?|helpers?|commons?)(\/|\.tsx?$)/

/** Checks the arrows of scripts/checks/rooms.ts over every source file below `base`; the complaints, one a line. */
export function checkArrows(base: string = root): string[] {
  const production = productionPackages(base)
  const complaints: string[] = []
  const graph = new Map<string, string[]>()
  for (const file of sources(base)) {
    if (attics.test(file))
      complaints.push(`${file}: name the file or folder after its content, not utils, helpers or common`)
    const room = rooms.find(({ folder }) => file.startsWith(folder))
    if (room === undefined) {
      complaints.push(`${file}: is in no folder of scripts/checks/rooms.ts`)
      continue
    }
    const found = importsOf(file, readFileSync(join(base, file), 'utf8'))
    graph.set(
      file,
      found.filter((one) => !one.typeOnly && isOwn(one)).map((one) => target(file, one)),
    )
    for (const one of found) {
      const fault = judge(file, file.endsWith('.test.ts') ? forTests(room) : room, one, production)
      if (fault !== undefined) complaints.push(`${file}:${one.line}: ${fault}`)
    }
  }
  return [...complaints, ...cycles(graph)]
}

function judge(file: string, room: Room, one: Import, production: Set<string>): string | undefined {
  if (isOwn(one)) return judgeOwn(file, room, one)
  if (isBuiltin(one.specifier)) return room.node ? undefined : `${room.folder} may not import Node's ${one.specifier}`
  const name = one.specifier.split('/', one.specifier.startsWith('@') ? 2 : 1).join('/')
  if (room.packages !== 'any' && !room.packages.includes(name))
    return `${room.folder} may not import the package ${name}`
  if (room.production && !one.typeOnly && !production.has(name)) return `docs/dependencies.md does not name ${name}`
  return undefined
}

/** A test beside its file composes a world of its own: every room, any package. */
function forTests(room: Room): Room {
  return { ...room, folder: 'tests', may: [''], mayNot: [], packages: 'any', node: true, production: false }
}

function judgeOwn(file: string, room: Room, one: Import): string | undefined {
  const path = target(file, one)
  const lies = (prefix: string): boolean => path.startsWith(prefix) || matchesGlob(path, prefix)
  if (!room.may.some(lies)) return `${room.folder} may not import ${path}`
  if (room.mayNot?.some(lies) === true) return `${room.folder} may not import ${path}: only other folders may`
  if (room.folder === 'sandbox/' && path.startsWith('core/') && !one.typeOnly)
    return `sandbox/ may import only types of ${path}`
  return undefined
}

/** `#words/…` is the words of whatever language is being built; here, as everywhere by itself, English. */
const isOwn = ({ specifier }: Import): boolean => specifier.startsWith('.') || specifier.startsWith('#words/')

function target(file: string, one: Import): string {
  if (one.specifier.startsWith('#words/')) return one.specifier.replace('#words/', 'i18n/en/')
  return normalize(join(dirname(file), one.specifier))
    .split(sep)
    .join('/')
}

/** Circles of imports that run; a circle of types alone does no harm. */
function cycles(graph: Map<string, string[]>): string[] {
  const finished = new Set<string>()
  const found: string[] = []
  const visit = (file: string, path: string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) found.push(`import cycle: ${[...path.slice(at), file].join(' → ')}`)
    if (at >= 0 || finished.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    finished.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}

function sources(base: string): string[] {
  const pattern = '{domain,contract,i18n,platform,server,identity,web,sandbox,test,scripts}/**/*.{ts,tsx}'
  return globSync(pattern, { cwd: base })
    .map((file) => file.split(sep).join('/'))
    .toSorted()
}

function productionPackages(base: string): Set<string> {
  const guide = readFileSync(join(base, 'docs/dependencies.md'), 'utf8')
  return new Set([...guide.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

if (import.meta.main) {
  const complaints = checkArrows()
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
}
