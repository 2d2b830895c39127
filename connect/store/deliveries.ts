import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { webhookLimits } from '../../domain/limits.ts'
import type { DeliveryFault, DeliveryState } from '../../domain/messages/webhook.ts'
import type { ConnectDb, ConnectTrx, EndpointRow, MessageRow } from '../database/tables.ts'

/** How long a process may work on a delivery before another may take it, in ms: longer than an attempt takes. */
const leaseMs = 2 * webhookLimits.timeout

/**
 * Queues messages that were just numbered for the endpoints that are on, subscribe to their type, and are not being
 * removed.
 */
export async function queueDeliveries(db: ConnectTrx, messages: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into webhook_deliveries (message_id, endpoint_id, state, run_at)
    select m.id, e.id, 'waiting', ${now} from messages m join webhook_endpoints e on m.type = any(e.types)
    where m.id = any(${[...messages]}) and e.state <> 'off'
    for key share of e
    on conflict do nothing`.execute(db)
}

export type DueDelivery = Pick<MessageRow, 'id' | 'type' | 'subject' | 'at' | 'data'> & {
  /**
   * Includes the attempt about to be made. An attempt counts once it has ended, so one by a killed process does not
   * count.
   */
  attempts: number
  lease: string
}

/** Returns the endpoints that have due deliveries and that no process is serving at its maximum. */
export async function dueEndpoints(db: ConnectDb, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_endpoints e where state <> 'off' and exists (
      select 1 from webhook_deliveries where endpoint_id = e.id and state = 'waiting' and run_at <= ${now}
        and (leased_until is null or leased_until <= ${now})
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Returns an endpoint with up to `most` of its due deliveries: all new ones, and as many delayed or repeated ones as its
 * pace allows over all processes. Undefined if the endpoint is off or gone, or not `ready`.
 */
export function leaseDeliveries(
  db: ConnectDb,
  endpointId: string,
  most: number,
  now: Date,
  ready: (endpoint: EndpointRow) => boolean = () => true,
): Promise<{ endpoint: EndpointRow; due: DueDelivery[] } | undefined> {
  return db.transaction().execute(async (trx) => {
    const endpoint = await trx
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', endpointId)
      .where('state', '<>', 'off')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!endpoint || !ready(endpoint)) return undefined
    const fresh = await lease(trx, endpointId, false, most, now)
    const interval = 1000 / webhookLimits.pacePerSecond
    // An unused allowance can be used later, but at most a quarter of a second of it.
    const from = Math.max(endpoint.paced_until?.getTime() ?? 0, now.getTime() - 250)
    const allowed = Math.min(most - fresh.length, Math.floor((now.getTime() - from) / interval))
    const late = allowed > 0 ? await lease(trx, endpointId, true, allowed, now) : []
    if (late.length > 0) {
      await trx
        .updateTable('webhook_endpoints')
        .set({ paced_until: new Date(from + late.length * interval) })
        .where('id', '=', endpointId)
        .execute()
    }
    return { endpoint, due: [...fresh, ...late] }
  })
}

async function lease(
  db: ConnectTrx,
  endpointId: string,
  paced: boolean,
  most: number,
  now: Date,
): Promise<DueDelivery[]> {
  if (most <= 0) return []
  const { rows } = await sql<DueDelivery>`
    update webhook_deliveries d
    set lease = ${randomUUID()}, leased_until = ${new Date(now.getTime() + leaseMs)}
    from messages m
    where m.id = d.message_id and d.endpoint_id = ${endpointId} and d.message_id in (
      select message_id from webhook_deliveries
      where endpoint_id = ${endpointId} and state = 'waiting' and paced = ${paced} and run_at <= ${now}
        and (leased_until is null or leased_until <= ${now})
      order by run_at limit ${most} for update skip locked
    )
    returning m.id, m.type, m.subject, m.at, m.data, d.attempts + 1 as attempts, d.lease`.execute(db)
  return rows
}

type Result = {
  state: DeliveryState
  attempts: number
  status: number | null
  fault: DeliveryFault | null
  ms: number
  response: string | null
  run_at?: Date
  tried_at: Date
}

/** Stores the result of an attempt. False if another process has taken the delivery, or it is gone. */
export async function deliveryTried(
  db: ConnectDb,
  messageId: string,
  endpointId: string,
  held: string,
  result: Result,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ ...result, lease: null, leased_until: null, ...(result.state === 'waiting' ? { paced: true } : {}) })
    .where('message_id', '=', messageId)
    .where('endpoint_id', '=', endpointId)
    .where('lease', '=', held)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Releases a delivery whose attempt was aborted. */
export async function returnDelivery(
  db: ConnectDb,
  messageId: string,
  endpointId: string,
  held: string,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ lease: null, leased_until: null })
    .where('message_id', '=', messageId)
    .where('endpoint_id', '=', endpointId)
    .where('lease', '=', held)
    .execute()
}

/** Makes everything that waits for an endpoint due now, at its pace, and starts its attempts again. */
export async function sendWaiting(db: ConnectTrx, endpointId: string, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ run_at: now, paced: true, attempts: 0 })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Makes one message due for an endpoint again; false if it does not exist. */
export async function sendAgain(db: ConnectTrx, endpointId: string, messageId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, run_at: now })
    .where('endpoint_id', '=', endpointId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How much earlier than asked is queued again, in ms: the clocks of two processes are not quite the same. */
const overlapMs = 60_000

/**
 * Queues the undelivered messages of a time again and returns how many. It takes slightly more at both ends, but nothing
 * from before the endpoint existed.
 */
export async function queueAgain(
  db: ConnectTrx,
  { id, types, created_at }: Pick<EndpointRow, 'id' | 'types' | 'created_at'>,
  { since, until }: { since: Date; until: Date },
  now: Date,
): Promise<number> {
  const from = Math.min(since.getTime(), Math.max(since.getTime() - overlapMs, created_at.getTime()))
  const to = until.getTime() + overlapMs
  const { rows } = await sql`
    insert into webhook_deliveries (message_id, endpoint_id, state, paced, run_at)
    select id, ${id}, 'waiting', true, ${now} from messages
    where numbered_at >= ${new Date(from)} and numbered_at <= ${new Date(to)} and type = any(${types})
    on conflict (message_id, endpoint_id) do update
      set state = 'waiting', paced = true, attempts = 0, run_at = excluded.run_at
      where webhook_deliveries.state <> 'done'
    returning 1`.execute(db)
  return rows.length
}

/** Queues one message for one endpoint. */
export async function queueOne(db: ConnectTrx, endpointId: string, messageId: string, now: Date): Promise<void> {
  const row = { message_id: messageId, endpoint_id: endpointId, state: 'waiting' as const, run_at: now }
  await db.insertInto('webhook_deliveries').values(row).execute()
}

/** Releases the deliveries of a killed process. Only for a shop that is alone on its database. */
export async function releaseDeliveries(db: ConnectDb): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ lease: null, leased_until: null })
    .where('leased_until', 'is not', null)
    .execute()
}
