import type { InvoiceDetail } from '../registration/invoice-details.ts'
import type { PaymentCard } from './payments/payment-card.ts'

/**
 * A request to the billing provider. Subscriptions have our own ids: a task reads the wanted state when it runs, so
 * that the order of tasks does not matter.
 */
export type BillingTask =
  | { task: 'set-charging' | 'move-next-charge' | 'ask-provider' | 'set-default-method'; subscription: string }
  /** `provider`: the billing id, in case the shop has no such subscription or it now has another billing id. */
  | { task: 'end-charging'; subscription: string | null; provider: string | null }
  /**
   * The whole payment, or `amount` of it in minor units. `refund` is our own row of a refund that an administrator
   * requested; `tell` is who is emailed once it is made.
   */
  | { task: 'refund'; payment: string; invoice?: string | null; amount?: number; refund?: string; tell?: RefundNotice }
  | { task: 'close-checkout'; session: string }
  | { task: 'update-customer'; subscriber: string; changed?: InvoiceDetail[] }
  | { task: 'delete-customer'; customer: string }

/**
 * The provider's object of a task without a subscription. Its payment issues use this id, so a task that is queued again
 * and refused again is one issue.
 */
export function objectOf(task: BillingTask): string | null {
  switch (task.task) {
    case 'end-charging':
      return task.provider
    case 'refund':
      return task.payment
    case 'close-checkout':
      return task.session
    case 'delete-customer':
      return task.customer
    default:
      return null
  }
}

/** Returns what a task is about: tasks that wait are found by it. */
export function subjectOf(task: BillingTask): string | null {
  switch (task.task) {
    case 'update-customer':
      return task.subscriber
    case 'end-charging':
      return task.subscription ?? task.provider
    case 'set-charging':
    case 'move-next-charge':
    case 'ask-provider':
    case 'set-default-method':
      return task.subscription
    default:
      return objectOf(task)
  }
}

/** `subscription` is null for a task without one; `id` is that of the task, if nothing else distinguishes it. */
export function issueOfTask(task: BillingTask, subscription: string | null, id: string): string {
  if (task.task === 'refund') return task.payment
  return subscription === null ? `${task.task} ${objectOf(task) ?? id}` : task.task
}

/**
 * `plan` is the title of what was paid for; the subscription is null if the payment never created one. `money`, in
 * minor units, and `card` are present if they are known.
 */
export type RefundNotice = {
  subscriber: string
  subscription: string | null
  plan: string
  money?: { amount: number; currency: string }
  card?: PaymentCard
}
