import type { SubscriptionStatus } from '../../../core/subscription.ts'
import { deskWords as say } from '#words/desk.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

const tones = { active: 'green', pending: 'amber', expired: 'grey', cancelled: 'grey' } as const

/** A subscription's status as the desk shows it; a dash where there is none. */
export function StatusMark({ status }: { status: SubscriptionStatus | null }) {
  return status === null ? say.none : <StatusBadge tone={tones[status]} word={say.status[status]} />
}
