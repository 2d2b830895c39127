import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ListVersion } from '../../server/screening/port.ts'
import type { Brand } from '../../domain/catalogue/brand.ts'
import type { Catalogue } from '../../server/catalogue.ts'
import { idsOf, makeBatches } from './batches.ts'
import { columns, tables, type Table } from './rows.ts'
import { readStructure } from './structure.ts'

export type Load = {
  /** The URL for a role that can change tables. */
  databaseUrl: string
  subscribers: number
  seed: number
  now: Date
  catalogue: Catalogue
  brand: Brand
  /** About how many people pay at the most. */
  payers: number
  /** Adds, in the same transaction, what the people with these ids have paid; null for nothing. */
  bill: ((client: pg.Client, subscribers: readonly string[]) => Promise<void>) | null
  /** What the people are said to have been compared with, and what the shop calls that; null where the shop is to do it. */
  screened: { lists: readonly ListVersion[]; basis: string } | null
  print(line: string): void
}

/** The number of rows added to each table. */
export type Loaded = Record<Table | 'user_list_rows', number>

/**
 * Adds fictional people to a database that is up to date and not used by a server. It is one transaction: if it is
 * interrupted, the database is unchanged. Throws one sentence if the same people exist already.
 */
export async function load(what: Load): Promise<Loaded> {
  const client = new pg.Client({ connectionString: what.databaseUrl, application_name: 'tillhouse seed' })
  await client.connect()
  try {
    await client.query('begin')
    const loaded = await fill(client, what)
    const ids = idsOf(what.seed)
    await what.bill?.(
      client,
      Array.from({ length: what.subscribers }, () => ids.id()),
    )
    await client.query('commit')
    what.print('Tidying up.')
    // Marks rows that are not frozen yet as visible to all, so that index-only scans are possible.
    await client.query(`vacuum (analyze, index_cleanup off, truncate off) user_list_rows, ${tables.join(', ')}`)
    return loaded
  } finally {
    await client.end()
  }
}

async function fill(client: pg.Client, what: Load): Promise<Loaded> {
  const { print } = what
  for (const setting of ['maintenance_work_mem = 512MB', 'work_mem = 128MB', 'max_parallel_maintenance_workers = 2'])
    await client.query(`set local ${setting.replace(/= (.*)/, "= '$1'")}`)
  await client.query(`lock table user_list_rows, ${tables.join(', ')} in access exclusive mode`)
  await requireOthers(client, what.seed)
  const domains = await domainsInUse(client)
  const structure = await readStructure(client, ['user_list_rows', ...tables])
  for (const statement of structure.drop) await client.query(statement)
  for (const table of ['subscribers', 'subscriptions']) await client.query(`alter table ${table} disable trigger user`)
  const statements = await copyStatements(client)
  const loaded = await copyPeople(client, what, domains, statements)
  await noteScreened(client, what)
  print('Making the admin area’s list.')
  const listRows = await fillAdminRows(client)
  print(`Building ${structure.restore.length} indexes, keys and references.`)
  for (const statement of structure.restore) await client.query(statement)
  for (const table of ['subscribers', 'subscriptions']) await client.query(`alter table ${table} enable trigger user`)
  return { ...loaded, user_list_rows: listRows }
}

/** Some may have been erased since, so one of the first is enough to recognise them. */
async function requireOthers(client: pg.Client, seed: number): Promise<void> {
  const ids = idsOf(seed)
  const first = Array.from({ length: 100 }, () => ids.id())
  const { rowCount } = await client.query('select from subscribers where id = any($1) limit 1', [first])
  if (rowCount !== 0) throw new Error(`The people of seed ${seed} already exist: pass another --seed to add others.`)
}

async function domainsInUse(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ domain: string }>(
    `select distinct split_part(email_key, '@', 2) as domain from subscribers`,
  )
  return new Set(rows.map(({ domain }) => domain))
}

/**
 * Rows are copied into an empty table frozen, as if vacuumed. PostgreSQL requires that it is truncated in the same
 * transaction.
 */
async function copyStatements(client: pg.Client): Promise<Record<Table, string>> {
  const statements: Partial<Record<Table, string>> = {}
  for (const table of tables) {
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount === 0) await client.query(`truncate ${table}`)
    const frozen = rowCount === 0 ? ' with (freeze)' : ''
    const names = columns[table].map((column) => `"${column}"`)
    statements[table] = `copy ${table} (${names.join(', ')}) from stdin${frozen}`
  }
  return statements as Record<Table, string>
}

async function copyPeople(
  client: pg.Client,
  { subscribers, seed, now, catalogue, brand, payers, screened, print }: Load,
  domains: Set<string>,
  statements: Record<Table, string>,
): Promise<Record<Table, number>> {
  const lists = screened?.lists ?? []
  const loaded = Object.fromEntries(tables.map((table) => [table, 0])) as Record<Table, number>
  let reported = 0
  for await (const { made, tables: filled } of makeBatches({
    subscribers,
    seed,
    now,
    catalogue,
    brand,
    lists,
    domains,
    payers,
  })) {
    for (const { table, count, lines } of filled) {
      await pipeline(Readable.from([lines]), client.query(copyFrom(statements[table])))
      loaded[table] += count
    }
    const tenth = Math.floor((10 * made) / subscribers)
    if (tenth > reported) print(`${made.toLocaleString('en')} people are in.`)
    reported = tenth
  }
  return loaded
}

/** Saves the shop from comparing them all again when it starts. */
async function noteScreened(client: pg.Client, { screened, subscribers, now }: Load): Promise<void> {
  if (!screened) return
  await client.query(
    `insert into screening_runs (id, basis, lists, began_at, ended_at, total, people)
     select gen_random_uuid(), $1, $2, $3, $3, $4, $4
     where $1 is distinct from (select basis from screening_runs order by began_at desc, id limit 1)`,
    [screened.basis, JSON.stringify(screened.lists), now, subscribers],
  )
}

/** Fills in what the triggers would have written, which `user_list_source` defines. */
async function fillAdminRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = 'user_list_rows'::regclass and attnum > 0 and not attisdropped`,
  )
  const columns = rows[0]?.columns ?? ''
  // The server computes the overview's figures again.
  await client.query('update figure_state set through = null')
  const { rowCount } = await client.query(
    `insert into user_list_rows (${columns}) select ${columns} from user_list_source d
     where not exists (select from user_list_rows r where r.subscriber_id = d.subscriber_id)`,
  )
  return rowCount ?? 0
}
