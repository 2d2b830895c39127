import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { preparedMark } from '../store/prepared.ts'
import { takePulse } from './pulse.ts'

export type Database<Tables> = {
  db: Kysely<Tables>
  pool: pg.Pool
  /** Waits for what is under way, then closes every connection. */
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** Told when an idle connection is lost; the pool replaces it by itself. */
  log?(line: string): void
  max?: number
  applicationName?: string
}

/**
 * Connects when first used, so this never fails. A query answers within 10 s or is cancelled, a connection comes within 2.5 s or the
 * query fails, and what waits for a database that vanished fails within 2.5 s; see `isUnavailable`. Rows hold `timestamptz` as Date, `date` as 'YYYY-MM-DD', `bigint` as number while that is exact
 * (else string), `numeric` as string.
 */
export function openDatabase<Tables>(address: string, options: DatabaseOptions = {}): Database<Tables> {
  const url = withoutAliases(address)
  const { log = () => undefined, max = 10, applicationName = 'tillhouse' } = options
  const pulse = takePulse(url)
  const pool = new pg.Pool({
    connectionString: url,
    stream: pulse.stream,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: 2_500,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  let closing = false
  pool.on('error', (error) => {
    if (!closing) log(`A database connection was lost: ${error.message}`)
  })
  // A connection that breaks while it is out of the pool but between two queries has no other listener, and would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pulse.watch(() => closing || pool.waitingCount > 0 || pool.totalCount > pool.idleCount)
  const close = async () => {
    closing = true
    await pool.end().finally(pulse.stop)
  }
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: keepingPlans(pool) }) }), pool, close }
}

/**
 * pg takes sslmode prefer, require and verify-ca for verify-full and warns that this will change: the shop stays with it.
 * `uselibpqcompat` asks for libpq's meaning of them.
 */
function withoutAliases(address: string): string {
  const url = new URL(address)
  const mode = url.searchParams.get('sslmode') ?? ''
  if (url.searchParams.has('uselibpqcompat') || !/^(prefer|require|verify-ca)$/.test(mode)) return address
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}

/** The pool as Kysely sees it, which names no statements itself: those marked for it get a name, so that their plan is kept. */
function keepingPlans(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const known = names.get(text) ?? `plan_${names.size}`
    names.set(text, known)
    return known
  }
  const connect = async () => {
    const client = await pool.connect()
    const query = (text: string, values: unknown[]) =>
      client.query(text.startsWith(preparedMark) ? { name: nameOf(text), text, values } : { text, values })
    return { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient
  }
  return { options: pool.options, end: () => pool.end(), connect }
}

/** Whether the database answers, within 2 s. */
export async function reachable<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), 2_000)
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

type Parser = (text: string) => unknown

const standard = pg.types.getTypeParser as (oid: number, format?: string) => Parser

/** PostgreSQL's own numbers for its types. */
const oids = { int8: 20, int8Array: 1016, date: 1082, dateArray: 1182, textArray: 1009, timestamptz: 1184 } as const

function typeParser(oid: number, format?: string): Parser {
  if (format === 'binary') return standard(oid, format)
  const texts = standard(oids.textArray) as (text: string) => (string | null)[]
  if (oid === oids.int8) return exactNumber
  if (oid === oids.int8Array) return (text) => texts(text).map((each) => (each === null ? null : exactNumber(each)))
  if (oid === oids.date) return (text) => text
  if (oid === oids.timestamptz) return moment
  if (oid === oids.dateArray) return texts
  return standard(oid)
}

const otherMoment = standard(oids.timestamptz)

/** In UTC, as the embedded server writes it, a moment is nearly what a Date reads itself, in a tenth of the time of pg's own reading. */
function moment(text: string): unknown {
  const plain = text.length < 30 && text[4] === '-' && text.endsWith('+00')
  return plain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : otherMoment(text)
}

function exactNumber(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}
