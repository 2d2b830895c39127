import { acts, isOwnerAct, type SubscriptionAct } from '../../../domain/subscription/acts.ts'
import { call } from '../../client/api.ts'
import type { SubscriptionRow } from './rows.ts'

/** What the dialog of an act asks for. `amount` is empty for all that is left. */
export type ActValues = { endDate: string; amount: string; comment: string; cancel: boolean }

/** An amount as it was typed, with a point or a comma before the decimals; null for none, undefined for what is none. */
export function readAmount(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,12}([.,]\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

/** Does an act. Returns the row as it then is. */
export async function carryOut(
  act: Exclude<SubscriptionAct, 'change-plan'>,
  { id, endDate: seen }: SubscriptionRow,
  { endDate, amount, comment, cancel }: ActValues,
): Promise<SubscriptionRow> {
  const path = { id }
  if (act === 'extend') {
    const body = { endDate: `${endDate}T00:00:00.000Z`, comment, seen }
    return call('POST /api/v1/subscriptions/extend/{id}', { path, body })
  }
  if (act === 'refund') {
    const part = readAmount(amount) ?? null
    const body = { comment, ...(part === null ? {} : { amount: part }), ...(cancel ? { cancel } : {}) }
    return call('POST /api/v1/subscriptions/refund/{id}', { path, body })
  }
  if (isOwnerAct(act)) {
    await call(`POST /api/v1/subscriptions/${acts[act].wire}/{id}`, { path, body: {} })
    return readRow(id)
  }
  return call(`POST /api/v1/subscriptions/${acts[act].wire}/{id}`, { path, body: { comment } })
}

/** A row as it now is. */
export async function readRow(id: string): Promise<SubscriptionRow> {
  const row = await call('GET /api/v1/subscriptions/{id}', { path: { id } })
  return { ...row, latestComment: row.latestComment ?? null }
}
