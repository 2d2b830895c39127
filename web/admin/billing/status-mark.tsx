import type { SubscriptionStatus } from '../../../domain/subscription/subscription.ts'
import { adminWords as t } from '#words/admin/admin.ts'
import { Icon } from '../../ui/icon.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

const tones = { active: 'green', pending: 'amber', expired: 'grey', cancelled: 'grey' } as const

/** Stands beside the status of a subscription whose payment is overdue. */
export function PastDueMark() {
  return (
    <span className="past-due">
      <Icon name="warning" />
      {t.list.pastDue}
    </span>
  )
}

/** A subscription's status as the admin area shows it; a dash where there is none. */
export function StatusMark({ status }: { status: SubscriptionStatus | null }) {
  return status === null ? t.none : <StatusBadge tone={tones[status]} word={t.status[status]} />
}
