import { Suspense } from 'react'
import { isOverdue } from '../../../domain/billing/payments/payment-state.ts'
import { longDate } from '../../../domain/calendar.ts'
import type { Entry } from '../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { paymentWords } from '#words/account/payments.ts'
import { Panel } from '../../ui/panel.tsx'
import type { Tone } from '../../ui/status-badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { overduePayment } from './lazy-parts.ts'
import { amountText } from '../../billing/payment.ts'

const t = paymentWords
type Subscription = Entry['subscription']

const written = (date: string) => longDate(date, locale)

const badges = {
  past_due: { tone: 'red', icon: 'warning' },
  action_required: { tone: 'amber', icon: 'warning' },
  processing: { tone: 'grey', icon: 'clock' },
  disputed: { tone: 'amber', icon: 'warning' },
  paused: { tone: 'grey', icon: 'clock' },
} as const satisfies Partial<Record<Subscription['payment']['state'], { tone: Tone; icon: IconName }>>

const isBadged = (state: string): state is keyof typeof badges => Object.hasOwn(badges, state)

/** Returns the badge of an active subscription with a payment problem; null if there is none. */
export function paymentBadge({ status, payment: { state } }: Subscription) {
  return status === 'active' && isBadged(state) ? { ...badges[state], word: t.badges[state] } : null
}

/** Whether the owner can still make a payment that failed. */
export const isShownOverdue = ({ status, payment }: Subscription): boolean =>
  isOverdue(payment) && (status === 'active' || (status === 'expired' && Boolean(payment.payUrl)))

/**
 * Shows the state of the payment and what the owner must do; renders nothing if all is well. `over`: access has ended,
 * and the plan can be bought again.
 */
export function AccountPayment({ entry, over }: { entry: Entry; over: boolean }) {
  const { subscription } = entry
  const { status, renews, payment } = subscription
  if (isShownOverdue(subscription)) {
    return (
      <Suspense>
        <overduePayment.Screen entry={entry} over={over} />
      </Suspense>
    )
  }
  if (status !== 'active') return null
  switch (payment.state) {
    case 'processing':
      return <Panel icon="clock">{owedText(subscription) ?? t.processing}</Panel>
    case 'disputed':
      return <Panel tone="amber">{renews ? t.disputed : t.disputedStopped}</Panel>
    case 'paused':
      return <Panel icon="clock">{t.paused}</Panel>
    default:
      return null
  }
}

/** Returns the amount that is due and when, and the resulting end of a subscription that does not renew. */
function owedText({ renews, payment: { owed } }: Subscription): string | null {
  if (!owed) return null
  const amount = amountText(owed.amount, owed.currency)
  const open = owed.dueAt === null ? t.owed.processing(amount) : t.owed.due(amount, written(owed.dueAt))
  return renews ? `${open} ${t.accessContinues}` : `${open} ${t.owed.ends(written(owed.until))}`
}

/** Shows the date and amount of the next charge; renders nothing if the provider does not state them. */
export function NextCharge({ subscription: { status, renews, payment } }: { subscription: Subscription }) {
  const { state, nextChargeAt, nextAmount, nextDiscount, nextCredit, currency } = payment
  const healthy = status === 'active' && renews && (state === 'paid' || state === 'none')
  if (!healthy || nextChargeAt === null || nextAmount === null || currency === null) return null
  const date = written(nextChargeAt)
  const sentences = [
    nextAmount > 0 ? t.nextCharge(amountText(nextAmount, currency), date) : t.nextFree(date),
    nextDiscount ? t.lessDiscount(amountText(nextDiscount, currency)) : null,
    nextCredit ? t.lessCredit(amountText(nextCredit, currency)) : null,
  ]
  return sentences.map(
    (sentence) =>
      sentence && (
        <p key={sentence} className="soft">
          {sentence}
        </p>
      ),
  )
}
