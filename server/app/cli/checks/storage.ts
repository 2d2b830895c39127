import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backupAge } from '../../backups.ts'
import type { Config } from '../../config/config.ts'
import { machineTime } from '../../process/clock.ts'

/**
 * A finding of the doctor, one line of its report. A fault stops the start, or keeps visitors, email or sign-in from
 * working.
 */
export type Finding = { level: 'ok' | 'warning' | 'fault'; about: string; sentence: string }

/** The number of free bytes below which a disk is reported. */
const scarce = 1_000_000_000
/** A nightly backup that is older than 26 hours has failed; seconds. */
const oldest = 93_600

/** Warns of a disk that is nearly full. */
export async function checkDisk({ dataDir, backupDir }: Config, free = freeBytes): Promise<Finding[]> {
  const places = [['DATA_DIR', dataDir] as const, ...(backupDir === null ? [] : [['BACKUP_DIR', backupDir] as const])]
  const lines = await Promise.all(
    places.map(async ([name, folder]): Promise<Finding[]> => {
      const bytes = await free(folder)
      if (bytes >= scarce) return []
      const sentence = `${name}: the disk has ${Math.round(bytes / 1e6)} MB left. Free disk space: writes fail when it is full.`
      return [{ level: 'warning', about: 'disk', sentence }]
    }),
  )
  return lines.flat()
}

/** Returns the free bytes for the server's user where the folder is, or will be created. */
async function freeBytes(folder: string): Promise<number> {
  let place = folder
  while (!existsSync(place)) place = dirname(place)
  const { bavail, bsize } = await statfs(place)
  return bavail * bsize
}

/** Checks whether the newest backup is recent enough. */
export async function checkBackups({ backupDir }: Pick<Config, 'backupDir'>, now = machineTime()): Promise<Finding[]> {
  if (backupDir === null) return []
  const line = (level: Finding['level'], sentence: string): Finding[] => [{ level, about: 'backups', sentence }]
  try {
    const age = await backupAge(backupDir, now)
    if (age === null)
      return line('warning', 'There is no backup yet: the running server takes the first one, or npm run backup does.')
    const hours = Math.round(age / 3600)
    return age > oldest
      ? line('warning', `The newest backup is ${hours} hours old: the log of the server has the cause.`)
      : line('ok', `The newest backup is ${hours} ${hours === 1 ? 'hour' : 'hours'} old.`)
  } catch (error) {
    return line('warning', error instanceof Error ? error.message : String(error))
  }
}
