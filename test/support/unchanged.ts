import assert from 'node:assert/strict'
import { eventually, type TestShop } from './given.ts'

/**
 * Tables that may change without an event: the counters of the limits, the clock, and the progress of the daily
 * figures.
 */
const restless = ['rate_limits', 'clock', 'figure_state']
/** Rows that are ignored, by table. */
const others: Record<string, string> = { jobs: "where kind <> 'billing-event'" }
/**
 * Columns that are ignored: the last request to the provider, the last use of a session, and the time a message got its
 * number.
 */
const restlessColumns: Record<string, string> = { messages: "- 'position' - 'numbered_at'" }

/** Returns a hash of every row of every table, by table. */
export async function tableHashes(shop: TestShop): Promise<Record<string, string>> {
  const tables = await shop.sql<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const hashes: Record<string, string> = {}
  for (const { table_name: table } of tables) {
    if (restless.includes(table)) continue
    const [row] = await shop.sql<{ hash: string }>(
      `select count(*) || ':' || md5(coalesce(string_agg(t.hash, '' order by t.hash), '')) as hash
       from (select md5((to_jsonb(r) - 'asked_at' - 'seen_at' ${restlessColumns[table] ?? ''})::text) as hash from "${table}" r ${others[table] ?? ''}) t`,
    )
    hashes[table] = row?.hash ?? ''
  }
  return hashes
}

/**
 * Runs `work` and asserts that the database is unchanged afterwards, except the named tables. Waits first for emails on
 * their way.
 */
export async function unchanged<T>(shop: TestShop, act: () => Promise<T>, save: readonly string[] = []): Promise<T> {
  await eventually(
    'an empty outbox',
    async () => (await shop.sql('select 1 from jobs where done_at is null')).length === 0,
  )
  const hashes = async () =>
    Object.fromEntries(Object.entries(await tableHashes(shop)).filter(([table]) => !save.includes(table)))
  const before = await hashes()
  const result = await act()
  assert.deepEqual(await hashes(), before)
  return result
}
