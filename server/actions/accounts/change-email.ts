import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/errors.ts'
import { lifetimes } from '../../../domain/limits.ts'
import { randomToken, tokenHash } from '../../../platform/crypto/secrets.ts'
import { emailKey } from '../../../platform/email-key.ts'
import {
  addressTakenMail,
  emailChangedMail,
  emailChangeLinkMail,
  emailChangeRequestedMail,
} from '../../mails/email-change.ts'
import { sealMail } from '../../mails/sealed-mail.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { queueMail, queueTask } from '../../store/jobs/jobs.ts'
import { addActivity } from '../../store/subscribers/activity.ts'
import { findEmailChange, putEmailChange, removeEmailChange } from '../../store/subscribers/email-changes.ts'
import {
  asRecipient,
  isKnownAddress,
  lockSubscriber,
  lockSubscriberByEmail,
  updateSubscriber,
  type Subscriber,
} from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { screenAgain, screenFirst, type Check } from '../screening/screen-subscriber.ts'
import { erase } from '../privacy/erase-subscriber.ts'
import { moveAccounts } from '../../store/accounts/accounts.ts'
import { refuseOneself, type Administrator } from './administrator.ts'

export const emailChangePath = '/email-change'

/**
 * Asks the owner of a new address to prove it, and tells the old one. Nothing changes before that. Refuses with 409 an address
 * that is known, the present one, and a person who has not confirmed the one they have.
 */
export async function requestEmailChange(
  context: AppContext,
  id: string,
  { email, comment, by }: { email: string; comment: string; by: Administrator },
): Promise<Subscriber> {
  return context.transact(async (db) => {
    const subscriber = (await lockSubscriber(db, id)) ?? refuse('NOT_FOUND')
    refuseOneself(by, subscriber)
    if (await context.hasRole(db, subscriber)) refuse('EMAIL_HAS_ROLE')
    if (!subscriber.email_verified_at) refuse('NOT_CONFIRMED')
    if (emailKey(email) === subscriber.email_key) refuse('EMAIL_SAME')
    if (await isKnownAddress(db, email)) refuse('EMAIL_TAKEN')
    await askForProof(db, context, subscriber, { email, by: by.email })
    await recordAct(db, { by, act, subscriberId: id, subscriptionId: null }, context.now())
    await addActivity(db, id, { kind: 'act', by: by.email, data: { act, comment, email } }, context.now())
    return subscriber
  })
}

const act = 'request-email-change'

/**
 * The same by the person. They are not told that an address is known: its owner is, by an email instead of the link. Refuses
 * with 409 where another issuer keeps addresses, and with 429 beyond the limit.
 */
export async function requestOwnEmailChange(context: AppContext, id: string, email: string): Promise<void> {
  if (context.otherIssuer !== null) refuse('EMAIL_ELSEWHERE')
  await context.transact(async (db) => {
    const subscriber = (await lockSubscriber(db, id)) ?? refuse('NOT_FOUND')
    if (!subscriber.email_verified_at) refuse('NOT_CONFIRMED')
    if (emailKey(email) === subscriber.email_key) refuse('EMAIL_SAME_OWN')
    if (!(await context.allow('emailChangePerPerson', id, db))) refuse('TOO_MANY_REQUESTS')
    await askForProof(db, context, subscriber, { email, by: null })
    await addActivity(db, id, { kind: 'act', by: null, data: { act, email } }, context.now())
  })
}

/** Keeps the new address until its owner proves it by the link they are sent, and tells the old one. */
async function askForProof(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  { email, by }: { email: string; by: string | null },
): Promise<void> {
  if (!(await context.allow('mailsPerRecipient', emailKey(email), db))) refuse('MAIL_LIMIT')
  const { mailFrame: frame } = context
  const { id, language } = subscriber
  const now = context.now()
  const token = randomToken()
  await putEmailChange(db, {
    subscriber_id: id,
    email,
    token_hash: tokenHash(token),
    requested_by: by,
    requested_at: now,
    expires_at: new Date(now.getTime() + lifetimes.emailChangeLink),
  })
  const address = `${frame.publicUrl}${emailChangePath}/${token}`
  const asked = by === null ? ('person' as const) : ('support' as const)
  const job = randomUUID()
  if (await isKnownAddress(db, email)) {
    // It is its owner's email, not the one who asked.
    await queueMail(db, job, null, addressTakenMail(frame, { to: email, language }), now)
  } else {
    const mail = emailChangeLinkMail(frame, { to: email, language, address, asked })
    await queueMail(db, job, id, sealMail(context.sealing, job, mail), now)
  }
  await queueMail(db, randomUUID(), id, emailChangeRequestedMail(frame, asRecipient(subscriber), asked), now)
}

/** Whom a link is about; undefined for one that nobody here made, or that is over. */
export async function emailChangeOf(context: AppContext, token: string): Promise<{ email: string } | undefined> {
  return findEmailChange(context.db, tokenHash(token), context.now())
}

/**
 * Puts a proved address in force: here, at the built-in identity provider and at the billing provider. Sessions end, the old
 * address is told, and the person is screened again. False for a link that is over, or an address that is known meanwhile.
 */
export async function confirmEmailChange(context: AppContext, token: string): Promise<boolean> {
  const hash = tokenHash(token)
  return screenFirst(context, 'refuse', (check) => context.transact((db) => confirm(db, context, hash, check)))
}

async function confirm(db: Trx, context: AppContext, hash: string, check: Check): Promise<boolean> {
  const now = context.now()
  const found = await findEmailChange(db, hash, now)
  const before = found && (await lockSubscriber(db, found.subscriber_id))
  // Read again under the lock: of two presses, one finds it.
  const change = before && (await findEmailChange(db, hash, now))
  if (!change) return false
  const { email, requested_by: by } = change
  const squatter = await lockSubscriberByEmail(db, email)
  if ((await isKnownAddress(db, email)) || !(await context.changeAccountEmail(db, before.email, email))) return false
  // A registration that nobody has confirmed makes way for whoever has proved the address.
  if (squatter) await erase(db, context, squatter, { kind: 'address-unconfirmed', by: 'system' })
  await removeEmailChange(db, before.id)
  const moved = { email, email_key: emailKey(email), earlier_emails: [...before.earlier_emails, before.email] }
  await updateSubscriber(db, before.id, moved)
  await moveAccounts(db, before.id, before.email, email)
  const after = await screenAgain(db, context, { ...before, ...moved }, 'correction', check)
  if (after.payment_customer)
    await queueTask(db, randomUUID(), after.id, { task: 'update-customer', subscriber: after.id }, now)
  await queueMail(db, randomUUID(), after.id, emailChangedMail(context.mailFrame, asRecipient(before)), now)
  const changed = 'change-email'
  // What people do themselves is no act of an administrator.
  if (by !== null) await recordAct(db, { by, act: changed, subscriberId: after.id, subscriptionId: null }, now)
  await addActivity(db, after.id, { kind: 'act', by, data: { act: changed, email } }, now)
  return true
}
