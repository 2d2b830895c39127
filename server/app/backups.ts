import { join } from 'node:path'
import pg from 'pg'
import { startJob } from '../../platform/concurrency/scheduler.ts'
import { archivedSegments, beforeGap, newestHistory, parseSegment } from '../database/backup/archive.ts'
import { listBackups } from '../database/backup/manifest.ts'
import { takeBackup } from '../database/backup/take-backup.ts'
import { dayMs } from '../../domain/calendar.ts'

type Parts = {
  backupDir: string
  dataDir: string
  /** The embedded database's superuser. */
  ownerUrl: string
  /** Returns the machine's time, which the WAL uses too; never the sandbox's. */
  now: () => Date
  info: (entry: object, message: string) => void
  warn: (entry: object, message: string) => void
}

/** The hour in UTC after which the nightly backup is due, and how often this is checked, in milliseconds. */
const hour = 2
const intervalMs = 60_000

/**
 * Takes a backup each night, and immediately if there is none that the archived WAL continues. `stop` ends a running
 * one.
 */
export function startBackups({ backupDir, dataDir, ownerUrl, now, info, warn }: Parts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const report = (message: string) => (error: unknown) => {
    if (!stopping.signal.aborted) warn({ reason: error instanceof Error ? error.message : 'unknown' }, message)
  }
  let failedAt = 0
  const job = startJob(
    async () => {
      // A failed backup is repeated after an hour.
      if (now().getTime() - failedAt < 3_600_000 || !(await isBackupDue(backupDir, now()))) return
      failedAt = now().getTime()
      const { name, manifest } = await takeBackup({ backupDir, dataDir, url: ownerUrl, signal: stopping.signal })
      failedAt = 0
      const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
      info({ backup: name, files: manifest.files.length, rows }, 'a backup was taken, restored once and counted')
    },
    intervalMs,
    report('the backup failed'),
  )
  job.soon()
  // Does nothing if nothing was written since the last switch. archive_timeout alone sometimes left an idle database
  // unarchived.
  const switching = startJob(() => switchWal(ownerUrl), 30_000, report('the WAL could not be handed to the archive'))
  return {
    async stop() {
      stopping.abort()
      await Promise.all([job.stop(), switching.stop()])
    },
  }
}

async function switchWal(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('select pg_switch_wal()').finally(() => client.end())
}

export async function isBackupDue(backupDir: string, now: Date): Promise<boolean> {
  const newest = (await listBackups(backupDir)).at(-1)
  const from = newest && parseSegment(newest.manifest.firstSegment)
  if (newest === undefined || from === undefined) return true
  if ((await newestHistory(backupDir)).timeline !== newest.manifest.timeline) return true
  if (beforeGap(await archivedSegments(backupDir), from) !== undefined) return true
  const night = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour)
  const last = night > now.getTime() ? night - dayMs : night
  return new Date(newest.manifest.started).getTime() < last
}

/** Returns the age in seconds of the state in the newest complete backup; null if there is none. */
export async function backupAge(backupDir: string, now: Date): Promise<number | null> {
  const newest = (await listBackups(backupDir)).at(-1)
  return newest === undefined ? null : (now.getTime() - new Date(newest.manifest.ended).getTime()) / 1000
}

/** The copy of the erasure log beside the backups: it outlives the data folder, and no restore replaces it. */
export const erasureLogCopy = (backupDir: string) => join(backupDir, 'forgotten.ledger')
