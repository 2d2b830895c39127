import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archivedSegments, beforeGap, newestHistory, parseLsn, parseSegment, walFolder } from './archive.ts'
import { countRows, type Counts } from './count-rows.ts'
import { listBackups, type Backup } from './manifest.ts'
import { recover } from './recover.ts'

export type RestoreResult = {
  backup: Backup
  /** The time of the last change that is in the restored database; null if nothing has changed since the backup. */
  lastChange: Date | null
  tables: Counts
  /** Whether the secret that encrypts parts of the database came with the backup. */
  secret: boolean
}

/**
 * Restores the embedded database as it was at `until`, or in its latest state, into a data folder without one. Throws
 * one sentence, and then leaves the data folder unchanged.
 */
export async function restore(backupDir: string, dataDir: string, until: Date | null): Promise<RestoreResult> {
  const home = join(dataDir, 'postgres')
  if (await exists(home))
    throw new Error(`${dataDir} has a database already: set DATA_DIR to an empty folder, or move ${home} away first.`)
  const backup = await chooseBackup(backupDir, until)
  await refuseGap(backupDir, backup, until)
  const secret = join(backup.folder, 'secret')
  const hasSecret = await exists(secret)
  const ownSecret = join(dataDir, 'secret')
  if (
    hasSecret &&
    (await exists(ownSecret)) &&
    (await readFile(secret, 'utf8')) !== (await readFile(ownSecret, 'utf8'))
  )
    throw new Error(
      `${ownSecret} differs from the secret in the backup: move it away, or set DATA_DIR to an empty folder.`,
    )

  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(dataDir, 'postgres.restoring')
  await rm(folder, { recursive: true, force: true })
  try {
    const target = until === null ? null : { until }
    const found = await recover({ backupDir, backup, folder, target }, async (client) => {
      const last = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
      return { lastChange: last.rows[0]?.at ?? null, tables: await countRows(client) }
    })
    if (hasSecret) await copyFile(secret, ownSecret)
    await rename(folder, home)
    return { backup, secret: hasSecret, ...found }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Returns the newest backup that ended by then, on the timeline of the newest restore. */
async function chooseBackup(backupDir: string, until: Date | null): Promise<Backup> {
  const all = await listBackups(backupDir)
  if (all.length === 0) throw new Error(`There is no complete backup in ${backupDir}: check BACKUP_DIR.`)
  const { timeline, left } = await newestHistory(backupDir)
  const usable = all.filter(({ manifest }) => {
    const end = left.get(manifest.timeline)
    return manifest.timeline === timeline || (end !== undefined && parseLsn(manifest.stopLsn) <= end)
  })
  const chosen = usable.findLast(({ manifest }) => until === null || new Date(manifest.ended) <= until)
  if (chosen === undefined)
    throw new Error(`No backup is old enough: the first usable time is ${usable[0]?.manifest.ended ?? 'none'}.`)
  return chosen
}

/** Recovery would take a missing WAL file for the end. */
async function refuseGap(backupDir: string, { manifest }: Backup, until: Date | null): Promise<void> {
  const segments = await archivedSegments(backupDir)
  const from = parseSegment(manifest.firstSegment)
  if (from === undefined) throw new Error('The backup names no WAL file: its manifest.json is damaged.')
  const gap = beforeGap(segments, from)
  if (gap === 'first')
    throw new Error(`The WAL file ${from.name} is missing in ${backupDir}: the backup cannot be used.`)
  if (gap === undefined) return
  const { mtime } = await stat(join(walFolder(backupDir), `${gap.name}.gz`))
  // A time before the gap does not need later files.
  if (until !== null && until <= mtime) return
  throw new Error(
    `The WAL file after ${gap.name} is missing in ${walFolder(backupDir)}: with --until you can restore at most ${mtime.toISOString()}.`,
  )
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
