import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareArchive } from '../backup/archive.ts'
import { chooseAccount, type Account } from './account.ts'
import { findBinaries } from './binaries.ts'
import { isAlive, readPidFile, type Cluster } from './postmaster.ts'

export type ClusterOptions = { fsync?: boolean; tcp?: boolean; namespaces?: boolean; backupDir?: string | undefined }

/**
 * The maximum length of a socket path on every system: 104 bytes on macOS and the BSDs with the closing zero, 108 on
 * Linux.
 */
const socketPathLimit = 103
const logLimit = 10_000_000

/** Prepares the folder, and creates the cluster at the first start. Throws one sentence if that fails. */
export async function prepareCluster(wanted: string, options: ClusterOptions): Promise<Cluster> {
  const folder = makeFolder(wanted)
  const binaries = findBinaries()
  const account = await chooseAccount(folder, binaries, options)
  const data = join(folder, 'cluster')
  const tcp = options.tcp ?? process.platform === 'win32'
  const cluster: Cluster = {
    folder,
    data,
    logFile: join(folder, 'postgres.log'),
    account,
    binaries,
    ...(tcp
      ? { host: '127.0.0.1', port: await choosePort(data) }
      : { host: socketFolder(folder, account), port: 5432 }),
    password: tcp ? passwordIn(folder, account) : undefined,
    fsync: options.fsync ?? true,
    backupDir: options.backupDir,
  }
  if (fs.existsSync(cluster.logFile) && fs.statSync(cluster.logFile).size > logLimit) {
    fs.renameSync(cluster.logFile, `${cluster.logFile}.1`)
  }
  sweepAborted(folder)
  if (!fs.existsSync(data)) await initialise(cluster)
  if (options.backupDir !== undefined) prepareArchive(options.backupDir, data, account)
  return cluster
}

function makeFolder(wanted: string): string {
  try {
    fs.mkdirSync(wanted, { recursive: true, mode: 0o700 })
    return fs.realpathSync(wanted)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`The database folder ${wanted} cannot be created (${code}): check DATA_DIR and its permissions.`, {
      cause: error,
    })
  }
}

export function clusterUrl(
  { host, port, password }: Pick<Cluster, 'host' | 'port' | 'password'>,
  role: string,
  database: string,
): string {
  const who = password === undefined ? role : `${role}:${password}`
  if (host === '127.0.0.1') return `postgres://${who}@${host}:${port}/${database}`
  return `postgres://${who}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Created in a neighbouring folder and renamed, so that a kill never leaves half a cluster. */
async function initialise(cluster: Cluster) {
  const { account, binaries, folder, data, password } = cluster
  const fresh = `${data}.new.${process.pid}`
  fs.mkdirSync(fresh, { mode: 0o700 })
  giveTo(account, fresh)
  const auth = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile(folder)}`]
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const sync = cluster.fsync ? [] : ['--no-sync']
  const child = account.spawn(binaries.initdb, ['-D', fresh, '--username=postgres', ...auth, ...locale, ...sync], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const code = await once(child, 'close').then(
    ([status]) => status as number | null,
    (error: unknown) => ((complaint = String(error)), null),
  )
  if (code !== 0) {
    fs.rmSync(fresh, { recursive: true, force: true })
    const reason = /error: .*/.exec(complaint)?.[0] ?? complaint.trim()
    throw new Error(
      `The embedded database could not be created in ${folder}: ${reason || `initdb ended with ${code}`}.`,
    )
  }
  try {
    fs.renameSync(fresh, data)
  } catch (error) {
    if (!fs.existsSync(data)) throw error
    fs.rmSync(fresh, { recursive: true, force: true }) // Another start was faster, and its cluster is used.
  }
}

function sweepAborted(folder: string) {
  for (const name of fs.readdirSync(folder)) {
    const pid = Number(/^cluster\.new\.(\d+)$/.exec(name)?.[1])
    if (pid > 0 && (pid === process.pid || !isAlive(pid)))
      fs.rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function socketFolder(folder: string, account: Account): string {
  const fits = (place: string) => Buffer.byteLength(join(place, '.s.PGSQL.5432')) <= socketPathLimit
  if (fits(folder)) return folder
  const name = `tillhouse-${createHash('sha256').update(`${account.uid} ${folder}`).digest('hex').slice(0, 16)}`
  const short = [join(fs.realpathSync(tmpdir()), name), join('/tmp', name)].find(fits)
  if (short === undefined)
    throw new Error(`The path of ${folder} is too long for a database socket: choose a shorter DATA_DIR.`)
  // Changes ownership only of a folder that it created: another user may own a path in /tmp.
  if (fs.mkdirSync(short, { recursive: true, mode: 0o700 }) !== undefined) giveTo(account, short)
  const made = fs.lstatSync(short)
  if (!made.isDirectory() || made.uid !== account.uid || (made.mode & 0o077) !== 0) {
    throw new Error(
      `${short}, where the database's socket would stand, belongs to somebody else: remove it, or shorten DATA_DIR.`,
    )
  }
  return short
}

/** Called after the stop: the short folder is used only while the server runs. */
export function removeSocketFolder({ folder, host, port, password }: Cluster) {
  if (password !== undefined || host === folder || fs.existsSync(join(host, `.s.PGSQL.${port}`))) return
  fs.rmSync(host, { recursive: true, force: true })
}

/** Gives files that root creates for another account to that account; only root can do so. */
function giveTo({ uid, gid }: Account, path: string) {
  if (process.getuid?.() === 0 && uid !== undefined && gid !== undefined) fs.lchownSync(path, uid, gid)
}

const passwordFile = (folder: string) => join(folder, 'password')

/** Over TCP every local user can connect, so the database requires a password that only the folder's owner can read. */
function passwordIn(folder: string, account: Account): string {
  const file = passwordFile(folder)
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  giveTo(account, file)
  return fs.readFileSync(file, 'utf8').trim()
}

async function choosePort(data: string): Promise<number> {
  const known = readPidFile(data)
  if (known !== undefined && isAlive(known.pid)) return known.port
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
