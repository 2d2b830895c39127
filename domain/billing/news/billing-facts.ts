import type { BillingSnapshot, Charging } from '../billing-snapshot.ts'
import type { PeriodStanding } from '../standing.ts'
import type { PaymentRecord } from '../payments/period-payments.ts'
import { charging, type PlanTerms, type Subscription } from '../../subscription/subscription.ts'

export const by = 'billing'

/** A look at the billing provider: the facts from which the news about a subscription follows. */
export type BillingFacts = {
  subscription: Subscription
  snapshot: BillingSnapshot
  standing: PeriodStanding
  /** The state last sent to the provider or last read from it; null while neither is known. */
  told: Charging | null
  /** True while a change of charging is being sent to the provider, whose response cannot show it yet. */
  changing: boolean
  /** True if a payment was disputed at the previous check. */
  disputed: boolean
  /** The end of the latest period that was owed when renewal was stopped. */
  owedUntil: Date | null
  /** The ids of invoices that earlier checks found paid, because each payment is decided once. */
  known: ReadonlySet<string>
  /** What earlier checks have stored of its payments. */
  records?: readonly PaymentRecord[]
  /** Returns the current terms of a plan in the catalogue. */
  termsOf: (plan: string) => PlanTerms | undefined
  /** Whether the subscriber is notified of the failed payment; false if they were notified before. */
  notify: boolean
}

/** A period that the vendor voided while it renews was given away; one voided because of a stop or a hold was not. */
export function isGiven({ subscription, standing, disputed, changing }: BillingFacts): boolean {
  if (standing.kind !== 'void') return standing.kind === 'given'
  return !standing.withheld && charging(subscription, disputed) === 'on' && !changing
}
