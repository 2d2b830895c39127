import { chownSync, existsSync, statSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { baseFolder, parseSegment, removeSegmentsBefore, walFolder } from './archive.ts'
import { packFiles } from './copy.ts'
import { findBinaries } from '../embedded/binaries.ts'
import { livingPostmaster, stopPostmaster } from '../embedded/postmaster.ts'
import { countAndMark, countRows, difference, type Counts } from './count-rows.ts'
import { listBackups, writeWhole, type Backup, type Manifest } from './manifest.ts'
import { giveToOwner, recover } from './recover.ts'

/** A week of nightly backups. WAL is kept from the oldest of them on. */
const keptBackups = 7

export type BackupParts = {
  backupDir: string
  dataDir: string
  /** The superuser, in the product's database. */
  url: string
  /** How many base backups are kept. */
  keep?: number
  /** Aborts without a backup. */
  signal?: AbortSignal | undefined
}

/** Any fixed pair of numbers; the first is that of the supervisor's lock. */
const lock = '7445, 2'
/** Milliseconds that PostgreSQL may take to archive the last WAL file of a backup. */
const archiveTimeoutMs = 300_000

/**
 * Copies the running embedded database, restores the copy into a temporary folder, counts its rows there, and removes
 * backups beyond the number to keep. Throws one sentence if any of this fails; earlier backups are kept then.
 */
export async function takeBackup(parts: BackupParts): Promise<Backup> {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: parts.url,
    application_name: 'tillhouse backup',
    stream: () => socket,
  })
  const interrupt = () => socket.destroy()
  parts.signal?.addEventListener('abort', interrupt)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lock}) as mine`)
    if (!rows[0]?.mine) throw new Error('Another backup is running: wait until it has finished.')
    await client.query('set statement_timeout = 0')
    await requireArchiving(client)
    return await copyAndCheck(client, parts)
  } finally {
    // Also ends an unfinished backup.
    await client.end()
    parts.signal?.removeEventListener('abort', interrupt)
  }
}

async function copyAndCheck(client: pg.Client, parts: BackupParts): Promise<Backup> {
  const { backupDir, dataDir, keep = keptBackups } = parts
  const base = baseFolder(backupDir)
  for (const name of await readdir(base))
    if (name.endsWith('.partial')) await rm(join(base, name), { recursive: true, force: true })
  const begun = await begin(client)
  const name = begun.at.toISOString().replaceAll(/[:.]/g, '-')
  const folder = join(base, `${name}.partial`)
  await mkdir(join(folder, 'data'), { recursive: true, mode: 0o700 })
  // Otherwise the server's user could neither read nor remove what root created.
  const manifest = await fill(folder, client, parts, { ...begun, name }).finally(() => giveBackup(folder, dataDir))
  await rename(folder, join(base, name))
  await syncFolder(base)
  await removeOld(backupDir, keep)
  return { folder: join(base, name), name, manifest }
}

/**
 * Gives what root created to the owner of the folder of backups. That may be the database's user, who must not read the
 * secret: its copy gets the owner of the original.
 */
function giveBackup(folder: string, dataDir: string): void {
  giveToOwner(folder)
  const copy = join(folder, 'secret')
  if (process.getuid?.() !== 0 || !existsSync(copy)) return
  const { uid, gid } = statSync(join(dataDir, 'secret'))
  chownSync(copy, uid, gid)
}

type Begun = { file: string; timeline: number; at: Date; server: string }

const begin = (client: pg.Client): Promise<Begun> =>
  one<Begun>(
    client,
    `select pg_walfile_name(lsn) as file, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline,
       clock_timestamp() as at, current_setting('server_version') as server
     from pg_backup_start('tillhouse', fast => true) as lsn`,
  )

/** Copies the database into the folder, restores the copy once, and writes its manifest. */
async function fill(
  folder: string,
  client: pg.Client,
  { backupDir, dataDir, signal }: BackupParts,
  { name, ...begun }: Begun & { name: string },
): Promise<Manifest> {
  const { folders, files } = await packFiles(join(dataDir, 'postgres', 'cluster'), join(folder, 'data'), signal)
  const ended = await one<{ lsn: string; label: string; at: Date }>(
    client,
    'select lsn, labelfile as label, clock_timestamp() as at from pg_backup_stop(wait_for_archive => false)',
  )
  // The copy is restored with the label that the server returned, not with a file of the running one.
  const label = await packText(folder, 'backup_label', ended.label)
  const secret = join(dataDir, 'secret')
  if (existsSync(secret)) await copyFile(secret, join(folder, 'secret'))

  const { counts, exact, point } = await countAndMark(client, `tillhouse-${name}`)
  const { file } = await one<{ file: string }>(client, 'select pg_walfile_name(pg_switch_wal()) as file')
  await archived(backupDir, file, signal)

  const manifest: Manifest = {
    format: 1,
    server: begun.server,
    started: begun.at.toISOString(),
    ended: ended.at.toISOString(),
    timeline: begun.timeline,
    firstSegment: begun.file,
    stopLsn: ended.lsn,
    folders,
    files: [...files, label],
    tables: counts,
  }
  const checked = await restoreOnce({ folder, name, manifest }, { backupDir, dataDir, point, signal })
  const wrong = difference(counts, checked, exact)
  if (wrong !== undefined)
    throw new Error(`The backup is refused: restored into a temporary folder, it differs from the database (${wrong}).`)
  const whole = { ...manifest, tables: checked }
  await writeWhole(join(folder, 'manifest.json'), JSON.stringify(whole, null, 1))
  return whole
}

async function one<T extends object>(client: pg.Client, text: string): Promise<T> {
  const { rows } = await client.query<T>(text)
  if (rows[0] === undefined) throw new Error('PostgreSQL returned no row.')
  return rows[0]
}

async function packText(folder: string, path: string, text: string): Promise<Manifest['files'][number]> {
  const scratch = join(folder, 'scratch')
  await mkdir(scratch, { mode: 0o700 })
  await writeWhole(join(scratch, 'label'), text)
  const [part] = (await packFiles(scratch, scratch)).files
  await rename(join(scratch, 'label.gz'), join(folder, 'data', `${path}.gz`))
  await rm(scratch, { recursive: true })
  if (part === undefined) throw new Error(`${path} could not be stored.`)
  return { ...part, path }
}

/** The server archives only if it was started with BACKUP_DIR too. */
async function requireArchiving(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`)
  if (rows[0]?.mode === 'off')
    throw new Error('The running server was started without BACKUP_DIR: set it for the server too, and restart it.')
}

async function archived(backupDir: string, file: string, signal: AbortSignal | undefined): Promise<void> {
  const until = performance.now() + archiveTimeoutMs
  while (!existsSync(join(walFolder(backupDir), `${file}.gz`))) {
    signal?.throwIfAborted()
    if (performance.now() > until)
      throw new Error(`PostgreSQL does not archive its WAL into ${backupDir}: postgres.log in DATA_DIR has the cause.`)
    await sleep(50)
  }
}

type Check = { backupDir: string; dataDir: string; point: string; signal: AbortSignal | undefined }

async function restoreOnce(backup: Backup, { backupDir, dataDir, point, signal }: Check): Promise<Counts> {
  const folder = join(dataDir, 'backup-check')
  // Left by a process that was killed during its check.
  const data = join(folder, 'cluster')
  const orphan = await livingPostmaster({ data })
  if (orphan !== undefined) await stopPostmaster({ data, binaries: findBinaries() }, orphan)
  await rm(folder, { recursive: true, force: true })
  try {
    const recovery = { backupDir, backup, folder, target: { point } }
    return await recover(signal === undefined ? recovery : { ...recovery, signal }, countRows)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function removeOld(backupDir: string, keep: number): Promise<void> {
  const all = await listBackups(backupDir)
  for (const { folder } of all.slice(0, -keep)) {
    // Without its name it does not count as a backup, even if the removal is interrupted.
    await rename(folder, `${folder}.partial`)
    await rm(`${folder}.partial`, { recursive: true, force: true })
  }
  const first = all.slice(-keep).map(({ manifest }) => parseSegment(manifest.firstSegment))
  const oldest = first.filter((segment) => segment !== undefined).toSorted((a, b) => a.number - b.number)[0]
  if (oldest !== undefined) await removeSegmentsBefore(backupDir, oldest)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
