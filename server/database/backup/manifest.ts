import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { baseFolder, namesIn } from './archive.ts'

/** The content of a base backup, in the file `manifest.json` in its folder. */
export type Manifest = {
  format: 1
  /** PostgreSQL's version; only the same major version can read the files. */
  server: string
  /** ISO 8601, by the database's clock. A restore to an earlier time than `ended` needs an earlier backup. */
  started: string
  ended: string
  timeline: number
  /** The first WAL file that recovery needs, and the position at which the copy is consistent. */
  firstSegment: string
  stopLsn: string
  folders: string[]
  /** Relative paths of the files, each stored in `data` as `path.gz`, with the size and hash of their content. */
  files: { path: string; bytes: number; sha256: string }[]
  /** Rows per table, as counted in the restored copy. */
  tables: Record<string, number>
}

export type Backup = { folder: string; name: string; manifest: Manifest }

/** Writes a file completely, or keeps the earlier one. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

/** The complete backups, oldest first. A backup gets its name once it has been restored and counted. */
export async function listBackups(backupDir: string): Promise<Backup[]> {
  const names = await namesIn(baseFolder(backupDir))
  const complete = names.filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name)).toSorted()
  return Promise.all(complete.map((name) => readBackup(backupDir, name)))
}

async function readBackup(backupDir: string, name: string): Promise<Backup> {
  const folder = join(baseFolder(backupDir), name)
  try {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest | { format: unknown }
    if (manifest.format !== 1 || !('files' in manifest)) throw new Error('unknown format')
    return { folder, name, manifest }
  } catch (error) {
    throw new Error(
      `The backup ${folder} is incomplete: its manifest.json cannot be read. Move it out of BACKUP_DIR.`,
      {
        cause: error,
      },
    )
  }
}
