import type { Charging } from '../../../domain/billing/billing-snapshot.ts'
import type { PaymentState } from '../../../domain/billing/payments/payment-state.ts'
import type { OwedAmount } from '../../../domain/billing/payments/owed.ts'
import { preparedLookUp } from '../prepared.ts'
import type { Db, Trx } from '../tables.ts'

/** The state of the payment of a subscription. Amounts in minor units of `currency`. */
export type PaymentFacts = {
  billingId: string
  state: PaymentState | null
  ended: boolean
  /** When the last paid or free period ends. */
  periodEnd: Date | null
  disputed: boolean
  charging: Charging | null
  nextChargeAt: Date | null
  nextAmount: number | null
  nextDiscount: number | null
  nextCredit: number | null
  currency: string | null
  lastPaidAt: Date | null
  retryAt: Date | null
  payUrl: string | null
  owed: OwedAmount | null
}

/** The columns that `factsIn` reads, in SQL: of `x`, a subscription. */
export const factColumns = `x.provider_subscription as "billingId", x.payment_state as "paymentState",
  x.provider_ended_at as "endedAt", x.provider_period_end as "periodEnd", x.disputed,
  x.provider_charging as charging, x.next_charge_at as "nextChargeAt",
  x.next_amount as "nextAmount", x.next_discount as "nextDiscount", x.next_credit as "nextCredit",
  x.next_currency as "nextCurrency", x.retry_at as "retryAt", x.pay_url as "payUrl", x.owed,
  (select max(p.at) from payments p where p.subscription_id = x.id and p.kind = 'charge') as "lastPaidAt"`

export type FactsRow = Omit<PaymentFacts, 'billingId' | 'state' | 'ended' | 'currency'> & {
  billingId: string | null
  paymentState: PaymentFacts['state']
  endedAt: Date | null
  nextCurrency: string | null
}

/** Returns the payment facts in a row; undefined if the subscription has no provider's side. */
export function factsIn(row: FactsRow): PaymentFacts | undefined {
  const { billingId, periodEnd, disputed, charging, lastPaidAt, retryAt, payUrl, owed } = row
  const { nextChargeAt, nextAmount, nextDiscount, nextCredit } = row
  if (billingId === null) return undefined
  const [state, ended, currency] = [row.paymentState, row.endedAt !== null, row.nextCurrency]
  const next = { nextChargeAt, nextAmount, nextDiscount, nextCredit, currency }
  return { billingId, state, ended, periodEnd, disputed, charging, ...next, lastPaidAt, retryAt, payUrl, owed }
}

const factsOf = preparedLookUp(`select x.id, ${factColumns} from subscriptions x where x.id = any($1::uuid[])`)

/** Returns the payment facts of those subscriptions that have a provider's side. */
export async function paymentFactsOf(db: Db | Trx, ids: readonly string[]): Promise<Map<string, PaymentFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await factsOf<FactsRow & { id: string }>(db, [ids])
  return new Map(
    rows.flatMap((row) => {
      const facts = factsIn(row)
      return facts ? [[row.id, facts]] : []
    }),
  )
}
