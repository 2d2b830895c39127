import { mkdir, open, readFile, rename, rm, truncate, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kind, Kinds } from './kinds.ts'

type Change = [kind: Kind, id: string, row: object | null]

/** The rows as one piece of work reads and changes them. A row must not be changed in place: put a new one. */
export type Rows = {
  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined
  /** In the order in which they were first put. */
  all<K extends Kind>(kind: K): Kinds[K][]
  put<K extends Kind>(kind: K, row: Kinds[K]): void
  remove(kind: Kind, id: string): void
}

export type Store = Rows & {
  /** Performs the work in a transaction: all of its changes are kept, or none if it throws. It can be nested. */
  together<T>(work: () => T): T
  /** Resolves once everything done so far would survive a power cut; rejects permanently if it could not be written. */
  kept(): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** `row` is null when it is removed. */
export type Watch = (kind: Kind, id: string, row: object | null) => void

/** The size in bytes at which the journal is folded into the snapshot. */
const foldAt = 32 * 1024 * 1024

/**
 * Opens a folder with a snapshot and a journal of later changes, one line per piece of work. Creates it if needed.
 * `watch` is called for every row that is put or removed, including those read at the start and those undone.
 */
export async function openStore(folder: string, watch?: Watch): Promise<Store> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const snapshot = join(folder, 'snapshot.ndjson')
  const journal = join(folder, 'journal.ndjson')
  const tables = new Map<Kind, Map<string, object>>()
  for (const file of [snapshot, journal])
    for (const changes of await readLines(file)) for (const one of changes) apply(one)
  let handle = await open(journal, 'a', 0o600)
  let size = (await handle.stat()).size
  let batch: Change[] = []
  let undo: (() => void)[] | null = null
  const waiting: string[] = []
  let writing: Promise<void> = Promise.resolve()

  function table(kind: Kind): Map<string, object> {
    const found = tables.get(kind) ?? new Map<string, object>()
    tables.set(kind, found)
    return found
  }

  function apply([kind, id, row]: Change): void {
    if (row === null) table(kind).delete(id)
    else table(kind).set(id, row)
    watch?.(kind, id, row)
  }

  function change(kind: Kind, id: string, row: object | null): void {
    if (!undo) throw new Error('The sandbox changes its rows only inside together()')
    const before = table(kind).get(id) ?? null
    undo.push(() => apply([kind, id, before]))
    apply([kind, id, row])
    batch.push([kind, id, row])
  }

  /** Nested work: if it throws, its own changes are undone and earlier ones stay. */
  function attempt<T>(undo: (() => void)[], work: () => T): T {
    const [done, changed] = [undo.length, batch.length]
    try {
      return work()
    } catch (error) {
      for (const back of undo.splice(done).toReversed()) back()
      batch.length = changed
      throw error
    }
  }

  async function write(): Promise<void> {
    if (waiting.length === 0) return
    const lines = waiting.splice(0).join('')
    await handle.appendFile(lines)
    await handle.datasync()
    size += Buffer.byteLength(lines)
    if (size > foldAt) await fold()
  }

  async function fold(): Promise<void> {
    // Waiting lines are already in the tables, so they are written twice, which changes nothing.
    const lines = [...tables].flatMap(([kind, rows]) =>
      [...rows].map(([id, row]) => `${JSON.stringify([[kind, id, row]])}\n`),
    )
    await writeWhole(folder, snapshot, lines.join(''))
    await handle.close()
    await truncate(journal, 0)
    handle = await open(journal, 'a', 0o600)
    size = 0
  }

  async function close(): Promise<void> {
    await writing.catch(() => undefined)
    await handle.close()
  }

  if (size > foldAt / 8) await fold()
  return {
    get: (kind, id) => table(kind).get(id) as never,
    all: (kind) => [...table(kind).values()] as never,
    put: (kind, row) => change(kind, row.id, row),
    remove: (kind, id) => change(kind, id, null),
    together(work) {
      if (undo) return attempt(undo, work)
      undo = []
      try {
        const result = work()
        if (batch.length > 0) {
          waiting.push(`${JSON.stringify(batch)}\n`)
          writing = writing.then(write)
          // kept() rejects with the same error.
          writing.catch(() => undefined)
        }
        return result
      } catch (error) {
        for (const back of undo.toReversed()) back()
        throw error
      } finally {
        undo = null
        batch = []
      }
    },
    kept: () => writing,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Reads a file of lines; a torn last line was never acknowledged and is cut off. */
async function readLines(file: string): Promise<Change[][]> {
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const end = content.lastIndexOf(10) + 1
  if (end < content.length) await truncate(file, end)
  return content
    .toString('utf8', 0, end)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Change[])
}

async function writeWhole(folder: string, file: string, content: string): Promise<void> {
  const part = `${file}.part`
  await rm(part, { force: true })
  await using handle = await open(part, 'w', 0o600)
  await handle.writeFile(content)
  await handle.sync()
  await rename(part, file)
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  await using above: FileHandle = await open(folder, 'r')
  await above.sync()
}
