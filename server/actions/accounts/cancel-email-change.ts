import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { emailKey } from '../../../platform/email-key.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { accountsOf } from '../../store/accounts/accounts.ts'
import { endSessionsOf } from '../../store/accounts/sessions.ts'
import { addActivity } from '../../store/subscribers/activity.ts'
import {
  findEmailChange,
  findEmailRestore,
  removeEmailChange,
  removeEmailRestores,
} from '../../store/subscribers/email-changes.ts'
import { lockSubscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { screenFirst, type Check } from '../screening/screen-subscriber.ts'
import { isTaken } from '../../../platform/database-errors.ts'
import { moveAddress } from './confirm-email-change.ts'

/** What the cancel link of an old address does: drop an administrator's request, or secure the account; undefined once it is over. */
export async function cancellation(context: AppContext, token: string): Promise<'request' | 'own' | undefined> {
  const [hash, now] = [tokenHash(token), context.now()]
  if (await findEmailChange(context.db, hash, now, 'old_token_hash')) return 'request'
  return (await findEmailRestore(context.db, hash, now)) && 'own'
}

/** `taken`: another account has the old address by now, so nothing was changed. `gone`: the link is over. */
export type Cancelled = 'cancelled' | 'restored' | 'taken' | 'gone'

/** Does what the owner of an old address asks for by its cancel link. */
export async function cancelEmailChange(context: AppContext, token: string): Promise<Cancelled> {
  const hash = tokenHash(token)
  const cancel = async (db: Trx, check: Check) =>
    (await cancelRequest(db, context, hash)) ?? (await restore(db, context, hash, check))
  try {
    return await screenFirst(context, 'hold', (check) => context.transact((db) => cancel(db, check)))
  } catch (error) {
    if (isTaken(error)) return 'taken'
    throw error
  }
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
 * Gives a person back the address that they had, and secures the account: whoever asked for the change knew the password, so it no
 * longer works, every session ends, and a link to set a new one is sent to the address. Links of later addresses end with it.
 */
async function restore(db: Trx, context: AppContext, hash: string, check: Check): Promise<Cancelled> {
  const found = await findEmailRestore(db, hash, context.now())
  const subscriber = found && (await lockSubscriber(db, found.subscriber_id))
  const link = subscriber && (await findEmailRestore(db, hash, context.now()))
  if (!link) return 'gone'
  const { email } = link
  const isBack = subscriber.email_key === emailKey(email)
  const movesRole = !isBack && (await context.hasRole(db, subscriber))
  if (!isBack && !(await moveAddress(db, context, subscriber, email, check))) return 'taken'
  // The account before the changes: in the order in which a new password is set.
  await context.removePassword(db, email)
  for (const { issuer, subject } of await accountsOf(db, subscriber.id)) {
    await context.endIdentityProviderSessions(db, subject)
    await endSessionsOf(db, issuer, subject, null)
  }
  await removeEmailRestores(db, link)
  await removeEmailChange(db, subscriber.id)
  await context.sendPasswordLink(db, email, subscriber.language)
  const data = { act: 'restore-email', email } as const
  await addActivity(db, subscriber.id, { kind: 'act', by: null, data }, context.now())
  // Who reads the old mailbox gets an account that can act on others: operators should see it.
  if (movesRole)
    await recordAct(
      db,
      { by: 'system', act: 'change-email', subscriberId: subscriber.id, subscriptionId: null },
      context.now(),
    )
  return 'restored'
}
