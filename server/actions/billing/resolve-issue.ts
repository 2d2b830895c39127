import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/errors.ts'
import type { Shop } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { markPaidBack } from '../../store/billing/billing.ts'
import { queueTask } from '../../store/jobs/jobs.ts'
import { isIssue, lockIssue, noteRetry, resolveIssue } from '../../store/billing/payment-issues.ts'
import { setRefundState } from '../../store/billing/payments.ts'
import { findSubscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { refuseOneself, type Administrator } from '../accounts/administrator.ts'

type Decision = { by: Administrator; comment: string }

/** Closes a payment issue with a comment. A second attempt gets a 409; an unknown id, a 404. */
export async function resolvePaymentIssue(shop: Shop, id: string, { by, comment }: Decision): Promise<void> {
  await shop.transact(async (db) => {
    const now = shop.now()
    const resolved = await resolveIssue(db, id, by.email, comment, now)
    if (!resolved) return refuse((await isIssue(db, id)) ? 'SETTLED_ALREADY' : 'NOT_FOUND')
    await record(db, shop, by, 'settle-matter', resolved.subscription_id)
  })
}

/** Has the provider asked once more for what it refused. An issue that is closed or has nothing to retry gets a 409. */
export async function retryPaymentIssue(shop: Shop, id: string, { by, comment }: Decision): Promise<void> {
  await shop.transact(async (db) => {
    const issue = (await lockIssue(db, id)) ?? refuse('NOT_FOUND')
    if (issue.resolved_at) refuse('SETTLED_ALREADY')
    if (!issue.task) refuse('NOT_RETRYABLE')
    const subscription = issue.subscription_id ? await findSubscription(db, issue.subscription_id) : undefined
    const now = shop.now()
    if (issue.task.task === 'refund') {
      if (issue.task.refund !== undefined) await setRefundState(db, issue.task.refund, 'pending')
      if (subscription) await markPaidBack(db, subscription.id)
    }
    await queueTask(db, randomUUID(), subscription?.subscriberId ?? null, issue.task, now)
    await noteRetry(db, id, now)
    // What is refused once more opens it again, with the provider's new sentence.
    await resolveIssue(db, id, by.email, comment, now)
    await record(db, shop, by, 'retry-matter', issue.subscription_id)
  })
}

/** Refuses an issue of the administrator's own subscription, which undoes what was done before. */
async function record(
  db: Trx,
  shop: Shop,
  by: Administrator,
  act: 'settle-matter' | 'retry-matter',
  subscriptionId: string | null,
): Promise<void> {
  const subscription = subscriptionId === null ? undefined : await findSubscription(db, subscriptionId)
  const subscriber = subscription?.subscriberId ? await findSubscriber(db, subscription.subscriberId) : undefined
  if (subscriber) refuseOneself(by, subscriber)
  await recordAct(db, { by: by.email, act, subscriberId: subscriber?.id ?? null, subscriptionId }, shop.now())
}
