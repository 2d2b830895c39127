import { detailsWords } from '#words/admin/user.ts'
import { amountText } from '../../billing/payment.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { SubscriptionRow } from '../acts/rows.ts'
import { useAdminCall } from '../admin-call.ts'
import { failureText } from './history/failure-text.ts'

const t = detailsWords.payment.failure

/** Why the payment of a subscription is overdue, what to tell the customer, and the link by which they can pay. */
export function PaymentFailure({ row: { id, payment, plan } }: { row: SubscriptionRow }) {
  const { data } = useAdminCall('GET /api/v1/subscriptions/payments/{id}', { path: { id } })
  const last = data?.findLast(({ kind }) => kind === 'failure')
  if (!last) return null
  return (
    <Panel tone="red" title={t.title(amountText(last.amount, last.currency))}>
      <p>{failureText(last)}</p>
      {payment.payUrl ? (
        <>
          <p>{t.advice}</p>
          <p className="small anywhere">{payment.payUrl}</p>
          <CopyButton text={payment.payUrl} label={t.copyLabel(plan.title)} words={t} />
        </>
      ) : null}
    </Panel>
  )
}
