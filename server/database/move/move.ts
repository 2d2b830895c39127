import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { tablesOf, usedTable, type MovedTable } from './tables.ts'

export type MoveResult = { tables: number; rows: number }

const megabyte = 1024 * 1024
/** The number of megabytes of one table between two progress reports. */
const everyMegabytes = 100

/** The same text for the same row on every server and in every version (postgresql.org/docs/current/runtime-config-client.html). */
const asText = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0`

/**
 * Copies all rows from one database, which is up to date, into another without rows, in which `makeTables` creates the
 * same tables; nothing else uses either. All rows are one transaction at each end: `to` has either everything, compared
 * row by row, or its earlier content. `from` is only read, and accepts no writes meanwhile. Throws one sentence.
 */
export async function moveRows(
  from: string,
  to: string,
  makeTables: () => Promise<void>,
  say: (line: string) => void,
): Promise<MoveResult> {
  const source = await connect(from)
  try {
    const target = await connect(to)
    try {
      if ((await placeOf(source)) === (await placeOf(target)))
        throw new Error('The new database is the database to be moved. Name another one.')
      await requireAlone(source, 'The database to move')
      await requireFirst(target)
      await requireAlone(target, 'The new database')
      await requireEmpty(target)
      await makeTables()
      const tables = await tablesOf(source)
      // Locked before the first snapshot, which then contains everything ever written.
      await source.query('begin isolation level repeatable read')
      await source.query(`lock table ${namesOf(tables)} in share mode`)
      await target.query('begin')
      await target.query(`lock table ${namesOf(tables)} in access exclusive mode`)
      // No connection can write any longer, so this holds until the end.
      await requireEmpty(target)
      const rows = await copyAll(source, target, tables, say)
      await target.query('commit')
      return { tables: tables.length, rows }
    } finally {
      await target.end()
    }
  } finally {
    await source.end()
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'tillhouse move-database' })
  // For a connection lost between two statements; the next statement reports it.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(asText)
  return client
}

/** Identifies a database, also among those of the same name on two servers. */
async function placeOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ place: string }>(
    `select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as place`,
  )
  return rows[0]?.place
}

/** The number of the lock that a move holds in the new database until its connection ends. */
const moveLock = '3853314791062309108'

async function requireFirst(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ first: boolean }>(`select pg_try_advisory_lock(${moveLock}) as first`)
  if (rows[0]?.first !== true)
    throw new Error('Another move into the new database is running: wait for its end, or name another database.')
}

async function requireEmpty(target: pg.Client): Promise<void> {
  const used = await usedTable(target)
  if (used !== null) throw new Error(`The new database is not empty: ${used} has rows. Name an empty one.`)
}

const namesOf = (tables: readonly MovedTable[]) => tables.map(({ name }) => name).join(', ')

/**
 * Refuses sessions of other clients, whatever their role: columns of another role's that are not visible are null
 * (postgresql.org/docs/current/monitoring-stats.html). A session without a user belongs to the server, such as that of
 * autovacuum.
 */
async function requireAlone(client: pg.Client, what: string): Promise<void> {
  let others = await othersOf(client)
  // A session that is ending, such as that of the previous command, is still listed for a moment.
  for (let tries = 0; others > 0 && tries < 10; tries += 1) {
    await wait(100)
    others = await othersOf(client)
  }
  if (others > 0)
    throw new Error(
      `${what} has ${others} other ${others === 1 ? 'connection' : 'connections'}: stop the server, and every other program that uses it, then try again.`,
    )
}

async function othersOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'
       and application_name <> 'tillhouse move-database'`,
  )
  return rows[0]?.others ?? 0
}

async function copyAll(
  source: pg.Client,
  target: pg.Client,
  tables: readonly MovedTable[],
  say: (line: string) => void,
): Promise<number> {
  // Removes rows that a migration adds, and those that triggers would add to the copied ones.
  await target.query(`truncate ${namesOf(tables)}`)
  for (const { name } of tables) await target.query(`alter table ${name} disable trigger user`)
  let all = 0
  for (const [at, table] of tables.entries()) {
    const rows = await copyTable(source, target, table, say)
    all += rows
    say(`${at + 1} of ${tables.length}: ${table.name.slice('public.'.length)}, ${rows.toLocaleString('en')} rows.`)
  }
  for (const { name } of tables) await target.query(`alter table ${name} enable trigger user`)
  await copySequences(source, target)
  return all
}

/** Copies one table and compares it. Returns its number of rows. */
async function copyTable(
  source: pg.Client,
  target: pg.Client,
  { name, columns }: MovedTable,
  say: (line: string) => void,
): Promise<number> {
  const list = `${name} (${columns.join(', ')})`
  await pipeline(
    source.query(copyTo(`copy ${list} to stdout`)),
    counted((megabytes) => say(`${name.slice('public.'.length)}: ${megabytes} MB.`)),
    target.query(copyFrom(`copy ${list} from stdin`)),
  )
  const [there, here] = await Promise.all([contentOf(source, name, columns), contentOf(target, name, columns)])
  if (there.rows !== here.rows || there.hash !== here.hash)
    throw new Error(`${name} differs after the copy: ${here.rows} rows instead of ${there.rows}. Nothing was moved.`)
  return here.rows
}

/** Reports progress every hundred megabytes. */
function counted(report: (megabytes: number) => void): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const before = Math.floor(bytes / megabyte / everyMegabytes)
      bytes += chunk.length
      const after = Math.floor(bytes / megabyte / everyMegabytes)
      if (after > before) report(after * everyMegabytes)
      done(null, chunk)
    },
  })
}

/** Returns a sum over hashes of the rows' text, independent of their order, which differs if one value does. */
async function contentOf(client: pg.Client, name: string, columns: readonly string[]) {
  const { rows } = await client.query<{ rows: string; hash: string | null }>(
    `select count(*) as rows, sum(('x' || left(md5(row(${columns.join(', ')})::text), 15))::bit(60)::bigint)::text as hash
     from ${name}`,
  )
  return { rows: Number(rows[0]?.rows), hash: rows[0]?.hash ?? null }
}

/** Copies the next numbers of sequences. */
async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last
     from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, last } of rows)
    if (last !== null) await target.query('select setval($1::regclass, $2::bigint)', [name, last])
}
