import type { Charging } from '../../../domain/billing/billing-snapshot.ts'
import type { OrderState } from '../../../domain/billing/payments/first-payment.ts'
import type { PaymentState } from '../../../domain/billing/payments/payment-state.ts'
import type { OwedAmount } from '../../../domain/billing/payments/owed.ts'
import type { SubscriptionType } from '../../../domain/catalogue/plan.ts'
import type { PlanTerms, Renewal, SubscriptionStatus } from '../../../domain/subscription/subscription.ts'
import type { Json } from './json.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type SubscriptionsTables = {
  /** The state of domain/subscription/subscription.ts, column by column. */
  subscriptions: {
    id: string
    /** Null once the person is erased. */
    subscriber_id: string | null
    terms: Json<PlanTerms>
    /** The database derives these three from the terms. */
    plan: GeneratedAlways<string>
    product: GeneratedAlways<string>
    type: GeneratedAlways<SubscriptionType>
    status: SubscriptionStatus
    created_at: Date
    start_date: Date | null
    end_date: Date | null
    held_since: Date | null
    renewal: Renewal
    paid_until: Date | null
    payment: string | null
    latest_comment: string | null
    /** The provider's side as last reported. Separate from the state, which only events change. */
    provider_subscription: Generated<string | null>
    provider_period_end: Generated<Date | null>
    provider_ended_at: Generated<Date | null>
    provider_charging: Generated<Charging | null>
    /** The end of the latest period with a refund, made or pending. */
    paid_back_until: Generated<Date | null>
    /** When the provider was last asked about it, or when such a check was claimed. */
    asked_at: Generated<Date | null>
    /** The last day granted in addition to the paid ones. */
    granted_until: Date | null
    /** True if its owner has extended the trial, which is possible once. */
    extended_by_owner: Generated<boolean>
    billing_price: Generated<string | null>
    /** The end of the latest period that was voided while renewal was stopped or the person on hold. */
    withheld_until: Generated<Date | null>
    /** The end of the latest period that was still owed when renewal was stopped. */
    owed_until: Generated<Date | null>
    /** An invoice that remains payable if renewal is stopped. */
    owed: ColumnType<OwedAmount | null, string | null | undefined, string | null>
    disputed: Generated<boolean>
    payment_state: Generated<PaymentState | null>
    next_charge_at: Generated<Date | null>
    /** In minor units of `next_currency`, after tax, discount and credit. */
    next_amount: Generated<number | null>
    /** The amount by which a discount and the customer's credit have reduced it. */
    next_discount: Generated<number | null>
    next_credit: Generated<number | null>
    next_currency: Generated<string | null>
    retry_at: Generated<Date | null>
    pay_url: Generated<string | null>
  }
  orders: {
    id: string
    subscriber_id: string | null
    /** The id its subscription will have. */
    subscription_id: string
    product: string
    terms: Json<PlanTerms>
    state: OrderState
    /** The provider's payment page; null until it has created one. */
    session: string | null
    address: string | null
    expires_at: Date | null
    created_at: Date
    asked_at: Date
    /** The number of requests for its page with a response, a page or an error. */
    answered: Generated<number>
    /** Since when its payment, such as a bank debit, is known to take days; kept after it succeeded or failed. */
    processing_at: Generated<Date | null>
    /** True if it is closed, and the provider may still collect something for it. */
    left_over: Generated<boolean>
    /** True once its payment has started or continued the subscription. A later refund does not change it. */
    started: Generated<boolean>
  }
  events: {
    subscription_id: string
    /** 1, 2, 3 … within the subscription. */
    number: number
    type: string
    at: Date
    added_by: string
    data: Json<unknown>
  }
}
