import type { PaymentState } from '../../../domain/billing/payments/payment-state.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import type { IconName } from '../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'

const looks: Record<PaymentState, { tone: Tone; icon?: IconName }> = {
  ended: { tone: 'grey' },
  disputed: { tone: 'red' },
  action_required: { tone: 'amber' },
  past_due: { tone: 'amber' },
  processing: { tone: 'grey', icon: 'clock' },
  paused: { tone: 'grey', icon: 'clock' },
  paid: { tone: 'green' },
  none: { tone: 'grey' },
}

/** The state of the payment of a subscription, by icon and word. */
export function PaymentMark({ state }: { state: PaymentState }) {
  return <StatusBadge {...looks[state]} word={detailsWords.payment.states[state]} />
}
