import { hasOpenDispute, hasEnded, type BillingSnapshot } from '../billing-snapshot.ts'
import type { PeriodStanding } from '../standing.ts'

export const paymentStates = [
  'ended',
  'disputed',
  'action_required',
  'past_due',
  'processing',
  'paused',
  'paid',
  'none',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** A charge failed, or awaits the customer's confirmation. */
export const overdueStates: readonly PaymentState[] = ['past_due', 'action_required']

export const isOverdue = ({ state }: { state: PaymentState }): boolean => overdueStates.includes(state)

/** The invoice of the next period is a draft, not yet due, or being paid. */
export const isAwaited = (state: PaymentState | null): boolean => state === 'processing'

/** The state of the payment, by the first rule that matches. */
export function paymentStateOf(snapshot: BillingSnapshot, standing: PeriodStanding): PaymentState {
  if (hasEnded(snapshot)) return 'ended'
  if (hasOpenDispute(snapshot)) return 'disputed'
  if (standing.kind === 'failed') return standing.actionRequired ? 'action_required' : 'past_due'
  const paused = snapshot.charging === 'paused'
  // While billing is paused, its drafts are not charged.
  if (standing.kind === 'awaited' && !(paused && standing.invoice.status === 'draft')) return 'processing'
  if (paused) return 'paused'
  return standing.kind === 'given' ? 'paid' : 'none'
}
