import { randomUUID } from 'node:crypto'
import { stageOf, takesEffectAt, type EmailChangeTimes } from '../../../domain/account/email-change.ts'
import { lifetimes } from '../../../domain/limits.ts'
import { forEachDue, type DueRun } from '../../../platform/concurrency/for-each-due.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { emailKey } from '../../../platform/email-key.ts'
import type { AppContext } from '../../context.ts'
import { emailChangedMail } from '../../mails/accounts/email-change.ts'
import { moveAccounts } from '../../store/accounts/accounts.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { queueSealedMail, queueTask } from '../../store/jobs/jobs.ts'
import { addActivity } from '../../store/subscribers/activity.ts'
import {
  confirmedEmailChanges,
  emailChangeOfSubscriber,
  findEmailChange,
  removeEmailChange,
  setEmailChange,
  type EmailChange,
} from '../../store/subscribers/email-changes.ts'
import {
  asRecipient,
  isKnownAddress,
  lockSubscriber,
  lockSubscriberByEmail,
  updateSubscriber,
  type Subscriber,
} from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { erase } from '../privacy/erase-subscriber.ts'
import { screenAgain } from '../screening/screen-subscriber.ts'
import { screenFirst, type ScreenPerson } from '../screening/screen-first.ts'
import { addCancelLink, oldLinks } from './request-email-change.ts'

/** The change of a link, and when it takes effect. */
export type PendingChange = { email: string; own: boolean; effectiveAt: Date; confirmed: boolean }

/** Returns the change of a link to the new or the old address; undefined for a link that is not valid. */
export async function emailChangeOf(
  context: AppContext,
  token: string,
  which: 'token_hash' | 'old_token_hash' = 'token_hash',
): Promise<PendingChange | undefined> {
  const change = await findEmailChange(context.db, tokenHash(token), context.now(), which)
  if (!change) return undefined
  return {
    email: change.email,
    own: change.requested_by === null,
    effectiveAt: takesEffectAt(timesOf(change)),
    confirmed: stageOf(timesOf(change), context.now()) !== 'unconfirmed',
  }
}

/**
 * `waits`: the other owner or the waiting time comes first. `taken`: another account has the address by now. `gone`:
 * the link has expired.
 */
export type EmailChangeResult = 'done' | 'waits' | 'taken' | 'gone'

/** Confirms a new address: it takes effect now or, if an administrator requested it, after the waiting time. */
export function confirmEmailChange(context: AppContext, token: string): Promise<EmailChangeResult> {
  return answerLink(context, token, 'token_hash', 'confirmed_at')
}

/** Lets the owner of the old address agree to an administrator's change, so that it need not wait. */
export function agreeToEmailChange(context: AppContext, token: string): Promise<EmailChangeResult> {
  return answerLink(context, token, 'old_token_hash', 'agreed_at')
}

function answerLink(
  context: AppContext,
  token: string,
  which: 'token_hash' | 'old_token_hash',
  moment: 'confirmed_at' | 'agreed_at',
): Promise<EmailChangeResult> {
  const hash = tokenHash(token)
  return inTransaction(context, async (db, check) => {
    const found = await findEmailChange(db, hash, context.now(), which)
    const subscriber = found && (await lockSubscriber(db, found.subscriber_id))
    // Read again under the lock, so that one of two concurrent requests finds it.
    const change = subscriber && (await findEmailChange(db, hash, context.now(), which))
    if (!change) return 'gone'
    const answered = { ...change, [moment]: context.now() }
    if (stageOf(timesOf(answered), context.now()) === 'due') return putInForce(db, context, subscriber, answered, check)
    await setEmailChange(db, subscriber.id, { [moment]: context.now() })
    return 'waits'
  })
}

/** Applies changes that administrators requested, once the new address is confirmed and if they were not cancelled in time. */
export async function applyEmailChanges(context: AppContext, run: DueRun): Promise<void> {
  const until = new Date(context.now().getTime() - lifetimes.emailChangeWait)
  await forEachDue(
    await confirmedEmailChanges(context.db, until),
    ({ id }) =>
      inTransaction(context, async (db, check) => {
        const subscriber = await lockSubscriber(db, id)
        const change = subscriber && (await emailChangeOfSubscriber(db, id))
        if (!change || stageOf(timesOf(change), context.now()) !== 'due') return 'gone'
        return putInForce(db, context, subscriber, change, check)
      }),
    run,
  )
}

function inTransaction(
  context: AppContext,
  work: (db: Trx, check: ScreenPerson) => Promise<EmailChangeResult>,
): Promise<EmailChangeResult> {
  return screenFirst(context, 'refuse', (check) => context.transact((db) => work(db, check)))
}

/**
 * Applies a confirmed address: here, at the built-in identity provider and at the billing provider. Sessions end, the
 * old address is notified, and the person is screened again. The change is dropped if the address has been registered
 * meanwhile, or if the person got a role since the request of an administrator or issuer.
 */
export async function putInForce(
  db: Trx,
  context: AppContext,
  before: Subscriber,
  { email, requested_by: by }: Pick<EmailChange, 'email' | 'requested_by'>,
  check: ScreenPerson,
): Promise<EmailChangeResult> {
  const now = context.now()
  if (by !== null && (await context.idp.hasRole(db, before))) return drop(db, context, before, email, 'gone')
  const after = await moveAddress(db, context, before, email, check)
  if (!after) return drop(db, context, before, email, 'taken')
  await removeEmailChange(db, before.id)
  const cancel = by === null ? oldLinks(context, await addCancelLink(db, context, before)).cancel : undefined
  const mail = emailChangedMail(context.mailFrame, asRecipient(before), cancel)
  await queueSealedMail(db, context.sealing, after.id, mail, now)
  const act = 'change-email'
  // A person's own changes are not administrators' acts.
  const changes = [{ field: 'email', before: before.email, after: email }] as const
  if (by !== null) await recordAct(db, { by, act, subscriberId: after.id, changes }, now)
  await addActivity(db, after.id, { kind: 'act', by, data: { act, email } }, now)
  return 'done'
}

/** The timeline records that a change was dropped. */
async function drop<O extends EmailChangeResult>(
  db: Trx,
  context: AppContext,
  { id }: Subscriber,
  email: string,
  outcome: O,
): Promise<O> {
  await removeEmailChange(db, id)
  const data = { act: 'cancel-email-change', email } as const
  await addActivity(db, id, { kind: 'act', by: 'system', data }, context.now())
  return outcome
}

/**
 * Gives a locked person a confirmed new address, and ends their sessions. Returns undefined, without changes, if
 * another account has it. An unconfirmed registration is removed.
 */
export async function moveAddress(
  db: Trx,
  context: AppContext,
  before: Subscriber,
  email: string,
  check: ScreenPerson,
): Promise<Subscriber | undefined> {
  const unconfirmed = await lockSubscriberByEmail(db, email)
  const known = await isKnownAddress(db, email, before.id)
  if (known || !(await context.idp.changeEmail(db, before.email, email))) return undefined
  if (unconfirmed) await erase(db, context, unconfirmed, { kind: 'address-unconfirmed', by: 'system' })
  const moved = { email, email_key: emailKey(email), earlier_emails: [...before.earlier_emails, before.email] }
  await updateSubscriber(db, before.id, moved)
  await moveAccounts(db, before.id, before.email, email)
  const after = await screenAgain(db, context, { ...before, ...moved }, 'correction', check)
  if (after.payment_customer)
    await queueTask(db, randomUUID(), after.id, { task: 'update-customer', subscriber: after.id }, context.now())
  return after
}

const timesOf = (change: EmailChange): EmailChangeTimes => ({
  requestedBy: change.requested_by,
  requestedAt: change.requested_at,
  confirmedAt: change.confirmed_at,
  agreedAt: change.agreed_at,
})
