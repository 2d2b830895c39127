import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clusterUrl } from './cluster.ts'
import { readPidFile, type Cluster } from './postmaster.ts'

/**
 * The supervisor's own connection. It holds the lock that keeps a second product off the folder, and it ends when
 * PostgreSQL ends. The kernel closes it with this process, however that ends. `postmaster` is the server's process id.
 */
export type SupervisorConnection = { client: pg.Client; ended: Promise<void>; postmaster: number }

/** `busy`: a server accepts no connections yet (starting, stopping, full); `absent`: no server listens. */
export async function connectSupervisor(cluster: Cluster): Promise<SupervisorConnection | 'busy' | 'absent'> {
  const client = new pg.Client({
    connectionString: clusterUrl(cluster, 'postgres', 'postgres'),
    application_name: `tillhouse supervisor ${process.pid}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  client.on('error', () => undefined) // An 'end' event follows, which is handled.
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  try {
    await client.connect()
    const postmaster = readPidFile(cluster.data)?.pid
    if (postmaster !== undefined) return { client, ended, postmaster }
    await client.end() // It is ending already.
    return 'busy'
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    if (/^(57P0|53)/.test(code)) return 'busy'
    if (/^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) {
      throw new Error(`The embedded database in ${cluster.folder} refuses its owner: ${message}.`, { cause: error })
    }
    return 'absent'
  }
}

/** Any fixed pair of numbers; the lock is in the database `postgres`, where the product stores nothing. */
const lock = '7445, 1'

/**
 * Claims the folder for this process, or throws a sentence with the cause `'in use'`. Waits a moment first, until
 * PostgreSQL notices that the previous holder was killed.
 */
export async function claim({ client }: SupervisorConnection, folder: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lock}) as mine`)
    if (rows[0]?.mine) return
    await sleep(50)
  }
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and (classid::int, objid::int) = (${lock})`,
  )
  const pid = /(?<!\d)\d+$/.exec(rows[0]?.name ?? '')?.[0]
  throw new Error(
    `Another running Tillhouse${pid === undefined ? '' : ` (process ${pid})`} uses the database in ${folder}: ` +
      'stop it first, or set DATA_DIR to another folder.',
    { cause: 'in use' },
  )
}

export async function clusterNameOf({ client }: SupervisorConnection): Promise<string | undefined> {
  const { rows } = await client.query<{ cluster_name: string }>('show cluster_name')
  return rows[0]?.cluster_name
}

/** The product's own role is not a superuser, so that its connections can never displace the supervisor's. */
export async function makeDatabase({ client }: SupervisorConnection, password: string | undefined): Promise<void> {
  const role = await client.query(`select from pg_roles where rolname = 'tillhouse'`)
  if (role.rowCount === 0) {
    const secret = password === undefined ? '' : `password ${client.escapeLiteral(password)}`
    await client.query(`create role tillhouse login ${secret}`)
  }
  const database = await client.query(`select from pg_database where datname = 'tillhouse'`)
  if (database.rowCount === 0) await client.query('create database tillhouse owner tillhouse')
}
