import type { BillingSide, SideFound } from '../../../../domain/billing/billing-side.ts'
import type { BillingSnapshot, Charging } from '../../../../domain/billing/billing-snapshot.ts'
import type { BillingStep, Notices } from '../../../../domain/billing/billing-steps.ts'
import type { BillingTask, RefundNotice } from '../../../../domain/billing/billing-tasks.ts'
import type { ProviderFindings } from '../../../../domain/billing/effect-steps.ts'
import type { OrderChange, PlacedOrder } from '../../../../domain/billing/payments/order-plan.ts'
import type { PaymentEntry, StoredPayment } from '../../../../domain/billing/payments/payment-entries.ts'
import type { IssueKey } from '../../../../domain/billing/payments/payment-issues.ts'
import type { Owner } from '../../../../domain/billing/payments/stray-payments.ts'
import type { ChangeSeen } from '../../../../domain/billing/plan.ts'
import type { Command } from '../../../../domain/subscription/commands.ts'
import type { PlanTerms, Subscription } from '../../../../domain/subscription/subscription.ts'
import type { Customer } from '../../../adapters/payments/port.ts'

/**
 * What reconciliation and billing tasks read and write. The server implements it with its database, the random lives in
 * memory.
 */
export type BillingStore = BillingData & {
  now(): Date
  /** The current terms of a plan in the catalogue. */
  termsOf(plan: string): PlanTerms | undefined
  /** The subscription with this id at the provider; undefined once its subscriber was erased. */
  findBilled(billingId: string): Promise<{ id: string; subscriberId: string } | undefined>
  /** The provider's id of the subscription to which a stored payment belongs. */
  billedWith(payment: string): Promise<string | undefined>
  /** The provider's ids of a customer's subscriptions that it has not ended permanently. */
  billedTo(customer: string): Promise<string[]>
  subscription(id: string): Promise<OwnedSubscription | undefined>
  /** The owner of one of the provider's payment ids. */
  subscriptionOfPayment(payment: string): Promise<string | undefined>
  /** The last request about charging; null while a change is running. */
  setCharging(id: string, charging: Charging | null): Promise<void>
  /** Records that a period was voided while nothing was to be charged, and gives no access later either. */
  withholdUntil(id: string, end: Date): Promise<void>
  /** Records that a period that was owed when renewal was stopped gives access once it is paid. */
  oweUntil(id: string, end: Date): Promise<void>
  /** A subscriber as the provider's customer, with the provider's id; null if there is none. */
  customerOf(subscriberId: string): Promise<{ id: string; person: Customer } | null>
  findOrder(id: string): Promise<PlacedOrder | undefined>
  orderOfSession(session: string): Promise<PlacedOrder | undefined>
  /** The orders that wait for the provider, and that it was not asked about since that time. */
  ordersNotAskedSince(moment: Date): Promise<(PlacedOrder & Claimable)[]>
  /** The subscriptions on which the provider may still act, and that it was not asked about since that time. */
  notAskedSince(moment: Date): Promise<({ id: string; billingId: string } & Claimable)[]>
  /** When a subscription was last bought. */
  lastPurchase(id: string): Promise<Date | null>
  /** Returns those of the payments that belong to a subscription here. */
  knownPayments(payments: readonly string[]): Promise<ReadonlySet<string>>
  /** An erased person's subscription, by the provider's id. */
  findErased(billingId: string): Promise<Subscription | undefined>
  /** Runs one transaction, which locks the subscriber first. No provider is called in it. */
  transact<T>(subscriberId: string | null, work: (db: BillingTransaction) => Promise<T>): Promise<T>
}

/** One transaction; its subscriber, if there still is one, is locked. */
export type BillingTransaction = BillingData & {
  /** Null once the person was erased. */
  subscriberId: string | null
  /** All the subscriber's subscriptions. */
  lockSubscriptions(): Promise<Subscription[]>
  lockOrder(id: string): Promise<PlacedOrder | undefined>
  /** The subscriber's open order for a product. */
  lockOpenOrder(product: string): Promise<PlacedOrder | undefined>
  /** The owner of an order; null once the person was erased. */
  ownerOf(order: PlacedOrder): Owner | null
  /** The kinds of tasks that wait to run, about one of our subscriptions or one of the provider's. */
  waitingTasks(subject: string): Promise<ReadonlySet<BillingTask['task']>>
  notices(id: string): Promise<Notices>
  /** Whether such an issue awaits an administrator. */
  isOpen(issue: IssueKey): Promise<boolean>
  /** Stores the findings of a check, and the payments that it found. */
  save(id: string, side: SideFound, payments: readonly PaymentEntry[]): Promise<void>
  /** Writes what the rules of billing returned. `subscription` is the one that emails describe. */
  write(id: string | null, steps: readonly BillingStep[], subscription?: Subscription | null): Promise<void>
  /**
   * Decides a command about the subscriber's subscription, or about a new one. Returns the subscription after it, or
   * null if nothing changed.
   */
  change(id: string | null, command: Command, seen?: ReportFindings): Promise<Subscription | null>
  /** Records that the provider has made a refund that an administrator requested, by our own id and the provider's. */
  refundMade(refund: string, providerId: string | null): Promise<void>
  /** Emails the subscriber about a payment that the shop refunded itself. */
  mailRefund(refund: Omit<RefundNotice, 'subscriber' | 'subscription'>): Promise<void>
  mailOrder(order: PlacedOrder, mail: 'purchase-processing' | 'purchase-failed'): Promise<void>
  /**
   * Ends a change of plan by an administrator whose response was lost and which, now that the provider was read, turns
   * out not to be made.
   */
  closePlanChange(id: string): Promise<void>
  /** Notifies other systems about payments in a snapshot, each once. `stored` has the payments from before it. */
  tell(subscription: Subscription, snapshot: BillingSnapshot, stored: readonly PaymentEntry[]): Promise<void>
}

type BillingData = {
  /** The provider's side of a subscription; null for a trial. */
  side(id: string): Promise<BillingSide | null>
  /** The stored payments of a subscription, oldest first. */
  payments(id: string): Promise<StoredPayment[]>
  /** `askedAt` if the provider was asked for it. */
  changeOrder(id: string, change: OrderChange, askedAt?: Date): Promise<void>
}

/** `subscriberId` is null once the person was erased. */
export type OwnedSubscription = Subscription & { subscriberId: string | null }

/** A row that several instances may be about to check at the provider. */
export type Claimable = {
  /** Records that the provider is asked now. False if another instance has done so. */
  claim: () => Promise<boolean>
  /** Makes the row due again. */
  release: () => Promise<void>
}

/** `change`: of a report that the plan or its price changed. */
export type ReportFindings = ProviderFindings & { change?: ChangeSeen }
