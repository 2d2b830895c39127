import { refuse } from '../../../contract/errors.ts'
import { lifetimes } from '../../../domain/limits.ts'
import { randomToken, tokenHash } from '../../../platform/crypto/secrets.ts'
import { emailKey } from '../../../platform/email-key.ts'
import { addressTakenMail, emailChangeLinkMail, emailChangeRequestedMail } from '../../mails/accounts/email-change.ts'
import type { AppContext } from '../../context.ts'
import { queueMail, queueSealedMail } from '../../store/jobs/jobs.ts'
import { addActivity } from '../../store/subscribers/activity.ts'
import { recipientsAt } from '../../store/accounts/accounts.ts'
import { addEmailRestore, putEmailChange } from '../../store/subscribers/email-changes.ts'
import { asRecipient, isKnownAddress, lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { lockForAct, recordOnPerson, type Administrator } from './administrator.ts'

export const emailChangePath = '/email-change'

const act = 'request-email-change'

/**
 * Asks the owner of a new address to confirm it, and the old one to agree or cancel, replacing an earlier request.
 * Nothing changes before that (confirm-email-change.ts). Refuses with 409 a registered address, the present one, a
 * person who has not confirmed the present one, and an account with a role, whose owner alone changes its address.
 */
export async function requestEmailChange(
  context: AppContext,
  id: string,
  { email, comment, by }: { email: string; comment: string; by: Administrator },
): Promise<Subscriber> {
  return context.transact(async (db) => {
    const subscriber = await lockForAct(db, id, by)
    if (await context.idp.hasRole(db, subscriber)) refuse('EMAIL_HAS_ROLE')
    if (!subscriber.email_verified_at) refuse('NOT_CONFIRMED')
    if (emailKey(email) === subscriber.email_key) refuse('EMAIL_SAME')
    if (await isKnownAddress(db, email, id)) refuse('EMAIL_TAKEN')
    await askForProof(db, context, subscriber, { email, by: by.email })
    const changes = [{ field: 'email', before: subscriber.email, after: email }] as const
    await recordOnPerson(db, id, { by, act, comment, changes }, { email }, context.now())
    return subscriber
  })
}

/**
 * Requests a person's own change; the caller has checked the password. The response does not reveal that an address is
 * registered: its owner gets an email instead of the link. Refuses with 429 beyond the limit.
 */
export async function requestOwnEmailChange(context: AppContext, id: string, email: string): Promise<void> {
  await context.transact(async (db) => {
    const subscriber = (await lockSubscriber(db, id)) ?? refuse('NOT_FOUND')
    if (!subscriber.email_verified_at) refuse('NOT_CONFIRMED')
    if (emailKey(email) === subscriber.email_key) refuse('EMAIL_SAME_OWN')
    await context.requireRoom('emailChangePerPerson', id, db)
    await askForProof(db, context, subscriber, { email, by: null })
    await addActivity(db, id, { kind: 'act', by: null, data: { act, email } }, context.now())
  })
}

/** Stores the new address until its owner confirms it by the emailed link, and sends the old one a link to cancel. */
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
  const asked = by === null ? ('person' as const) : ('support' as const)
  const cancel = asked === 'person' ? await addCancelLink(db, context, subscriber) : randomToken()
  await putEmailChange(db, {
    subscriber_id: id,
    email,
    token_hash: tokenHash(token),
    requested_by: by,
    requested_at: now,
    expires_at: new Date(now.getTime() + lifetimes.emailChangeLink),
    old_token_hash: asked === 'person' ? null : tokenHash(cancel),
    confirmed_at: null,
    agreed_at: null,
  })
  const address = `${frame.publicUrl}${emailChangePath}/${token}`
  if (await isKnownAddress(db, email, id)) {
    // The email belongs to the address's owner, not to the person who requested the change.
    for (const owner of await recipientsAt(db, [email])) await queueMail(db, null, addressTakenMail(frame, owner), now)
  } else {
    const mail = emailChangeLinkMail(frame, { to: email, language, address, asked })
    await queueSealedMail(db, context.sealing, id, mail, now)
  }
  const notice = emailChangeRequestedMail(frame, asRecipient(subscriber), { asked, ...oldLinks(context, cancel) })
  await queueSealedMail(db, context.sealing, id, notice, now)
}

/** The addresses of the pages for the owner of the old address. */
export const oldLinks = ({ mailFrame: { publicUrl } }: Pick<AppContext, 'mailFrame'>, token: string) => ({
  cancel: `${publicUrl}${emailChangePath}/cancel/${token}`,
  agree: `${publicUrl}${emailChangePath}/agree/${token}`,
})

/**
 * Returns the token of a link with which the person can restore their present address for 7 days, even after further
 * changes.
 */
export async function addCancelLink(
  db: Trx,
  context: Pick<AppContext, 'now'>,
  { id, email }: Pick<Subscriber, 'id' | 'email'>,
): Promise<string> {
  const token = randomToken()
  const now = context.now()
  await addEmailRestore(db, {
    token_hash: tokenHash(token),
    subscriber_id: id,
    email,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetimes.emailRestoreLink),
  })
  return token
}
