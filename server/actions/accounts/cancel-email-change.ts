import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { emailKey } from '../../../platform/email-key.ts'
import type { AppContext } from '../../context.ts'
import { emailRestoredMail } from '../../mails/accounts/email-change.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { accountsOf } from '../../store/accounts/accounts.ts'
import { endSessionsOf } from '../../store/accounts/sessions.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { addActivity } from '../../store/subscribers/activity.ts'
import {
  findEmailChange,
  findEmailRestore,
  removeEmailChange,
  removeEmailRestores,
} from '../../store/subscribers/email-changes.ts'
import { asRecipient, lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { screenFirst, type ScreenPerson } from '../screening/screen-first.ts'
import { moveAddress } from './confirm-email-change.ts'

/**
 * Returns what the cancel link of an old address does: cancel an administrator's request, or secure the account;
 * undefined once it has expired.
 */
export async function cancellation(context: AppContext, token: string): Promise<'request' | 'own' | undefined> {
  const [hash, now] = [tokenHash(token), context.now()]
  if (await findEmailChange(context.db, hash, now, 'old_token_hash')) return 'request'
  return (await findEmailRestore(context.db, hash, now)) && 'own'
}

/**
 * `without-role`: restored, and the account's role ended. `taken`: another account has the old address by now, so the
 * person keeps the later one, signed out and without a password. `gone`: the link has expired.
 */
export type CancellationResult = 'cancelled' | 'restored' | 'without-role' | 'taken' | 'gone'

/** Does what the owner of an old address requests with its cancel link. */
export async function cancelEmailChange(context: AppContext, token: string): Promise<CancellationResult> {
  const hash = tokenHash(token)
  const cancel = async (db: Trx, check: ScreenPerson) =>
    (await cancelRequest(db, context, hash)) ?? (await restore(db, context, hash, check))
  return screenFirst(context, 'hold', (check) => context.transact((db) => cancel(db, check)))
}

async function cancelRequest(db: Trx, context: AppContext, hash: string): Promise<'cancelled' | undefined> {
  const found = await findEmailChange(db, hash, context.now(), 'old_token_hash')
  const subscriber = found && (await lockSubscriber(db, found.subscriber_id))
  const change = subscriber && (await findEmailChange(db, hash, context.now(), 'old_token_hash'))
  if (!change) return undefined
  await removeEmailChange(db, subscriber.id)
  const data = { act: 'cancel-email-change', email: change.email } as const
  await addActivity(db, subscriber.id, { kind: 'act', by: null, data }, context.now())
  return 'cancelled'
}

/**
 * Restores a person's previous address, and secures the account: the request for the change required the password, so
 * the password no longer works, every session ends, and a link to set a new one is sent to the address. Links of later
 * addresses end with it. The address that loses the account is notified.
 */
async function restore(db: Trx, context: AppContext, hash: string, check: ScreenPerson): Promise<CancellationResult> {
  const found = await findEmailRestore(db, hash, context.now())
  const subscriber = found && (await lockSubscriber(db, found.subscriber_id))
  const link = subscriber && (await findEmailRestore(db, hash, context.now()))
  if (!link) return 'gone'
  const { email } = link
  const isBack = subscriber.email_key === emailKey(email)
  const isMoved = !isBack && (await moveAddress(db, context, subscriber, email, check)) !== undefined
  const present = isMoved ? email : subscriber.email
  // The account is locked before the changes, in the same order as when a new password is set.
  await context.idp.removePassword(db, present)
  for (const { issuer, subject } of await accountsOf(db, subscriber.id)) {
    await context.idp.signOut(db, subject)
    await endSessionsOf(db, issuer, subject, null)
  }
  await removeEmailChange(db, subscriber.id)
  const endsRole = !isBack && (await secureRole(db, context, subscriber, present))
  if (!isBack) {
    const mail = emailRestoredMail(context.mailFrame, asRecipient(subscriber), isMoved ? 'restored' : 'taken')
    await queueMail(db, subscriber.id, mail, context.now())
  }
  const act = isBack || isMoved ? 'restore-email' : 'cancel-email-change'
  await addActivity(db, subscriber.id, { kind: 'act', by: null, data: { act, email } }, context.now())
  // The link stays valid: its owner can use it again once the other account no longer has the address.
  if (!isBack && !isMoved) return 'taken'
  await removeEmailRestores(db, link)
  await context.idp.sendPasswordLink(db, email, subscriber.language)
  return endsRole ? 'without-role' : 'restored'
}

/**
 * Ends the role of an account whose mailboxes are disputed, if no second factor protects it: access to email alone must
 * not lead to the admin area. Operators find it in the audit, and grant it again by a command.
 */
async function secureRole(db: Trx, context: AppContext, { id }: Subscriber, email: string): Promise<boolean> {
  const hasRole = await context.idp.hasRole(db, { id, email })
  const account = await context.idp.endUnprotectedRole(db, email)
  const line = { by: 'system', subscriberId: id } as const
  if (hasRole) await recordAct(db, { ...line, act: 'change-email' }, context.now())
  if (account !== undefined)
    await recordAct(db, { ...line, act: 'take-role', account, accountEmail: email }, context.now())
  return account !== undefined
}
