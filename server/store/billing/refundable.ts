import { movesMoney, orderOfPayments } from '../../../domain/billing/payments/payment-entries.ts'
import { isRefundable } from '../../../domain/billing/refunds/refund-plan.ts'
import { preparedLookUp } from '../prepared.ts'
import type { Db, Trx } from '../tables.ts'
import type { PaymentRow } from './payments.ts'

type Row = Pick<
  PaymentRow,
  'kind' | 'state' | 'payment' | 'invoice' | 'invoice_number' | 'amount' | 'currency' | 'period_end' | 'at'
> & { id: string; present: string | null; paidUntil: Date | null; disputed: boolean }

const paymentsOf = preparedLookUp(
  `select p.subscription_id as id, p.kind, p.state, p.payment, p.invoice, p.invoice_number, p.amount, p.currency,
     p.period_end, p.at, s.payment as present, s.paid_until as "paidUntil", s.disputed
   from payments p join subscriptions s on s.id = p.subscription_id
   where p.subscription_id = any($1::uuid[]) and p.kind <> 'failure' and s.provider_subscription is not null
   order by ${orderOfPayments.map((column) => `p.${column}`).join()}`,
)

/** Those that have an invoice paid through the provider, while nothing was returned, credited or disputed. */
const untouchedAmong = preparedLookUp(
  `select s.id from payments p join subscriptions s on s.id = p.subscription_id
   where p.subscription_id = any($1::uuid[]) and s.provider_subscription is not null and not s.disputed
   group by s.id
   having bool_and(p.kind in ('charge', 'failure'))
     and bool_or(p.kind = 'charge' and p.payment is not null and p.invoice_number is not null and p.amount > 0)`,
)

/**
 * Returns those of the subscriptions of which something can be refunded. The payments of most show it without
 * calculation; those of the others are read in a second statement.
 */
export async function refundableAmong(db: Db | Trx, ids: readonly string[], now: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const refundable = new Set((await untouchedAmong<{ id: string }>(db, [ids])).map(({ id }) => id))
  const others = ids.filter((id) => !refundable.has(id))
  if (others.length === 0) return refundable
  const records = await paymentsOf<Row>(db, [others])
  for (const [id, own] of Map.groupBy(records.filter(movesMoney), (record) => record.id)) {
    const [of] = own
    if (of && isRefundable(own, { ...of, payment: of.present }, now)) refundable.add(id)
  }
  return refundable
}
