/** Decides the result of an order after its payment was checked. */
import type { Report } from '../../subscription/commands.ts'
import type { PlanTerms } from '../../subscription/subscription.ts'
import type { BillingSide, SideSeen } from '../billing-side.ts'
import { standingOf } from '../standing.ts'
import type { BillingSnapshot } from '../billing-snapshot.ts'
import type { BillingStep } from '../billing-steps.ts'
import { issueOfTask, type BillingTask } from '../billing-tasks.ts'
import { isLeftOver, orderStep, type FirstPeriod, type OrderState } from './first-payment.ts'
import { returnSteps, type Owner } from './stray-payments.ts'

/** An order as it is stored. `session` is the page on which it is paid. */
export type PlacedOrder = {
  id: string
  state: OrderState
  /** Null once the person was erased. */
  subscriberId: string | null
  subscriptionId: string
  terms: PlanTerms
  session: string | null
  processingAt: Date | null
}

export type OrderChange = Partial<{
  state: 'closed' | 'paid'
  processingAt: Date
  leftOver: boolean
  /** Whether its payment started a subscription, or applied to the one that was owned. */
  started: boolean
}>

export type OrderFacts = {
  order: PlacedOrder
  /** Null once the person was erased. */
  owner: Owner | null
  /**
   * True if the provider is about to be asked to end what is left of it, or has refused; then an administrator retries.
   */
  isEnding: boolean
}

export type OrderPlan = {
  /** The subscription starts with this period. */
  confirms: FirstPeriod | null
  /** Whether the order is paid, so that its subscription has to be checked. */
  isPaid: boolean
  mail: 'purchase-processing' | 'purchase-failed' | null
  change: OrderChange
  steps: BillingStep[]
}

/**
 * Returns the provider's subscription that a purchase replaces; null for none. It is checked first, so that its
 * payments until then are known: later ones are strays.
 */
export function replacedBy({ state }: PlacedOrder, owned: BillingSide | null, { id }: BillingSnapshot): string | null {
  return state !== 'paid' && owned && owned.billingId !== id ? owned.billingId : null
}

export function planOrder(facts: OrderFacts, snapshot: BillingSnapshot, now: Date): OrderPlan {
  const { order, owner } = facts
  const { processingAt } = order
  const plan: OrderPlan = { confirms: null, isPaid: false, mail: null, change: {}, steps: [] }
  if (order.state === 'paid') return { ...plan, isPaid: true }
  const delayed = processingAt !== null
  // Null if the person was erased meanwhile.
  const asked = owner ? { state: order.state, delayed } : { state: 'closed' as const, delayed: true }
  const next = orderStep(asked, snapshot, now)
  switch (next.step) {
    case 'wait':
      return plan
    case 'confirm': {
      // Later charges use the payment method that the customer chose last, here or on the provider's page.
      const task: BillingTask = { task: 'set-default-method', subscription: order.subscriptionId }
      const steps: BillingStep[] = [{ step: 'queue', task }]
      return { ...plan, confirms: next.period, isPaid: true, change: { state: 'paid', leftOver: false }, steps }
    }
    case 'await': {
      const mail = owner && !delayed ? ('purchase-processing' as const) : null
      return { ...plan, mail, change: { processingAt: processingAt ?? now } }
    }
    case 'fail':
      return { ...plan, mail: owner && 'purchase-failed', ...ending(facts, snapshot, now) }
    case 'end':
      return { ...plan, ...ending(facts, snapshot, now) }
    case 'give-back': {
      const { change, steps } = ending(facts, snapshot, now)
      const returned = next.payments.flatMap(
        (payment) => returnSteps({ payment, subscription: null }, owner, snapshot).steps,
      )
      return { ...plan, change: { ...change, state: 'paid' }, steps: [...steps, ...returned] }
    }
  }
}

/** Ends charging for a closed order at the provider. */
function ending(
  { order, isEnding }: OrderFacts,
  snapshot: BillingSnapshot,
  now: Date,
): Pick<OrderPlan, 'change' | 'steps'> {
  const leftOver = isLeftOver(snapshot)
  const change = { state: 'closed' as const, leftOver, processingAt: order.processingAt ?? now }
  const task = endingOf(snapshot.id)
  if (leftOver) return { change, steps: isEnding ? [] : [{ step: 'queue', task }] }
  return { change, steps: [{ step: 'close-issue', issue: refusalOfEnding(order, snapshot.id) }] }
}

const endingOf = (provider: string): BillingTask => ({ task: 'end-charging', subscription: null, provider })

/** The issue for the provider's refusal to end what is left of an order. */
export function refusalOfEnding({ id }: Pick<PlacedOrder, 'id'>, billingId: string) {
  const payment = issueOfTask(endingOf(billingId), null, id)
  return { subscriptionId: null, kind: 'task-refused', payment } as const
}

/** Returns the command that starts a subscription, or applies the payment to the one that was owned. */
export function confirmationReport({ subscriptionId, terms }: PlacedOrder, first: FirstPeriod): Report {
  const { payment, paidAt, periodEnd } = first
  return { kind: 'payment-confirmed', id: subscriptionId, plan: terms, payment, paidAt, periodEnd, by: 'billing' }
}

/**
 * Returns what is stored of the provider's side of a confirmed order: renewal is on and nothing is disputed; later
 * changes are found at the next reconciliation. Its first payment can be refunded from now on; later ones are new to
 * the next check.
 */
export function confirmedSide(
  snapshot: BillingSnapshot,
  { invoice }: FirstPeriod,
  now: Date,
): { seen: SideSeen; paid: BillingSnapshot } {
  const standing = standingOf(snapshot, null, now)
  const begun = { ...snapshot, payments: [] }
  return {
    seen: { snapshot: begun, standing, charging: 'on', withheldUntil: null },
    paid: { ...begun, invoices: invoice ? [invoice] : [] },
  }
}

/**
 * Closes an order that will not be paid, and its payment page. A payment in progress is ended at the provider at the
 * next reconciliation.
 */
export function closingOf({ session, processingAt }: PlacedOrder): { change: OrderChange; steps: BillingStep[] } {
  return {
    change: { state: 'closed', leftOver: processingAt !== null },
    steps: session === null ? [] : [{ step: 'queue', task: { task: 'close-checkout', session } }],
  }
}
