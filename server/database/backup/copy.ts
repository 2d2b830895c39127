import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Backup, Manifest } from './manifest.ts'

/**
 * Excluded according to PostgreSQL's manual:
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
 */
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|(^|\/)pgsql_tmp[^/]*(\/|$)/
const omitted =
  /^(postmaster\.(pid|opts)|recovery\.signal|backup_label(\.old)?|tablespace_map(\.old)?)$|(^|\/)pg_internal\.init/

type Part = Manifest['files'][number]

/**
 * Copies the files of a running database, compressed, into the folder `into`. Skips files that the server removes
 * meanwhile.
 */
export async function packFiles(
  data: string,
  into: string,
  signal?: AbortSignal,
): Promise<Pick<Manifest, 'folders' | 'files'>> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true })
  const folders: string[] = []
  const files: Part[] = []
  await severalAtOnce(entries, async (entry) => {
    signal?.throwIfAborted()
    const path = join(entry.parentPath, entry.name).slice(data.length + 1)
    if (emptied.test(path) || omitted.test(path)) return
    // The folder of the WAL may be a link to another disk.
    if (entry.isDirectory() || path === 'pg_wal') folders.push(path)
    else if (entry.isFile()) {
      const part = await pack(join(data, path), into, path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' && error.path === join(data, path)) return undefined
        throw error
      })
      if (part !== undefined) files.push(part)
    }
  })
  return { folders, files }
}

/** Most files are small, and most time is spent waiting for the disk. */
async function severalAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const worker = async () => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
    } catch (error) {
      waiting.length = 0
      throw error
    }
  }
  // Once this has ended, successfully or not, nothing more is written.
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, worker))
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function pack(source: string, into: string, path: string): Promise<Part> {
  const target = join(into, `${path}.gz`)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const measure = measuring()
  const reading = createReadStream(source)
  // Opened first, so that a removed file leaves no empty copy.
  await new Promise<void>((resolve, reject) => void reading.once('open', () => resolve()).once('error', reject))
  await pipeline(
    reading,
    measure.stream,
    createGzip({ level: 1 }),
    createWriteStream(target, { mode: 0o600, flush: true }),
  )
  return { path, ...measure.result() }
}

/** Writes the files of a backup into a folder. Throws one sentence that names the first file that is missing or damaged. */
export async function unpackFiles(backup: Backup, into: string, signal?: AbortSignal): Promise<void> {
  for (const folder of backup.manifest.folders) await mkdir(join(into, folder), { recursive: true, mode: 0o700 })
  await severalAtOnce(backup.manifest.files, async (part) => {
    signal?.throwIfAborted()
    await unpack(backup, part, into)
  })
}

async function unpack({ folder }: Backup, { path, bytes, sha256 }: Part, into: string): Promise<void> {
  const target = join(into, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const source = join(folder, 'data', `${path}.gz`)
  const measure = measuring()
  try {
    await pipeline(createReadStream(source), createGunzip(), measure.stream, createWriteStream(target, { mode: 0o600 }))
  } catch (error) {
    const { code = '', path: place } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && place === source) throw unusable(folder, 'incomplete', `${path} is missing`)
    if (code.startsWith('Z_')) throw unusable(folder, 'damaged', `${path} cannot be decompressed`)
    throw error
  }
  const found = measure.result()
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw unusable(folder, 'damaged', `${path} differs from its size or hash in manifest.json`)
}

function unusable(folder: string, how: 'incomplete' | 'damaged', what: string): Error {
  return new Error(`The backup ${folder} is ${how}: ${what}. Move it out of BACKUP_DIR to use an earlier one.`)
}

function measuring() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}
