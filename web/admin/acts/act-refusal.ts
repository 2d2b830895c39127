import { ApiError, messageOf } from '../../client/api.ts'
import { readRow } from './perform-act.ts'
import type { SubscriptionRow } from './rows.ts'

/** An act on a subscription, and what to do after it. */
export type RowAct = {
  row: SubscriptionRow
  /** Done, with the row afterwards. */
  onDone: (row: SubscriptionRow) => void
  /** Refused because the subscription has changed: with its present row. */
  onConflict: (row: SubscriptionRow) => void
  /** The subscription no longer exists. */
  onGone: (message: string) => void
}

type Refusal = Omit<RowAct, 'onDone'> & {
  /** The message if the server gives none. */
  failed: string
  /** The faults to show at the fields; without it, the dialog shows them above its fields. */
  onFaults?: (faults: Record<string, string>) => void
  /** Requests again what else the dialog shows, after a conflict. */
  refetch?: () => Promise<unknown>
}

/** Reports why the server refused an act. Throws what the dialog shows above its fields. */
export async function reportRefusal(
  cause: unknown,
  { row, failed, onGone, onFaults, onConflict, refetch }: Refusal,
): Promise<undefined> {
  if (!(cause instanceof ApiError)) throw cause
  if (cause.status === 404) {
    onGone(messageOf(cause, failed))
    return undefined
  }
  if (onFaults && cause.errors.length > 0) {
    onFaults(Object.fromEntries(cause.errors.map(({ field, message }) => [field, message])))
    return undefined
  }
  if (cause.status === 409) {
    const present = await readRow(row.id).catch(() => undefined)
    if (present) onConflict(present)
    await refetch?.()
  }
  throw cause
}
