import { failureReason } from '../../../domain/billing/payments/payment-failure.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { amountText } from '../../billing/payment.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { SubscriptionRow } from '../acts/rows.ts'
import { useAdminCall } from '../admin-call.ts'
import { failureText } from './history/failure-text.ts'
import { shownFailure } from './shown-failure.ts'

const t = detailsWords.payment.failure

/**
 * Shows why the payment of a subscription is overdue, what to tell the customer, and the link at which they can pay.
 */
export function PaymentFailure({ row: { id, plan, subscriber } }: { row: SubscriptionRow }) {
  const { data: payments } = useAdminCall('GET /api/v1/subscriptions/payments/{id}', { path: { id } })
  const invoices = useAdminCall('GET /api/v1/subscribers/{id}/invoices', { path: { id: subscriber.id } })
  if (!payments || (!invoices.data && !invoices.error)) return null
  const shown = shownFailure(payments, invoices.data)
  if (!shown) return null
  const { failure, payUrl } = shown
  const amount = amountText(failure.amount, failure.currency)
  const isToConfirm = failureReason(failure.failure?.reason ?? null) === 'authentication_required'
  return (
    <Panel tone="red" title={isToConfirm ? t.titleToConfirm(amount) : t.title(amount)}>
      <p>{failureText(failure)}</p>
      {payUrl ? (
        <>
          <p>{isToConfirm ? t.adviceToConfirm : t.advice}</p>
          <p className="small anywhere">{payUrl}</p>
          <CopyButton text={payUrl} subject={plan.title} words={t} />
        </>
      ) : null}
    </Panel>
  )
}
