import { createHash } from 'node:crypto'
import { totalmem } from 'node:os'
import { archiveSettings } from '../backup/archive.ts'
import type { Cluster } from './postmaster.ts'

/**
 * Returns PostgreSQL's settings for its command line, which no file overrides: a small server for one product. Its log
 * contains starts, stops and fatal errors, but no statements, which could contain personal data.
 */
export function settingsFor({ host, port, binaries, fsync, backupDir }: Cluster): string[] {
  const sockets = `"${host.replaceAll('"', '""')}"`
  const place =
    host === '127.0.0.1'
      ? { listen_addresses: host, unix_socket_directories: '' }
      : { listen_addresses: '', unix_socket_directories: sockets }
  const settings: Record<string, string> = {
    ...place,
    port: String(port),
    unix_socket_permissions: '0700',
    fsync: fsync ? 'on' : 'off',
    synchronous_commit: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    max_connections: '200',
    shared_buffers: `${buffersFor(usableMemory())}MB`,
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: '-1',
    ...(backupDir === undefined ? {} : archiveSettings(backupDir)),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const fingerprint = createHash('sha256')
    .update([binaries.version, ...args].join('\0'))
    .digest('hex')
    .slice(0, 12)
  return [...args, '-c', `cluster_name=tillhouse-${fingerprint}`]
}

const megabyte = 2 ** 20

/** Returns the memory of this machine, or of the container, in bytes. */
function usableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Returns the megabytes of shared buffers: an eighth of the memory in steps of 128 MB, at most 1 GB
 * (docs/decisions/0030).
 */
export function buffersFor(memory: number): number {
  const steps = Math.floor(memory / 8 / (128 * megabyte))
  return 128 * Math.min(Math.max(steps, 1), 8)
}

/**
 * Returns the cluster name in settings: a server with this name runs with exactly these settings, from the same release
 * of the programs.
 */
export function clusterNameIn(settings: string[]): string | undefined {
  return settings.at(-1)?.split('=')[1]
}
