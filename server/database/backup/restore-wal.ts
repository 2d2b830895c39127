/**
 * PostgreSQL's restore_command, a separate program: `restore-wal <folder> <name> <target>` fetches one WAL file from
 * the archive. Exit code 1 means that there is no such file, where recovery can end. Anything above 125 stops recovery
 * with an error, so that a damaged file is never mistaken for the end.
 * https://www.postgresql.org/docs/18/runtime-config-wal.html#GUC-RESTORE-COMMAND
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const [folder = '', name = '', target = ''] = process.argv.slice(2)
try {
  writeFileSync(target, gunzipSync(readFileSync(join(folder, `${name}.gz`))), { mode: 0o600 })
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  process.exitCode = code === 'ENOENT' ? 1 : 200
  if (code !== 'ENOENT') process.stderr.write(`WAL file ${name} cannot be read from the backups: ${message}\n`)
}
