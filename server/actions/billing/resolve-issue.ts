import { refuse } from '../../../contract/errors.ts'
import type { AuditedChange } from '../../../domain/audit.ts'
import { retrySteps } from '../../../domain/billing/tasks.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { findIssue, lockIssue, noteRetry, resolveIssue } from '../../store/billing/payment-issues.ts'
import { storedPayments } from '../../store/billing/payments.ts'
import { lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { refuseOneself, requireAdministrator, type Administrator } from '../accounts/administrator.ts'
import { writeSteps } from './reconcile/write-steps.ts'

type Decision = { by: Administrator; comment: string }

/** Closes a payment issue with a comment. A second attempt gets a 409; an unknown id, a 404. */
export async function resolvePaymentIssue(context: AppContext, id: string, { by, comment }: Decision): Promise<void> {
  await context.transact(async (db) => {
    const { subscriptionId, subscriberId, changes } = await lockConcerned(db, id, by)
    const now = context.now()
    if (!(await resolveIssue(db, id, by.email, comment, now))) refuseResolved(await lockIssue(db, id))
    await recordAct(db, { by, act: 'settle-matter', subscriptionId, subscriberId, comment, changes }, now)
  })
}

/** Repeats the request that the provider refused. Refuses with 409 an issue that is closed or has nothing to retry. */
export async function retryPaymentIssue(context: AppContext, id: string, { by, comment }: Decision): Promise<void> {
  await context.transact(async (db) => {
    const { subscription, subscriber, subscriptionId, subscriberId, changes } = await lockConcerned(db, id, by)
    const issue = (await lockIssue(db, id)) ?? refuse('NOT_FOUND')
    if (issue.resolved_at) refuseResolved(issue)
    if (!issue.task) refuse('NOT_RETRYABLE')
    const now = context.now()
    if (issue.task.task === 'refund') requireAdministrator(by)
    const rows = subscription ? await storedPayments(db, subscription.id) : []
    const steps = retrySteps(issue.task, subscription ?? null, rows, now)
    await writeSteps(db, context, { id: subscriptionId, subscriber }, steps)
    await noteRetry(db, id, now)
    // If it is refused again, the issue reopens with the provider's new sentence.
    await resolveIssue(db, id, by.email, comment, now)
    await recordAct(db, { by, act: 'retry-matter', subscriptionId, subscriberId, comment, changes }, now)
  })
}

type Resolution = { resolved_at: Date | null; resolved_by: string | null }

function refuseResolved(issue: Resolution | undefined): never {
  const known = issue?.resolved_at && issue.resolved_by ? { by: issue.resolved_by, at: issue.resolved_at } : null
  return refuse('SETTLED_ALREADY', [], known)
}

type IssueParties = {
  subscription: Subscription | undefined
  subscriber: Subscriber | undefined
  subscriptionId: string | null
  subscriberId: string | null
  /** The kind of the issue, for the audit. */
  changes: AuditedChange[]
}

/**
 * Locks the subscriber of an issue, before every other lock. Refuses an unknown id with 404, and an issue about the
 * administrator's own person with 409.
 */
async function lockConcerned(db: Trx, id: string, by: Administrator): Promise<IssueParties> {
  const issue = (await findIssue(db, id)) ?? refuse('NOT_FOUND')
  const { subscription_id: subscriptionId, kind } = issue
  const subscriber = issue.subscriber_id === null ? undefined : await lockSubscriber(db, issue.subscriber_id)
  // Its state once nothing else can change it.
  const subscription = subscriptionId === null ? undefined : await findSubscription(db, subscriptionId)
  if (subscriber) refuseOneself(by, subscriber)
  const changes: AuditedChange[] = [{ field: 'issue', before: '', after: kind }]
  return { subscription, subscriber, changes, subscriptionId, subscriberId: subscriber?.id ?? null }
}
