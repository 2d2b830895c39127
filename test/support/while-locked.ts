import pg from 'pg'
import { eventually, type TestShop } from './given.ts'

/**
 * Locks rows by a statement about `value`, in a transaction of its own, and runs `act`, which must wait for them. Then runs
 * `meanwhile` in that transaction and commits it. Returns the result of `act`.
 */
export async function whileLocked<T>(
  shop: Pick<TestShop, 'ownerUrl' | 'sql'>,
  statement: string,
  value: string,
  act: () => Promise<T>,
  meanwhile: (client: pg.Client) => Promise<unknown> = () => Promise.resolve(),
): Promise<T> {
  const client = new pg.Client({ connectionString: shop.ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(statement, [value])
    const acting = act()
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventually('the act waits', async () => (await shop.sql(waiting)).length > 0)
    await meanwhile(client)
    await client.query('commit')
    return await acting
  } finally {
    await client.end()
  }
}

/** Locks a subscriber by email address. */
export const lockPerson = 'select from subscribers where email = $1 for update'
