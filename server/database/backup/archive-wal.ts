/**
 * PostgreSQL's archive_command, a separate program: `archive-wal <file> <name> <folder>` stores one finished WAL file,
 * compressed, under its final name only once it is on disk. Exit code 0 means stored; PostgreSQL retries after any
 * other. https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-ARCHIVING-WAL
 */
import { existsSync, fsyncSync, closeSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

function store(file: string, name: string, folder: string): void {
  const content = readFileSync(file)
  const target = join(folder, `${name}.gz`)
  if (existsSync(target)) {
    // After a crash PostgreSQL may archive a file again. Another database's file with the same name must never be
    // replaced.
    if (gunzipSync(readFileSync(target)).equals(content)) return
    throw new Error(`${target} exists with other content: another database has written to BACKUP_DIR.`)
  }
  const partial = `${target}.partial`
  const handle = openSync(partial, 'w', 0o600)
  writeFileSync(handle, gzipSync(content, { level: 1 }))
  fsyncSync(handle)
  closeSync(handle)
  renameSync(partial, target)
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

const [file = '', name = '', folder = ''] = process.argv.slice(2)
try {
  store(file, name, folder)
} catch (error) {
  process.stderr.write(`WAL file ${name} is not archived: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
