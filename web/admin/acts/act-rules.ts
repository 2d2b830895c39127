import { can } from '../../../domain/subscription/subscription.ts'
import { administratorRole, type AdminAreaRole } from '../../../domain/role.ts'
import type { SubscriptionRow } from './rows.ts'

/** The acts that have a dialog. */
export type AdminAct = 'extend' | 'plan' | 'stop' | 'resume' | 'cancel' | 'undo' | 'refund' | 'comment'

const inMenu: readonly AdminAct[] = ['extend', 'plan', 'stop', 'resume', 'cancel', 'undo', 'refund', 'comment']
/** The acts that are shown in red. */
export const dangerousActs: ReadonlySet<AdminAct> = new Set(['cancel', 'refund'])
/** The acts that take no reason: the owner can do them too. */
export const actsWithoutReason: ReadonlySet<AdminAct> = new Set(['stop', 'resume'])
/** The acts that need a recent sign-in, as their calls in the contract do. */
export const confirmedActs: ReadonlySet<AdminAct> = new Set(['extend', 'plan', 'undo', 'refund'])
const administratorsAlone: ReadonlySet<AdminAct> = new Set(['refund', 'plan'])

/** Whether an act suits a row. Which payment there is to refund, and whether a period still runs, the server knows. */
export function suits(act: AdminAct, { status, plan, startDate, renews, payment }: SubscriptionRow): boolean {
  const runs = plan.type === 'subscription' && startDate !== null
  switch (act) {
    case 'plan':
      return runs && renews && status === 'active' && payment.state === 'paid'
    case 'refund':
      return payment.lastPaidAt !== null
    case 'stop':
      return runs && renews
    case 'resume':
      return runs && status === 'active' && !renews && payment.state !== 'none' && payment.state !== 'ended'
    default:
      return can(act, status)
  }
}

/** The acts that suit a row and that a role may do, in the menu's order. */
export function actsOf(row: SubscriptionRow, role: AdminAreaRole | null = administratorRole): AdminAct[] {
  return inMenu.filter((act) => suits(act, row) && (role === administratorRole || !administratorsAlone.has(act)))
}
