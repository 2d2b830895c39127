import { isOverdue } from '../../../domain/billing/payments/payment-state.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { actWords } from '#words/admin/people/acts.ts'
import type { SubscriptionRow } from '../acts/rows.ts'
import { Button } from '../../ui/button.tsx'
import { amountText, isBilled } from '../../billing/payment.ts'
import { AdminSection } from '../admin-section.tsx'
import { Fact } from '../fact.tsx'
import { Moment } from '../moment.tsx'
import { PaymentMark } from '../billing/payment-mark.tsx'
import { useActsOf } from '../use-role.ts'
import { PaymentFailure } from './payment-failure.tsx'

const t = detailsWords.payment

/** Shows the payment state of each paid subscription; renders nothing if none is at the billing provider. */
export function UserPayments({
  rows,
  refund,
}: {
  rows: readonly SubscriptionRow[]
  refund: (row: SubscriptionRow) => void
}) {
  const billed = rows.filter(({ payment }) => isBilled(payment))
  if (billed.length === 0) return null
  return (
    <AdminSection heading={t.heading} help="money">
      {() => billed.map((row) => <PaymentFacts key={row.id} row={row} refund={() => refund(row)} />)}
    </AdminSection>
  )
}

function PaymentFacts({ row, refund }: { row: SubscriptionRow; refund: () => void }) {
  const { payment, plan } = row
  const { state, nextChargeAt, nextAmount, nextDiscount, nextCredit, currency, lastPaidAt, graceUntil, retryAt } =
    payment
  const title = plan.title
  const mayRefund = useActsOf()(row).acts.includes('refund')
  return (
    <div className="admin-payment">
      {isOverdue(payment) ? <PaymentFailure row={row} /> : null}
      <dl className="admin-facts">
        <Fact label={t.plan}>{title}</Fact>
        <Fact label={t.state}>
          <PaymentMark state={state} />
        </Fact>
        {isOverdue(payment) ? null : (
          <Fact label={t.nextCharge}>
            <Moment at={nextChargeAt} />
          </Fact>
        )}
        <Fact label={t.nextAmount}>
          {nextAmount !== null && currency !== null ? amountText(nextAmount, currency) : detailsWords.none}
        </Fact>
        {nextDiscount && currency ? <Fact label={t.discount}>{amountText(nextDiscount, currency)}</Fact> : null}
        {nextCredit && currency ? <Fact label={t.credit}>{amountText(nextCredit, currency)}</Fact> : null}
        <Fact label={t.lastPayment}>
          <Moment at={lastPaidAt} />
        </Fact>
        {isOverdue(payment) ? (
          <>
            <Fact label={t.accessUntil}>
              <Moment at={graceUntil} />
            </Fact>
            <Fact label={t.retry}>
              <Moment at={retryAt} />
            </Fact>
          </>
        ) : null}
      </dl>
      {mayRefund ? (
        <div className="cluster small">
          <Button variant="quiet" size="small" aria-label={t.refundOf(title)} onClick={refund}>
            {actWords.refund.action}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
