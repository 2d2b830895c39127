import type { Config } from '../config/config.ts'
import { restore } from '../../database/backup/restore.ts'
import { readArguments, runCommand } from './run-command.ts'

const usage = `Usage: npm run restore [-- --until TIME]
Restores the database from BACKUP_DIR into a DATA_DIR that has none: its latest state, or that of a time such as 2026-11-22T14:30:00Z.`

/** `npm run restore`. Throws one sentence if it fails. */
async function run(args: string[], config: Config, say: (line: string) => void): Promise<void> {
  const { backupDir, dataDir } = config
  if (backupDir === null) throw new Error('BACKUP_DIR is missing: set it to the folder that has the backups.')
  const { backup, lastChange, tables, secret } = await restore(backupDir, dataDir, readTime(args))
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  say(`The database is restored into ${dataDir}: ${Object.keys(tables).length} tables, ${rows} rows.`)
  say(`Its last change was made at ${lastChange?.toISOString() ?? backup.manifest.ended}.`)
  if (!secret) say('The backup has no secret: start the server with the SECRET that it had.')
  say('The installers are not part of a backup: put them into DATA_DIR/installers.')
  say('The first start erases everyone in the erasure log again, before the server responds.')
}

/** Reads a time, which must have an offset, because it would be ambiguous without one. */
function readTime(args: string[]): Date | null {
  const { until } = readArguments(args, usage, { until: { type: 'string' } }).values
  if (until === undefined) return null
  const time = new Date(until)
  if (!until.includes('T') || !/(?:Z|[+-]\d\d:\d\d)$/.test(until) || Number.isNaN(time.getTime()))
    throw new Error(
      `--until must be a time with its offset, such as 2026-11-22T14:30:00Z or 2026-11-22T15:30:00+01:00.`,
    )
  return time
}

await runCommand(usage, run)
