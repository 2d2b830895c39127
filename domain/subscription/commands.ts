/** Commands, facts and effects of a subscription, as plain data. */
import type { Charging } from '../billing/billing-snapshot.ts'
import type { OwnerAct, ReasonAct } from './acts.ts'
import type { EventBody, SubscriptionEvent } from './events.ts'
import type { PersonFacts, PlanTerms, RefusalCode, Subscription } from './subscription.ts'

/** Who did it: an administrator's or the subscriber's email, `system` or `billing`; the events' `addedBy`. */
type By = { by: string }

/** What a person requests; refused with a reason if the state does not allow it. */
export type Request = By &
  (
    | { kind: 'start-trial'; id: string; plan: PlanTerms }
    /** Grants a paid plan without charge until a day: it does not renew. */
    | { kind: 'grant'; id: string; plan: PlanTerms; endDate: Date; comment: string }
    /** `withRefund`: an administrator refunds it and ends it, also while it is pending. */
    | { kind: ReasonAct; comment: string; withRefund?: true }
    | { kind: 'extend'; endDate: Date; comment: string }
    | { kind: OwnerAct }
    /** The owner's own extension, once. `days` is what the catalogue offers; null if it offers none. */
    | { kind: 'extend-trial'; days: number | null }
  )

/**
 * A fact about the person or the day that has become true. If it does not concern the subscription, nothing happens.
 */
export type Occurrence = By &
  /** The person's clearance may have changed; the facts contain its present value. */
  (
    | { kind: 'clearance-changed' }
    | { kind: 'person-refused'; comment: string }
    /** The person had a trial of this product before, under another address. */
    | { kind: 'second-trial' }
    /** The address was not confirmed for 30 days, which the sender of the command checks. */
    | { kind: 'address-unconfirmed' }
    | { kind: 'person-forgotten' }
    /**
     * `provider`: the response about a renewing subscription, absent before it was asked. The provider's reports (a
     * payment, a failure, an end) are decided first; `unpaid` means that there is nothing more to report, `awaited`
     * that a payment is being processed or not yet due, `no-answer` that the provider could not be reached. `failure`
     * is present while an open payment would restore access.
     */
    | { kind: 'end-date-over'; provider?: ProviderAnswer; failure?: FailureNotice | undefined }
  )

/** The provider's response about a renewing subscription, as `end-date-over` describes it. */
export type ProviderAnswer = 'unpaid' | 'awaited' | 'no-answer'

/** The content of a notice of a failed payment; `retryAt` is null if the provider will not retry. */
export type FailureNotice = { retryAt: Date | null; actionRequired: boolean; payUrl: string | null }

/** A failed payment that is open, or `unknown` if the provider could not be asked. */
export type OpenPayment = FailureNotice | 'unknown'

/**
 * What the billing provider reports: never refused, in any order, any number of times. `payment` is the provider's id
 * of one payment, null for a free period; `periodEnd` is when the period ends.
 */
export type Report = By &
  (
    | { kind: 'payment-confirmed'; id: string; plan: PlanTerms; payment: string | null; paidAt: Date; periodEnd: Date }
    /** `owed`: it was payable already when renewal was stopped. */
    | { kind: 'renewal-paid'; payment: string | null; periodEnd: Date; owed?: boolean }
    /** A payment for a period that is over or was replaced. */
    | { kind: 'past-period-paid'; payment: string }
    /**
     * `notice` is null if the subscriber has been notified already. `running`: it is for the current period, such as an
     * unpaid plan change.
     */
    | { kind: 'renewal-failed'; due: Date; notice: FailureNotice | null; running?: boolean }
    /** A payment that failed within the paid period is no longer owed: it was paid, voided or written off. */
    | { kind: 'failure-settled' }
    /**
     * `periodEnd` is null if the new plan's period is not paid yet. `renews`: its first period follows the paid one, as
     * after a change at the end of the period.
     */
    | { kind: 'plan-changed'; plan: PlanTerms; payment: string | null; periodEnd: Date | null; renews?: boolean }
    | { kind: 'ended-by-provider'; on: Date }
    /** The provider charges a price for the plan other than the one agreed. */
    | { kind: 'price-changed'; plan: PlanTerms }
    /**
     * Nothing is left of what was paid for a period: all its `payments` were returned. `payment` is the newest of them.
     * `addedDays`: the plan was bought again during that period, so that its remaining days were added.
     */
    | { kind: 'payment-returned'; payment: string; payments: readonly string[]; on: Date; addedDays?: true }
    | { kind: 'stopped-in-portal' | 'resumed-in-portal' }
    | { kind: 'dispute-changed'; disputed: boolean }
  )
export type ReportOf<K extends Report['kind']> = Extract<Report, { kind: K }>

export type Command = Request | Occurrence | Report

/** The person's other subscriptions of the same product and type. */
export type Others = {
  /** One of them is active or pending. */
  live: boolean
  /** There was one before, also under a `+tag` or an erased address. */
  everOwned: boolean
  /** The ids of expired ones that the provider may still try to charge. */
  stillCharged: readonly string[]
  /**
   * A paid or complimentary subscription of the product is active or pending. Only an extension of a trial needs this.
   */
  subscribed?: boolean
}

/**
 * What the billing provider last reported about the subscription, and what was requested from it; absent for a trial.
 */
export type Billing = {
  /** When the last paid or free period at the provider ends. */
  periodEnd: Date
  ended: boolean
  /** A part of it was refunded, or is about to be. */
  paidBack: boolean
  /** True if one of its payments is disputed. */
  disputed: boolean
  /** Its invoice is a draft, not yet due, or being paid. */
  awaited: boolean
  /**
   * The payments for a period that never began, except those returned; absent if the subscription names the only one.
   */
  payments?: readonly string[]
}

export type Facts = { subscription: Subscription | null; person: PersonFacts; others: Others; billing?: Billing }

/** The work for jobs after the commit. Each names a state to reach, so doing it twice is harmless. */
export type Effect =
  /** The provider renews, pauses renewal, or lets the period end and can be asked to renew again. */
  | { kind: 'set-charging'; to: Charging }
  /** The provider charges next on this day, and counts its periods from there. */
  | { kind: 'move-next-charge'; to: Date }
  /** The provider's side of that subscription ends immediately and permanently, and its open invoices are voided. */
  | { kind: 'end-charging'; subscription: string }
  /** Ends the provider's subscription that a purchase has replaced, or that an unnecessary purchase created. */
  | { kind: 'end-replaced' | 'end-unused' }
  /** The whole payment; its owner is notified once it was made. */
  | { kind: 'refund'; payment: string }
  /** Read the state of the renewal, report it, then send `end-date-over` again with the result. */
  | { kind: 'ask-provider' }
  /** An administrator must check it. */
  | { kind: 'open-payment-issue'; about: PaymentIssueCause; payment: string | null }
  | { kind: 'forget-person' }
  | { kind: 'mail'; mail: SubscriptionMail; failure?: OpenPayment }

export type PaymentIssueCause =
  | 'refund-forbidden'
  | 'payment-without-use'
  | 'ended-before-start'
  | 'added-days-returned'

export type SubscriptionMail =
  | 'trial-started'
  | 'receipt'
  | 'payment-failed'
  | 'renewal-stopped'
  | 'renewal-not-stopped'
  | 'renewal-resumed'
  | 'trial-extended'
  | 'subscription-ended'
  | 'on-hold'
  | 'plan-changed'
  | 'price-changed'

export type Refusal = { refused: RefusalCode }
/** `after` is the state after the events; null if there is no subscription. */
export type Decision = { events: SubscriptionEvent[]; effects: Effect[]; after: Subscription | null } | Refusal

/** A row of the state table, before `decide` signs its events and adds general effects. */
export type Transition = { events: EventBody[]; effects?: Effect[] } | Refusal
/** Facts about an existing subscription. */
export type ExistingSubscription = Facts & { subscription: Subscription }

export const nothing: Transition = { events: [] }

export function refused(code: RefusalCode): Refusal {
  return { refused: code }
}
