import { sql } from 'kysely'
import type { ConnectDb, ConnectTrx, EndpointRow } from '../database/tables.ts'

export type EndpointWithCounts = EndpointRow & { waiting: number; failed: number }

const withCounts = (db: ConnectDb) =>
  db
    .selectFrom('webhook_endpoints as e')
    .selectAll()
    .select([
      sql<number>`(select count(*)::int from webhook_deliveries where endpoint_id = e.id and state = 'waiting')`.as(
        'waiting',
      ),
      sql<number>`(select count(*)::int from webhook_deliveries where endpoint_id = e.id and state = 'failed')`.as(
        'failed',
      ),
    ])

/** The oldest first. */
export function allEndpoints(db: ConnectDb): Promise<EndpointWithCounts[]> {
  return withCounts(db).orderBy('created_at').orderBy('id').execute()
}

export function endpointById(db: ConnectDb, id: string): Promise<EndpointWithCounts | undefined> {
  return withCounts(db).where('id', '=', id).executeTakeFirst()
}

/** The endpoints that one of these accounts added. */
export function endpointsOfAccounts(db: ConnectDb, accounts: readonly string[]): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('created_by', 'in', accounts)
    .orderBy('created_at')
    .execute()
}

/** Messages can be queued for it meanwhile: numbering the feed does not wait for a change of an endpoint. */
export function lockEndpoint(db: ConnectTrx, id: string): Promise<EndpointRow | undefined> {
  return db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Makes other additions wait, so that the limit is not exceeded. */
export async function countForAddition(db: ConnectTrx): Promise<number> {
  await sql`lock table webhook_endpoints in share row exclusive mode`.execute(db)
  const { count } = await db
    .selectFrom('webhook_endpoints')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function addEndpoint(db: ConnectTrx, row: EndpointRow): Promise<void> {
  await db.insertInto('webhook_endpoints').values(row).execute()
}

export async function changeEndpoint(
  db: ConnectDb,
  id: string,
  change: Partial<Omit<EndpointRow, 'id' | 'created_at' | 'created_by'>>,
): Promise<void> {
  await db.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute()
}

export async function removeEndpoint(db: ConnectTrx, id: string): Promise<void> {
  await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
}
