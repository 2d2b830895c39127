import { isOverdue } from '../../../domain/billing/payments/payment-state.ts'
import type { SubscriptionStatus } from '../../../domain/subscription/subscription.ts'
import { adminWords as t } from '#words/admin/admin.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { AdminRow } from '../acts/rows.ts'

const tones = { active: 'green', pending: 'amber', expired: 'grey', cancelled: 'grey' } as const

/** A subscription's status in the admin area, or the overdue mark of its payment; a dash without a subscription. */
export function StatusMark({ status, payment }: { status: SubscriptionStatus | null; payment: AdminRow['payment'] }) {
  if (status === null) return t.none
  if (status === 'active' && payment && isOverdue(payment)) return <StatusBadge tone="amber" word={t.list.pastDue} />
  return <StatusBadge tone={tones[status]} word={t.status[status]} />
}
