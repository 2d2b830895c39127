import { sql } from 'kysely'
import type { DeliveryState } from '../../domain/messages/webhook.ts'
import type { ConnectDb } from '../database/tables.ts'

/** An endpoint's deliveries, the newest message first, after the one given. */
export function deliveriesOf(
  db: ConnectDb,
  endpointId: string,
  { state, after, limit }: { state: DeliveryState | undefined; after: string | undefined; limit: number },
) {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('messages as m', 'm.id', 'd.message_id')
    .selectAll('d')
    .select(['m.id', 'm.type', 'm.subject', 'm.at', 'm.data'])
    .where('d.endpoint_id', '=', endpointId)
    .$if(state !== undefined, (query) => query.where('d.state', '=', state ?? 'waiting'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`m.seq < coalesce((select seq from messages where id = ${after}), 0)`),
    )
    .orderBy('m.seq', 'desc')
    .limit(limit)
    .execute()
}

export type DeliveryCounts = { waiting: number; failed: number; oldest: number; off: number }

/**
 * Returns how many deliveries wait or failed, for how many seconds the oldest has been due, and how many endpoints were
 * switched off automatically.
 */
export async function deliveryCounts(db: ConnectDb, now: Date): Promise<DeliveryCounts> {
  const { rows } = await sql<DeliveryCounts>`
    select count(*) filter (where d.state = 'waiting')::int as waiting, count(*) filter (where d.state = 'failed')::int as failed,
      greatest(0, coalesce(extract(epoch from ${now}::timestamptz
        - min(d.run_at) filter (where d.state = 'waiting' and e.state <> 'off')), 0))::float8 as oldest,
      (select count(*)::int from webhook_endpoints where state = 'off' and off_reason <> 'paused') as off
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.state in ('waiting', 'failed')`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0, oldest: 0, off: 0 }
}
