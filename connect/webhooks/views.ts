import type { DeliveryState, DeliveryView, EndpointView } from '../../domain/messages/webhook.ts'
import type { ConnectContext } from '../context.ts'
import { shownMessage } from '../rules/message-body.ts'
import { deliveriesOf } from '../store/delivery-list.ts'
import type { EndpointWithCounts } from '../store/endpoints.ts'

export function viewEndpoint(row: EndpointWithCounts, now: Date): EndpointView {
  const { id, url, description, types, state, waiting, failed } = row
  return {
    id,
    url,
    description,
    types,
    state,
    offReason: row.off_reason,
    failingSince: row.failing_since,
    offSince: row.state === 'off' ? row.off_since : null,
    oldSecretUntil: row.old_until !== null && row.old_until > now ? row.old_until : null,
    ownerId: row.created_by,
    createdAt: row.created_at,
    lastSuccessAt: row.last_success_at,
    waiting,
    failed,
  }
}

/** A page of an endpoint's deliveries, the newest message first. `next` is null on the last one. */
export async function listDeliveries(
  { db }: ConnectContext,
  endpointId: string,
  page: { state: DeliveryState | undefined; after: string | undefined; limit: number },
): Promise<{ deliveries: DeliveryView[]; next: string | null }> {
  const rows = await deliveriesOf(db, endpointId, { ...page, limit: page.limit + 1 })
  const shown = rows.slice(0, page.limit)
  return {
    deliveries: shown.map((row) => {
      const { id, ...body } = shownMessage(row)
      const { state, attempts, status, fault, ms, response } = row
      return {
        message: id,
        type: body.type,
        timestamp: row.at,
        state,
        attempts,
        nextAt: state === 'waiting' ? row.run_at : null,
        triedAt: row.tried_at,
        status,
        fault,
        ms,
        response,
        body: JSON.stringify(body),
      }
    }),
    next: rows.length > page.limit ? (shown.at(-1)?.message_id ?? null) : null,
  }
}
