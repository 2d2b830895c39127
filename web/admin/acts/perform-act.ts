import { acts, isOwnerAct, type SubscriptionAct } from '../../../domain/subscription/acts.ts'
import { call } from '../../client/api.ts'
import type { SubscriptionRow } from './rows.ts'

/** The acts without a special dialog. */
export type PlainAct = Exclude<SubscriptionAct, 'change-plan' | 'refund'>

/** The fields of such an act's dialog. */
export type ActValues = { endDate: string; comment: string }

/** Performs an act and returns the row after it. */
export async function performAct(
  act: PlainAct,
  { id, endDate: seen }: SubscriptionRow,
  { endDate, comment }: ActValues,
): Promise<SubscriptionRow> {
  const path = { id }
  if (act === 'extend') {
    const body = { endDate: `${endDate}T00:00:00.000Z`, comment, seen }
    return call('POST /api/v1/subscriptions/extend/{id}', { path, body })
  }
  if (isOwnerAct(act)) {
    await call(`POST /api/v1/subscriptions/${acts[act].wire}/{id}`, { path, body: {} })
    return readRow(id)
  }
  return call(`POST /api/v1/subscriptions/${acts[act].wire}/{id}`, { path, body: { comment } })
}

/** Reads the present row. */
export async function readRow(id: string): Promise<SubscriptionRow> {
  const row = await call('GET /api/v1/subscriptions/{id}', { path: { id } })
  return { ...row, latestComment: row.latestComment ?? null }
}
