import { share } from '../open-database.ts'
import type { Config } from '../config/config.ts'
import { takeBackup } from '../../database/backup/take-backup.ts'
import { readArguments, runCommand } from './run-command.ts'

const usage = `Usage: npm run backup
Takes a base backup of the embedded database into BACKUP_DIR now, and verifies it.`

/** `npm run backup`: takes a backup now, whether the server runs or not. */
async function backUp(args: string[], config: Config, say: (line: string) => void): Promise<void> {
  readArguments(args, usage, {})
  const { backupDir, dataDir } = config
  if (backupDir === null)
    throw new Error('BACKUP_DIR is missing: set it to the folder for backups, for this command and for the server.')
  const { ownerUrl, stop } = await share(config, say)
  try {
    const { folder, manifest } = await takeBackup({ backupDir, dataDir, url: ownerUrl })
    const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
    say(`${folder}: ${manifest.files.length} files, restored once and counted: ${rows} rows.`)
    say(
      config.secrets === null
        ? 'The secret of DATA_DIR is part of it. Keep BACKUP_DIR as safe as the database itself.'
        : 'SECRET is not part of it: keep it in a safe place. Without it, encrypted parts of the database cannot be read.',
    )
    say('Not part of it: the installers, CATALOGUE, BRAND and SCREENING_DIR. Back up these files yourself.')
  } finally {
    await stop?.()
  }
}

await runCommand(usage, backUp)
