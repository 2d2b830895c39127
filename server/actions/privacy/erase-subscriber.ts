import { randomUUID } from 'node:crypto'
import { addMonths } from '../../../domain/calendar.ts'
import { emailKey } from '../../../platform/email-key.ts'
import type { Occurrence } from '../../../domain/subscription/commands.ts'
import { isLive } from '../../../domain/subscription/subscription.ts'
import type { AppContext } from '../../context.ts'
import { erasedMail } from '../../mails/accounts/erasure.ts'
import { recordAct, type Author } from '../../store/admin/audit.ts'
import { runningAtPaymentProvider } from '../../store/billing/billed-subscriptions.ts'
import { queueErasure, queueMail, queueTask, removeJob } from '../../store/jobs/jobs.ts'
import { eraseFromMessages } from '../../store/messages.ts'
import { lockOpenOrdersOf, placedOrder } from '../../store/billing/orders.ts'
import {
  addressesOf,
  blankAuthor,
  blankHistory,
  blankRolesOf,
  clearJobs,
  countPersonalData,
  removeAccounts,
  removeCounts,
} from '../../store/subscribers/personal-data.ts'
import { removeViewsOf } from '../../store/subscribers/views-of-person.ts'
import { countEvidence, sealRecords } from '../../store/subscribers/sealed-records.ts'
import {
  asRecipient,
  findSubscriber,
  lockSubscriber,
  removeSubscriber,
  subscribersAmong,
  type Subscriber,
} from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf, subscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Db, Trx } from '../../store/tables.ts'
import { rememberTrial } from '../../store/subscriptions/trials.ts'
import { lockForAct, type Administrator } from '../accounts/administrator.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { closeOrder } from '../billing/close-order.ts'
import { billingTransaction } from '../billing/store/billing-store.ts'
import type { AuditedErasure } from '../../../domain/audit.ts'
import type { ErasureEntry } from '../../../domain/retention.ts'

/** Why a person is erased, and who requested it. */
type Reason = Extract<Occurrence, { kind: 'person-forgotten' | 'address-unconfirmed' }>

/**
 * Erases a person permanently, and returns the id of the audit line, whose number is on the receipt. Once this resolves
 * the erasure log contains it, or a job retries writing it there. Refuses an unknown id with 404, and administrators'
 * own with 409, because the record would name them.
 */
export async function eraseSubscriber(context: AppContext, id: string, administrator: Administrator): Promise<string> {
  const [entry, line] = [randomUUID(), randomUUID()]
  const erased = await context.transact(async (db) => {
    const subscriber = await lockForAct(db, id, administrator, 'FORGET_ONESELF')
    const erasure = await whatErasureDoes(db, context, subscriber)
    await erase(db, context, subscriber, { kind: 'person-forgotten', by: administrator.email })
    await recordErasure(db, context, administrator, { id: line, erasure })
    // A person who requested it is notified by an email that is not stored.
    if (subscriber.erasure_requested_at) {
      await queueMail(db, null, erasedMail(context.mailFrame, asRecipient(subscriber)), context.now())
    }
    const written: ErasureEntry = { subscriber: id, at: context.now().toISOString() }
    await queueErasure(db, entry, written, context.now())
    return written
  })
  // The person is erased by now; if writing the log fails, the job retries it.
  await context.erasureLog
    .add(erased)
    .then(() => removeJob(context.db, entry))
    .catch(() => undefined)
  return line
}

/** Erases again the people in the erasure log whom a restored backup brought back. Returns how many. */
export async function eraseAgain(context: AppContext, ids: readonly string[]): Promise<number> {
  let again = 0
  for (const id of await subscribersAmong(context.db, ids)) {
    await context.transact(async (db) => {
      const subscriber = await lockSubscriber(db, id)
      if (!subscriber) return
      await erase(db, context, subscriber, { kind: 'person-forgotten', by: 'system' })
      await recordErasure(db, context, 'system')
      again += 1
    })
  }
  return again
}

const recordErasure = (db: Trx, context: AppContext, by: Author, of: { id?: string; erasure?: AuditedErasure } = {}) =>
  recordAct(db, { by, act: 'forget', ...of }, context.now())

/**
 * Ends a person's subscriptions, notifies the payment provider, retains the required evidence, and removes the rest, in
 * the caller's transaction. The caller has locked the subscriber.
 */
export async function erase(db: Trx, context: AppContext, subscriber: Subscriber, why: Reason): Promise<void> {
  const now = context.now()
  const held = await lockSubscriptionsOf(db, subscriber.id)
  for (const { id } of held) await changeSubscription(db, context, subscriber, id, why)
  await endPayments(db, context, subscriber)
  const evidence = await evidenceFor(db, subscriber)
  if (subscriber.email_verified_at) {
    await sealRecords(db, subscriber, { sealing: context.sealing, sealedAt: now, keepUntil: keepUntil(context, now) })
  }
  await clearJobs(db, subscriber)
  await blankHistory(db, subscriber)
  if (evidence.acts > 0) await blankAuthor(db, subscriber)
  // An address that was registered without proof may be another person's.
  if (subscriber.email_verified_at) await removeViewsOf(db, subscriber)
  await removeCounts(db, [subscriber.email_key, ...(await addressesOf(db, subscriber)).map(emailKey)])
  if (subscriber.email_verified_at) {
    const [hash] = context.trialHashes(subscriber.email)
    for (const { plan } of held) if (plan.type === 'trial') await rememberTrial(db, hash, plan.product)
    const subjects = await removeAccounts(db, subscriber)
    await blankRolesOf(db, subjects, subscriber)
    for (const account of [subscriber.email, ...subjects]) await context.idp.end(db, account, 'any')
  } else {
    await context.idp.end(db, subscriber.email, 'not-activated')
  }
  await removeSubscriber(db, subscriber.id)
  await eraseFromMessages(db, subscriber.id, now)
}

/**
 * Returns the amount of retained evidence. An unconfirmed address may belong to another person, who has agreed to
 * nothing, has had no trial, and keeps any account.
 */
async function evidenceFor(db: Db | Trx, subscriber: Subscriber): ReturnType<typeof countEvidence> {
  if (subscriber.email_verified_at) return countEvidence(db, subscriber)
  return { checks: 0, exceptions: 0, acceptances: 0, purchases: 0, acts: 0 }
}

/** The provider charges nothing more, accepts no more payment, and deletes the customer. */
async function endPayments(db: Trx, context: AppContext, subscriber: Subscriber): Promise<void> {
  const now = context.now()
  const billing = billingTransaction(db, context, subscriber)
  for (const order of await lockOpenOrdersOf(db, subscriber.id)) await closeOrder(billing, placedOrder(order))
  for (const { id, billingId } of await runningAtPaymentProvider(db, subscriber.id))
    await queueTask(db, randomUUID(), null, { task: 'end-charging', subscription: id, provider: billingId }, now)
  const customer = subscriber.payment_customer
  if (customer) await queueTask(db, randomUUID(), null, { task: 'delete-customer', customer }, now)
}

function keepUntil(context: AppContext, now: Date): Date {
  return addMonths(now, 12 * context.retentionYears)
}

/** Returns the effects of erasing a person; undefined for an unknown id. Empty kinds are omitted. */
export async function previewErasure(context: AppContext, id: string) {
  const subscriber = await findSubscriber(context.db, id)
  if (!subscriber) return undefined
  const ended = (await subscriptionsOf(context.db, id)).filter(isLive)
  return {
    ...(await whatErasureDoes(context.db, context, subscriber)),
    ended: ended.map(({ id: subscription, plan, status }) => ({ id: subscription, plan: plan.title, status })),
  }
}

/** Returns what is removed and what is kept, by kind, without empty kinds. */
async function whatErasureDoes(db: Db | Trx, context: AppContext, subscriber: Subscriber): Promise<AuditedErasure> {
  const { removed, kept } = await countPersonalData(db, subscriber)
  const evidence = await evidenceFor(db, subscriber)
  const until = keepUntil(context, context.now()).toISOString()
  return {
    removed: some(Object.entries(removed)) as { kind: keyof typeof removed; count: number }[],
    kept: some(Object.entries(kept)) as { kind: keyof typeof kept; count: number }[],
    sealed: (some(Object.entries(evidence)) as { kind: keyof typeof evidence; count: number }[]).map((one) => ({
      ...one,
      until,
    })),
  }
}

function some(counts: readonly (readonly [string, number])[]): { kind: string; count: number }[] {
  return counts.filter(([, count]) => count > 0).map(([kind, count]) => ({ kind, count }))
}
