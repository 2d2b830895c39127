import * as fs from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** Seconds after which PostgreSQL archives a WAL file that is not full. With the time to store it, at most 60 s can be lost. */
const archiveTimeout = 45

export const walFolder = (backupDir: string) => join(backupDir, 'wal')
export const baseFolder = (backupDir: string) => join(backupDir, 'base')

/** Returns the names in a folder of the backups; none before the first one. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** The settings with which PostgreSQL archives its WAL. */
export function archiveSettings(backupDir: string): Record<string, string> {
  const program = fileURLToPath(new URL('./archive-wal.ts', import.meta.url))
  return {
    archive_mode: 'on',
    archive_timeout: `${archiveTimeout}s`,
    archive_command: shell([process.execPath, program], ['%p', '%f'], [walFolder(backupDir)]),
  }
}

export function restoreCommand(backupDir: string): string {
  const program = fileURLToPath(new URL('./restore-wal.ts', import.meta.url))
  return shell([process.execPath, program, walFolder(backupDir)], ['%f', '%p'], [])
}

/** Returns a shell command for PostgreSQL, which replaces %p and %f in it. */
function shell(program: string[], placeholders: string[], rest: string[]): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
  return [...program.map(quote), ...placeholders.map((name) => `"${name}"`), ...rest.map(quote)].join(' ')
}

/**
 * Creates the folders of the backups, which the owner of the database files can write. Throws one sentence if that
 * fails, or if the folder contains the backups of another database, whose WAL files have the same names.
 */
export function prepareArchive(
  backupDir: string,
  data: string,
  owner: { uid: number | undefined; gid: number | undefined },
): void {
  const marker = join(backupDir, 'database')
  const system = systemIdentifier(data)
  try {
    for (const folder of [backupDir, walFolder(backupDir), baseFolder(backupDir)]) {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      // As root, the database runs as another user.
      if (
        process.getuid?.() === 0 &&
        fs.statSync(folder).uid === 0 &&
        owner.uid !== undefined &&
        owner.gid !== undefined
      )
        fs.lchownSync(folder, owner.uid, owner.gid)
    }
    if (!fs.existsSync(marker)) fs.writeFileSync(marker, `${system}\n`, { mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`BACKUP_DIR cannot be written (${code}): check ${backupDir} and its permissions.`, { cause: error })
  }
  if (fs.readFileSync(marker, 'utf8').trim() !== system)
    throw new Error(
      `${backupDir} has the backups of another database: set BACKUP_DIR to an empty folder, or restore them first (npm run restore).`,
    )
}

/** Returns PostgreSQL's database system identifier: the first eight bytes of its control file. */
function systemIdentifier(data: string): string {
  const bytes = Buffer.alloc(8)
  const file = fs.openSync(join(data, 'global', 'pg_control'), 'r')
  fs.readSync(file, bytes, 0, 8, 0)
  fs.closeSync(file)
  return bytes.readBigUInt64LE().toString()
}

export type Segment = { name: string; timeline: number; number: number }

const segmentName = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/

/** The parts of a WAL file's name: its timeline, and its number among the files of 16 MB. */
export function parseSegment(name: string): Segment | undefined {
  const parts = segmentName
    .exec(name)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16))
  if (parts === undefined) return undefined
  const [timeline = 0, high = 0, low = 0] = parts
  return { name, timeline, number: high * 256 + low }
}

/** The archived WAL files, oldest first. */
export async function archivedSegments(backupDir: string): Promise<Segment[]> {
  const names = await namesIn(walFolder(backupDir))
  return names
    .flatMap((name) => (name.endsWith('.gz') ? (parseSegment(name.slice(0, -3)) ?? []) : []))
    .toSorted((one, other) => one.timeline - other.timeline || one.number - other.number)
}

/** The last file before the first gap in one timeline, counted from the file `from`; undefined if none is missing. */
export function beforeGap(segments: readonly Segment[], from: Segment): Segment | 'first' | undefined {
  const own = segments.filter(({ timeline, number }) => timeline === from.timeline && number >= from.number)
  if (own[0]?.number !== from.number) return 'first'
  return own.find(({ number }, index) => own[index + 1] !== undefined && own[index + 1]?.number !== number + 1)
}

/**
 * Returns where the newest timeline branched from each earlier one, as log sequence numbers; none before the first
 * restore.
 */
export async function newestHistory(backupDir: string): Promise<{ timeline: number; left: Map<number, bigint> }> {
  const names = await namesIn(walFolder(backupDir))
  const newest = names
    .filter((name) => /^[0-9A-F]{8}\.history\.gz$/.test(name))
    .toSorted()
    .at(-1)
  const left = new Map<number, bigint>()
  if (newest === undefined) return { timeline: 1, left }
  const text = gunzipSync(fs.readFileSync(join(walFolder(backupDir), newest))).toString('utf8')
  for (const line of text.split('\n')) {
    const [timeline, lsn] = line.split('\t')
    if (timeline && lsn) left.set(Number(timeline), parseLsn(lsn))
  }
  return { timeline: Number.parseInt(newest.slice(0, 8), 16), left }
}

/** A log sequence number such as 0/3000128. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Removes the WAL files that no backup needs any longer. */
export async function removeSegmentsBefore(backupDir: string, first: Segment): Promise<void> {
  for (const { name, number } of await archivedSegments(backupDir))
    if (number < first.number) await rm(join(walFolder(backupDir), `${name}.gz`), { force: true })
}
