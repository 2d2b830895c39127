import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterUrl } from './cluster.ts'
import { isAlive } from './postmaster.ts'

/**
 * Returns how to reach the embedded database of a folder: its address while it runs, otherwise whether there is one at
 * all. Only reads files: nothing is started, prepared or locked.
 */
export function lookAtEmbedded(folder: string): { url: string } | 'stopped' | 'none' {
  const data = join(folder, 'cluster')
  if (!existsSync(data)) return 'none'
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return 'stopped'
  // PostgreSQL writes: process, data folder, start time, port, socket folder, listening address.
  const [pid, , , port, socket, address] = readFileSync(file, 'utf8').split('\n')
  if (!isAlive(Number(pid)) || port === undefined) return 'stopped'
  const where = socket ? { host: socket } : { host: address ?? '127.0.0.1' }
  const password = socket ? undefined : readFileSync(join(folder, 'password'), 'utf8').trim()
  return { url: clusterUrl({ ...where, port: Number(port), password }, 'tillhouse', 'tillhouse') }
}
