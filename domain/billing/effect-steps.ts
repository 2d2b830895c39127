/** Turns the effects of a decision into tasks for the billing provider, emails and payment issues. */
import type { Command, Effect } from '../subscription/commands.ts'
import type { Subscription } from '../subscription/subscription.ts'
import { paymentOf, type BillingInvoice, type BillingPayment } from './billing-snapshot.ts'
import type { BillingStep } from './billing-steps.ts'
import type { BillingTask, RefundNotice } from './billing-tasks.ts'
import type { PaymentCard } from './payments/payment-card.ts'

/**
 * The person and the subscription of an effect. `billingId` is the id at the billing provider that the command concerns,
 * which the row may not have yet; `replaced` is the id that the row had before.
 */
export type EffectSubject = {
  subscriber: string
  subscription: Subscription | null
  /** The title of what was paid for, even if no subscription resulted. */
  title: string | null
  billingId: string | null
  replaced: string | null
  /** The invoice that a payment paid, and the card, where they are known. */
  invoice?: BillingInvoice | undefined
  card?: PaymentCard | null | undefined
}

/** What a snapshot adds to a report: the provider's id, and the invoices and payments for receipts. */
export type ProviderFindings = {
  billingId?: string
  invoices?: readonly BillingInvoice[]
  payments?: readonly BillingPayment[]
}

/** Returns the subject of the effects of a command; `findings` contain the provider's id if the row lacks it. */
export function effectSubject(
  about: Pick<EffectSubject, 'subscriber' | 'subscription' | 'title' | 'replaced'>,
  command: Command,
  findings: ProviderFindings,
): EffectSubject {
  const payment = 'payment' in command ? command.payment : null
  return {
    ...about,
    billingId: findings.billingId ?? about.replaced,
    ...paidBy(payment, findings),
  }
}

/** Returns the invoice that a payment paid, and the card, where they are known. */
export function paidBy(
  payment: string | null,
  { invoices, payments }: Pick<ProviderFindings, 'invoices' | 'payments'>,
): Pick<EffectSubject, 'invoice' | 'card'> {
  return {
    invoice: invoices?.find((one) => payment !== null && paymentOf(one) === payment),
    card: payments?.find(({ id }) => id === payment)?.card,
  }
}

/** What is already stored. */
export type EffectFacts = {
  /** All the person's subscriptions, as they were before the decision. */
  all: readonly Subscription[]
  /** True if the provider is about to be asked about this one. */
  isAsked: boolean
  /** The invoice that a payment paid, if it was read. */
  invoiceOf: (payment: string) => string | null
}

/** No external call is made before the commit. */
export function stepsOf(effect: Effect, concerned: EffectSubject, facts: EffectFacts): BillingStep[] {
  const { subscription, billingId, replaced } = concerned
  const queue = (task: BillingTask): BillingStep[] => [{ step: 'queue', task }]
  switch (effect.kind) {
    case 'mail': {
      // A person is emailed about a hold once, whichever of their subscriptions it stopped first.
      if (!subscription || (effect.mail === 'on-hold' && hasAnotherOnHold(facts.all, subscription))) return []
      const { mail, failure } = effect
      return [{ step: 'mail', mail, ...(failure && { failure }) }]
    }
    case 'set-charging':
    case 'move-next-charge':
      return subscription ? queue({ task: effect.kind, subscription: subscription.id }) : []
    case 'end-charging': {
      // A purchase also ends an earlier subscription, whose id at the provider differs from that of the new one.
      const provider = subscription && subscription.id !== effect.subscription ? null : billingId
      return queue({ task: 'end-charging', subscription: effect.subscription, provider })
    }
    case 'end-unused':
      return billingId ? queue({ task: 'end-charging', subscription: null, provider: billingId }) : []
    case 'end-replaced':
      return replaced ? queue({ task: 'end-charging', subscription: null, provider: replaced }) : []
    case 'refund': {
      const { payment } = effect
      const tell = noticeOf(concerned)
      const noted: BillingStep[] = subscription ? [{ step: 'note', notice: 'refund-unused', about: payment }] : []
      // A purchase that was refunded instead of replacing this one leaves its own payments kept.
      if (subscription && (replaced === null || replaced === billingId))
        noted.unshift({ step: 'mark-paid-back', paidBack: true })
      return [...noted, ...queue({ task: 'refund', payment, invoice: facts.invoiceOf(payment), ...(tell && { tell }) })]
    }
    case 'ask-provider':
      return subscription && !facts.isAsked ? queue({ task: 'ask-provider', subscription: subscription.id }) : []
    case 'open-payment-issue': {
      const { about: kind, payment } = effect
      return [{ step: 'open-issue', issue: { subscriptionId: subscription?.id ?? null, kind, payment } }]
    }
    case 'forget-person':
      // The action that sends `address-unconfirmed` erases the person in the same transaction.
      return []
  }
}

/** Whether the person was already emailed about this hold, when it stopped another of their subscriptions. */
function hasAnotherOnHold(all: readonly Subscription[], { id }: Subscription): boolean {
  return all.some((other) => other.id !== id && other.status === 'pending' && other.onHoldSince !== null)
}

/** Returns what is emailed about a refund once it is made; null if what was paid for has no title. */
export function noticeOf({
  subscriber,
  subscription,
  title,
  invoice,
  card,
}: Omit<EffectSubject, 'billingId' | 'replaced'>): RefundNotice | null {
  if (title === null) return null
  return {
    subscriber,
    subscription: subscription?.id ?? null,
    plan: title,
    ...(invoice && { money: { amount: invoice.amountPaid, currency: invoice.currency } }),
    ...(card && { card }),
  }
}
