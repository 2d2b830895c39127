import { createHash } from 'node:crypto'
import { constants, watch, type FSWatcher } from 'node:fs'
import { lstat, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListFinding } from '../../../domain/screening/list-findings.ts'
import { checkedLists } from './fetch-lists.ts'
import { knownLists, type KnownList } from 'name-screening/lists'
import type { FileThere, FolderFault, FoundFile, FoundList, FolderScan } from '../port.ts'

/** Many times the size of the largest official list. */
const sizeMost = 200 * 1024 * 1024

/**
 * Returns the content of the lists' folder: the known lists with their files, and faults at first sight. No list is
 * opened. Symbolic links are not followed.
 */
export async function scanFolder(folder: string): Promise<FolderScan> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => error)
  if (names instanceof Error) {
    const finding: ListFinding =
      names.code === 'ENOTDIR' ? { code: 'notAFolder' } : { code: 'folderUnreadable', reason: names.code ?? 'unknown' }
    return { there: false, lists: [], faults: [broken('', finding)], checked: new Map() }
  }
  const files = new Map<string, string>(names.toSorted().map((name) => [name.toLowerCase(), name]))
  const faults: FolderFault[] = []
  const lists: FoundList[] = []
  for (const known of knownLists) {
    const found: FileThere[] = []
    let whole = true
    for (const called of known.files) {
      const [name, other] = called.flatMap((one) => files.get(one) ?? [])
      if (name === undefined) continue
      if (other !== undefined) faults.push(broken(other, { code: 'sameList', file: other, other: name }))
      const seen = await lookAt(folder, name)
      if ('finding' in seen) faults.push(seen)
      if ('finding' in seen || other !== undefined) whole = false
      else found.push(seen)
    }
    const missing = missingOf(known, files)
    const there = known.files.flatMap((called) => called.find((one) => files.has(one)) ?? [])
    if (whole && there.length > 0 && missing.length > 0)
      faults.push(broken(there[0] ?? '', { code: 'missingFiles', present: there, missing }))
    if (whole && there.length > 0 && missing.length === 0) lists.push({ name: known.name, files: found })
  }
  const known = new Set([...knownLists.flatMap((list) => list.files.flat()), ...ignoredFiles])
  for (const [lower, name] of files)
    if (/^[^.].*\.(csv|txt|tsv|xml|json|zip|gz|ods|xls|xlsx|pdf|html?)$/.test(lower) && !known.has(lower))
      faults.push(broken(name, { code: 'unknownFile', file: name }))
  return { there: true, lists, faults, checked: await checkedLists(folder) }
}

/** Files that OFAC publishes beside its lists: the ends of long remarks. A few have a weak alias, which is not read. */
const ignoredFiles = ['sdn_comments.csv', 'cons_comments.csv']

const broken = (file: string, finding: ListFinding): FolderFault => ({ file, hash: '', kind: 'broken', finding })

function missingOf(known: KnownList, files: ReadonlyMap<string, string>): string[] {
  return known.files.filter((called) => !called.some((one) => files.has(one))).flatMap(([first]) => first ?? [])
}

async function lookAt(folder: string, file: string): Promise<FileThere | FolderFault> {
  try {
    const seen = await lstat(join(folder, file))
    if (seen.isSymbolicLink()) return broken(file, { code: 'symbolicLink', file })
    if (!seen.isFile()) return broken(file, { code: 'notAFile', file })
    return { file, size: seen.size, modifiedAt: seen.mtimeMs, inode: seen.ino }
  } catch (error) {
    return broken(file, { code: 'unreadable', file, reason: (error as NodeJS.ErrnoException).code ?? 'unknown' })
  }
}

/** Why a file of the folder cannot be read. */
export class FileFault extends Error {
  readonly finding: ListFinding

  constructor(finding: ListFinding) {
    super(finding.code)
    this.finding = finding
  }
}

/** Reads a file that was found. Throws FileFault if it has changed since, or cannot be read. */
export async function readFound(folder: string, seen: FileThere, max: number = sizeMost): Promise<FoundFile> {
  const { file } = seen
  if (seen.size > max) throw new FileFault({ code: 'tooLarge', file, megabytes: Math.round(max / 1024 / 1024) })
  const handle = await open(
    join(folder, file),
    // On Windows the last two are undefined, and count as 0.
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch((error: NodeJS.ErrnoException) => {
    throw new FileFault(
      error.code === 'ELOOP'
        ? { code: 'symbolicLink', file }
        : { code: 'unreadable', file, reason: error.code ?? 'unknown' },
    )
  })
  try {
    const content = Buffer.alloc(seen.size)
    let read = 0
    while (read < content.length) {
      const { bytesRead } = await handle.read(content, read, content.length - read, read)
      if (bytesRead === 0) break
      read += bytesRead
    }
    const after = await handle.stat()
    const same = after.isFile() && after.size === seen.size && after.mtimeMs === seen.modifiedAt && read === seen.size
    if (!same) throw new FileFault({ code: 'changing', file })
    return { ...seen, content, hash: createHash('sha256').update(content).digest('hex') }
  } finally {
    await handle.close()
  }
}

/** Reports changes in the folder, as far as its file system does; `again` looks for a folder that came back. */
export function watchFolder(folder: string, onListsChanged: () => void): { again(): Promise<void>; stop(): void } {
  let watcher: FSWatcher | null = null
  let inode: number | null = null
  const stop = () => {
    watcher?.close()
    watcher = null
    inode = null
  }
  return {
    async again() {
      const now = await stat(folder).then(
        ({ ino }) => ino,
        () => null,
      )
      if (now === inode) return
      stop()
      if (now === null) return
      try {
        watcher = watch(folder, onListsChanged).on('error', stop)
        watcher.unref()
        inode = now
      } catch {
        // A folder that cannot be watched is still checked every minute.
      }
    },
    stop,
  }
}
