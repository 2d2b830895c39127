import { execFile, type ChildProcess } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

/** One embedded database on disk: its files, its account, and its address. */
export type Cluster = {
  folder: string
  data: string
  logFile: string
  account: Account
  binaries: Binaries
  /** A folder for the Unix socket, or an address on systems without them (Windows). */
  host: string
  port: number
  password: string | undefined
  /** True unless a test trades durability for speed. */
  fsync: boolean
  /** The folder of the backups, which enables archiving. */
  backupDir: string | undefined
}

const run = promisify(execFile)

/** A PostgreSQL started by this process: `ended` is its exit code (-1 for a signal or a program that cannot run). */
export type Postmaster = { pid: number; ended: number | undefined; saying(): string }

export async function startPostmaster(cluster: Cluster, settings: string[]): Promise<Postmaster> {
  const { account, binaries, data, logFile } = cluster
  await disownStaleLocks(cluster)
  const log = fs.openSync(logFile, 'a', 0o600)
  const from = fs.fstatSync(log).size
  // A separate session: the terminal's Ctrl-C is for the product, which then stops PostgreSQL in order.
  const options = { detached: true, stdio: ['ignore', log, log] as ['ignore', number, number] }
  // pg_ctl drops an administrator's rights on Windows, with which PostgreSQL would refuse to run.
  const child: ChildProcess =
    process.platform === 'win32'
      ? account.spawn(binaries.control, ['start', '-w', '-D', data, '-l', logFile, '-o', settings.join(' ')], options)
      : account.spawn(binaries.postgres, ['-D', data, ...settings], options)
  fs.closeSync(log)
  child.unref()
  const saying = () => fs.readFileSync(logFile).subarray(from).toString('utf8')
  const started: Postmaster = { pid: child.pid ?? 0, ended: undefined, saying }
  child.once('error', () => (started.ended = -1))
  child.once('exit', (code) => (started.ended = code ?? -1))
  return started
}

/** Returns why PostgreSQL ended, by its log: the last fatal error, otherwise the last line. */
export function fatalLine(log: string): string {
  const lines = log.trim().split('\n')
  const line = lines.findLast((said) => /(FATAL|PANIC): /.test(said)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*(FATAL|PANIC):\s*/, '')
}

/**
 * Returns the process id of the PostgreSQL that runs on this cluster, if any: a number in a file alone is not enough.
 */
export async function livingPostmaster(cluster: Pick<Cluster, 'data'>): Promise<number | undefined> {
  const pid = readPidFile(cluster.data)?.pid
  if (pid === undefined || !isAlive(pid)) return undefined
  const line = await commandLine(pid)
  const ours = process.platform === 'win32' ? line.includes('postgres') : line.includes(cluster.data)
  return ours ? pid : undefined
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. Returns when the process is gone. */
export async function stopPostmaster(cluster: Pick<Cluster, 'data' | 'binaries'>, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    await run(cluster.binaries.control, ['stop', '-w', '-m', 'fast', '-D', cluster.data])
    return
  }
  const stillThere = async () => isAlive(pid) && (await commandLine(pid)) !== ''
  for (const [signal, timeoutMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signalTo(pid, signal)
    const until = performance.now() + timeoutMs
    while (performance.now() < until) {
      if (!(await stillThere())) return
      await sleep(10)
    }
  }
  throw new Error(`The embedded database (process ${pid}) does not stop.`)
}

export function readPidFile(data: string): { pid: number; port: number } | undefined {
  try {
    const lines = fs.readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3]) } : undefined
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function signalTo(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}

/** Returns the command line; empty if the process has ended, even before its parent has collected it. */
async function commandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux')
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    if (process.platform === 'win32')
      return (await run('tasklist', ['/FI', `PID eq ${pid}`, '/NH', '/FO', 'CSV'])).stdout
    return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout.trim()
  } catch {
    return ''
  }
}

/**
 * After a power cut or in a new container the number in PostgreSQL's lock files may be any process's, and PostgreSQL
 * then refuses to start. It treats its parent's number as stale, and continues to its second check, for processes that
 * still use the earlier server's memory; deleting the file would skip that check. On Windows PostgreSQL detects this by
 * itself.
 */
async function disownStaleLocks({ data, host }: Cluster) {
  if (process.platform === 'win32') return
  for (const file of [join(data, 'postmaster.pid'), join(host, '.s.PGSQL.5432.lock')]) {
    if (!fs.existsSync(file)) continue
    const [first, ...rest] = fs.readFileSync(file, 'utf8').split('\n')
    const pid = Math.abs(Number(first))
    if (!(pid > 0) || !isAlive(pid) || (await commandLine(pid)).includes(data)) continue
    fs.writeFileSync(file, [process.pid, ...rest].join('\n'))
  }
}
