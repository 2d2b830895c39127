import { can } from '../../../domain/subscription/subscription.ts'
import type { SubscriptionRow } from './rows.ts'

/** The acts that have a dialog. */
export type AdminAct = 'extend' | 'cancel' | 'undo' | 'refund' | 'comment'

const inMenu: readonly AdminAct[] = ['extend', 'cancel', 'undo', 'refund', 'comment']
/** The acts that are shown in red. */
export const dangerousActs: ReadonlySet<AdminAct> = new Set(['cancel', 'refund'])

/** Whether an act suits a row. Which payment there is to refund the server knows. */
export function suits(act: AdminAct, { status, payment }: SubscriptionRow): boolean {
  return act === 'refund' ? payment.lastPaidAt !== null : can(act, status)
}

/** The acts that suit a row, in the menu's order. */
export function actsOf(row: SubscriptionRow): AdminAct[] {
  return inMenu.filter((act) => suits(act, row))
}
