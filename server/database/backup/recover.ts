import { statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { give } from '../embedded/account.ts'
import { clusterUrl, prepareCluster, removeSocketFolder } from '../embedded/cluster.ts'
import { fatalLine, startPostmaster, stopPostmaster, type Postmaster } from '../embedded/postmaster.ts'
import { settingsFor } from '../embedded/settings.ts'
import { restoreCommand } from './archive.ts'
import { unpackFiles } from './copy.ts'
import type { Backup } from './manifest.ts'

export type Recovery = {
  /** The folder from which the WAL is read. */
  backupDir: string
  backup: Backup
  /** The new folder of the database; must not exist. */
  folder: string
  /** The end of recovery: a time, a named restore point, or the end of the archived WAL. */
  target: { until: Date } | { point: string } | null
  /** Aborts: PostgreSQL is stopped, and the recovery rejects. */
  signal?: AbortSignal
}

/**
 * Unpacks a backup into a folder, lets PostgreSQL replay the WAL, queries the recovered database with `ask`, and stops
 * it. Throws one sentence if that fails; the folder is then unusable.
 */
export async function recover<T>(recovery: Recovery, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const { backupDir, backup, folder, target, signal } = recovery
  const data = join(folder, 'cluster')
  await mkdir(data, { recursive: true, mode: 0o700 })
  await unpackFiles(backup, data, signal)
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 })
  giveToOwner(folder)
  const cluster = await prepareCluster(folder, {})
  const aim: Record<string, string> =
    target === null
      ? {}
      : 'until' in target
        ? { recovery_target_time: target.until.toISOString().replace('T', ' ').replace('Z', '+00') }
        : { recovery_target_name: target.point }
  const settings = {
    restore_command: restoreCommand(backupDir),
    recovery_target_action: 'promote',
    // Nothing is archived yet, because the folder of backups may belong to a running shop. Without a command PostgreSQL
    // keeps what it will archive once it has one, such as the history of the new timeline:
    // postgresql.org/docs/18/runtime-config-wal.html#GUC-ARCHIVE-COMMAND
    archive_mode: 'on',
    archive_command: '',
    // Connections are accepted only once recovery is over.
    hot_standby: 'off',
    ...aim,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const started = await startPostmaster(cluster, [...settingsFor(cluster), ...args])
  const interrupt = () => void stopPostmaster(cluster, started.pid).catch(() => undefined)
  signal?.addEventListener('abort', interrupt)
  try {
    const client = await connect(clusterUrl(cluster, 'postgres', 'tillhouse'), started, recovery)
    try {
      return await ask(client)
    } finally {
      await client.end()
    }
  } finally {
    signal?.removeEventListener('abort', interrupt)
    if (started.ended === undefined) await stopPostmaster(cluster, started.pid)
    removeSocketFolder(cluster)
  }
}

/** Waits as long as recovery takes, which is hours if much was written since the backup. */
async function connect(url: string, started: Postmaster, { target, folder, signal }: Recovery): Promise<pg.Client> {
  for (;;) {
    signal?.throwIfAborted()
    if (started.ended !== undefined) throw new Error(explain(started.saying(), target, folder))
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      // It is not listening yet, or about to exit: the next poll shows which.
      const passes = /^(57P0\d|ENOENT|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code)
      if (!passes && !message.startsWith('Connection terminated')) throw error
    }
    await sleep(50)
  }
}

function explain(log: string, target: Recovery['target'], folder: string): string {
  if (target !== null && 'until' in target && log.includes('recovery ended before configured recovery target')) {
    const last = [...log.matchAll(/last completed transaction was at log time (\S+ [\d:.]+)\+00/g)].at(-1)?.[1]
    const reach =
      last === undefined
        ? ''
        : ` The last change in them is of ${new Date(`${last.replace(' ', 'T')}Z`).toISOString()}.`
    return `The backups do not reach ${target.until.toISOString()}.${reach} Choose an earlier time, or leave out --until for the latest state.`
  }
  return `PostgreSQL cannot recover the backup: ${fatalLine(log)}. More is in ${join(folder, 'postgres.log')}.`
}

/** Gives what root created in another user's folder to that user. */
export function giveToOwner(folder: string): void {
  const { uid, gid } = statSync(join(folder, '..'))
  if (process.getuid?.() !== 0 || uid === 0) return
  give(folder, uid, gid)
}
