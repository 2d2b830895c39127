import assert from 'node:assert/strict'
import { eventually, type TestShop } from './given.ts'

/** What may change without anything having happened: the counters of the limits and the clock's note. */
const restless = ['rate_limits', 'clock']

/** A hash of every row of every table, by table. */
async function tableHashes(shop: TestShop): Promise<Record<string, string>> {
  const tables = await shop.sql<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const hashes: Record<string, string> = {}
  for (const { table_name: table } of tables) {
    if (restless.includes(table)) continue
    const [row] = await shop.sql<{ hash: string }>(
      `select count(*) || ':' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from "${table}" t`,
    )
    hashes[table] = row?.hash ?? ''
  }
  return hashes
}

/** Does something and asserts that the database is afterwards what it was. Mails under way are waited for first. */
export async function unchanged<T>(shop: TestShop, act: () => Promise<T>): Promise<T> {
  await eventually('an empty outbox', async () => (await shop.sql('select 1 from outbox')).length === 0)
  const before = await tableHashes(shop)
  const result = await act()
  assert.deepEqual(await tableHashes(shop), before)
  return result
}
