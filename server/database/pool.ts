import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { startLivenessProbe } from './liveness-probe.ts'
import { createLookUps } from './look-ups.ts'
import { trackWrites, type Writes } from './writes.ts'
import { typeParser } from './type-parser.ts'
import { createNaming } from './statement-names.ts'

/** Runs a statement outside a transaction, without Kysely's work around it; `lookUp` on the connection that small ones share. */
export type DirectQueries = Record<'run' | 'lookUp', (text: string, values: unknown[]) => Promise<unknown[]>>

const directly = new WeakMap<object, DirectQueries>()

/** Returns what runs statements of this Kysely directly; undefined for a transaction. */
export function directOf(db: object): DirectQueries | undefined {
  return directly.get(db)
}

export type Database<Tables> = {
  db: Kysely<Tables>
  pool: pg.Pool
  /** Whether the database accepts writes, as far as the statements show. */
  writes: Writes
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** Called when an idle connection is lost, which the pool replaces automatically. */
  log?(line: string): void
  /** If there are more than two connections, one is for look-ups. */
  max?: number
  applicationName?: string
  /** False if a pooler gives each transaction another connection, on which a prepared statement is unknown. */
  prepare?: boolean
}

const connectionTimeoutMillis = 2_500

/**
 * Time limits, and that a commit is durable: otherwise a crash of the database loses webhooks that were acknowledged. By
 * SET, because a pooler rejects them among the parameters of a new connection: pgbouncer.org/config.html,
 * ignore_startup_parameters. Other values of `synchronous_commit` than off are durable, and the operator's choice.
 */
const sessionSettings = {
  text: `set statement_timeout = 10000; set idle_in_transaction_session_timeout = 60000;
    select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`,
  // A pooler accepts a connection before it has one to the database, and this statement then waits for that.
  query_timeout: connectionTimeoutMillis,
}

/**
 * Opens a pool, which connects at first use, so that this never fails. A query responds within 10 s or is cancelled, a
 * connection comes within 2.5 s or the query fails, and queries to a lost database fail within 2.5 s; see
 * `isUnavailable`. Rows contain `timestamptz` as Date, `date` as 'YYYY-MM-DD', `bigint` as number while that is exact
 * (else string), `numeric` as string.
 */
export function openDatabase<Tables>(address: string, options: DatabaseOptions = {}): Database<Tables> {
  const url = withoutAliases(address)
  const { log = () => undefined, max = 10, applicationName = 'tillhouse', prepare = true } = options
  const livenessProbe = startLivenessProbe(url)
  // If each transaction may get another connection, none is shared.
  const lookUpMax = prepare && max > 2 ? 1 : 0
  const config: pg.PoolConfig = {
    connectionString: url,
    stream: livenessProbe.stream,
    application_name: applicationName,
    max: max - lookUpMax,
    connectionTimeoutMillis,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    // The pool awaits it, despite its type.
    onConnect: (client): unknown => client.query(sessionSettings),
  }
  const pool = new pg.Pool(config)
  const lookUpPool = new pg.Pool({ ...config, max: 1, pipeline: true })
  const pools = [pool, lookUpPool]
  const writes = trackWrites(log)
  let closing = false
  for (const each of pools) {
    each.on('error', (error) => {
      if (!closing) log(`A database connection was lost: ${error.message}`)
    })
    // A connection that breaks while it is checked out but between two queries has no other listener, and would end the
    // process.
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  const hasPendingQueries = (each: pg.Pool) => each.waitingCount > 0 || each.totalCount > each.idleCount
  livenessProbe.watch(() => closing || pools.some(hasPendingQueries))
  const close = async () => {
    closing = true
    await Promise.all(pools.map((each) => each.end())).finally(livenessProbe.stop)
  }
  const named = createNaming(prepare)
  const ours = asPool(pool, writes, named)
  const db = new Kysely<Tables>({ dialect: new TransactionLockDialect({ pool: ours }) })
  const lookUp = createLookUps(lookUpPool, writes)
  const run = async (text: string, values: unknown[]) => {
    const client = await ours.connect()
    try {
      return (await client.query<unknown>(text, values)).rows
    } finally {
      client.release()
    }
  }
  directly.set(db, { run, lookUp: lookUpMax > 0 ? (text, values) => lookUp(named(text, values)) : run })
  return { db, pool, writes, close }
}

/**
 * Kysely's migration lock belongs to a session, which a pooler may release on another connection: migrate.ts has its
 * own.
 */
class TransactionLockDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return Object.assign(new PostgresAdapter(), {
      acquireMigrationLock: () => Promise.resolve(),
      releaseMigrationLock: () => Promise.resolve(),
    })
  }
}

/**
 * pg treats sslmode prefer, require and verify-ca as verify-full and warns that this will change: the shop keeps that.
 * `uselibpqcompat` requests libpq's meaning.
 */
function withoutAliases(address: string): string {
  const url = new URL(address)
  const mode = url.searchParams.get('sslmode') ?? ''
  if (url.searchParams.has('uselibpqcompat') || !/^(prefer|require|verify-ca)$/.test(mode)) return address
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}

/** Returns the pool for Kysely, which itself names no statements. */
function asPool(pool: pg.Pool, writes: Writes, named: ReturnType<typeof createNaming>): PostgresPool {
  const take = () =>
    pool.connect().catch((error: unknown) => {
      writes.notConnected(error)
      throw error
    })
  const connect = async () => {
    let client = await take()
    for (; writes.isStale(client); client = await take()) client.release(true)
    writes.connected()
    const query = (text: string, values: unknown[]) =>
      client.query(named(text, values)).catch((error: unknown) => {
        writes.failed(error, client)
        throw error
      })
    const release = (destroy?: boolean) => client.release(destroy === true || writes.isStale(client))
    return { query, release } as unknown as PostgresPoolClient
  }
  return { options: pool.options, end: () => pool.end(), connect }
}
