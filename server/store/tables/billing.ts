import type { PaymentKind } from '../../../domain/billing/payments/period-payments.ts'
import type { RefundOutcome } from '../../../domain/billing/refunds/refund-outcome.ts'
import type { PaymentFailure } from '../../../domain/billing/payments/payment-failure.ts'
import type { BillingTask } from '../../../domain/billing/billing-tasks.ts'
import type { ColumnType, Generated } from 'kysely'

export type BillingTables = {
  /** A payment that needs an administrator. */
  payment_issues: {
    id: string
    subscription_id: string | null
    kind: string
    payment: string | null
    since: Date
    resolved_at: Generated<Date | null>
    resolved_by: Generated<string | null>
    comment: Generated<string | null>
    /** The provider's own sentence if it refused something. */
    detail: Generated<string | null>
    /** The provider's id of the object concerned. */
    provider_object: Generated<string | null>
    /** What a retry does; null if there is nothing to retry. */
    task: ColumnType<BillingTask | null, string | null | undefined, string | null>
    retried_at: Generated<Date | null>
    /** When administrators were emailed about it; null if they were not. */
    notified_at: Generated<Date | null>
  }
  /**
   * Money that moved, or failed to: a charge, a failed charge, a refund, a credit, a dispute. Amounts are in minor units.
   */
  payments: {
    id: string
    subscription_id: string
    kind: PaymentKind
    provider_id: string | null
    payment: string | null
    invoice: string | null
    invoice_number: string | null
    state: string
    amount: number
    tax: number | null
    currency: string
    period_start: Date | null
    period_end: Date | null
    at: Date
    comment: string | null
    by: string | null
    /** For a failed attempt: the reason, and the card. */
    failure: ColumnType<PaymentFailure | null, string | null | undefined>
    /** For a refund requested here: the decision about the subscription; null for none. */
    outcome: ColumnType<RefundOutcome | null, RefundOutcome | null | undefined>
  }
  /** The notices that were sent about an object (a due day, a card's expiry), each once. */
  sent_notices: { subscription_id: string; notice: string; about: string }
}
