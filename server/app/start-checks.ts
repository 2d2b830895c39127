import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { wordsIn } from '../../i18n/server-words.ts'
import { passwordProblem } from '../../identity/accounts/passwords.ts'
import { appendFault, creationFault } from '../folders.ts'
import { erasureLogCopy } from './backups.ts'
import type { Config } from './config/config.ts'
import { explainListening } from './process/announcement.ts'

/** What stops a start. The start and `npm run doctor` check the same; nothing here changes anything. */

/** Returns the faults of the folders and files that the server writes. */
export function writableFaults(
  config: Pick<Config, 'dataDir' | 'backupDir' | 'databaseUrl' | 'erasureLogFile' | 'screening'>,
): string[] {
  const { dataDir, backupDir, databaseUrl, erasureLogFile, screening } = config
  const listFolder = screening.fetch ? screening.folder : null
  const parts = ['', 'installers', ...(databaseUrl === null ? ['postgres'] : [])]
  const faults = [
    ...parts.map((part) => creationFault('DATA_DIR', dataDir, part)),
    backupDir === null ? null : creationFault('BACKUP_DIR', backupDir),
    // A missing one stops the start only while no list is in force.
    listFolder === null || !existsSync(listFolder) ? null : creationFault('SCREENING_DIR', listFolder),
    erasureLogFault(erasureLogFile, dataDir, 'FORGOTTEN_LEDGER'),
    backupDir === null ? null : erasureLogFault(erasureLogCopy(backupDir), backupDir, 'The erasure log in BACKUP_DIR'),
  ]
  return [...new Set(faults.filter((fault) => fault !== null))]
}

/** The log's folder must exist already, unless it is the one that the start creates. */
function erasureLogFault(file: string, createdFolder: string, name: string): string | null {
  if (dirname(file) === createdFolder && !existsSync(createdFolder)) return null
  const code = appendFault(file)
  return code === null ? null : `${name} cannot be written (${code}): ${file}`
}

/** Returns why the administrator's password is not accepted; null if it is, or there is none. */
export function passwordFault(
  { oidc, admin }: Pick<Config, 'oidc' | 'admin'>,
  names: readonly string[],
): string | null {
  const { email = '', password } = (oidc ? null : admin) ?? {}
  const problem = password ? passwordProblem(wordsIn('en').identity, password, email, names) : undefined
  return problem === undefined ? null : `ADMIN_PASSWORD: ${problem}`
}

/** Returns why the server cannot listen on the address in HOST, with any port; null if it can. */
export async function hostFault(config: Config): Promise<string | null> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<string | null>()
  server.once('error', (error: NodeJS.ErrnoException) => resolve(explainListening(config, error)))
  server.listen({ host: config.host, port: 0 }, () => server.close(() => resolve(null)))
  return promise
}
