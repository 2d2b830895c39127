import { refusal, type Refusal } from '../../../contract/errors.ts'
import { roleChange } from '../../../domain/audit.ts'
import type { AppContext } from '../../context.ts'
import {
  accountOf,
  accountsOf,
  joinAccount,
  lastRoleOf,
  saveAccount,
  type AccountClaims,
} from '../../store/accounts/accounts.ts'
import { lastActSince, recordAct } from '../../store/admin/audit.ts'
import { addActivity } from '../../store/subscribers/activity.ts'
import { aboutSession, addSession } from '../../store/accounts/sessions.ts'
import { tellPerson } from '../../store/messages.ts'
import {
  asPerson,
  lockSubscriber,
  lockSubscriberByEmail,
  updateSubscriber,
  type Subscriber,
} from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { clearanceChanged } from '../subscriptions/clearance-changed.ts'
import { screenAgain } from '../screening/screen-subscriber.ts'
import { screenFirst, type ScreenPerson } from '../screening/screen-first.ts'
import { adminAreaRoleOf } from '../../../domain/account/role.ts'
import { followIssuerAddress } from './follow-issuer-address.ts'
import type { Authentication } from '../../../domain/account/authentication.ts'
import { dayMs } from '../../../domain/calendar.ts'

export type ProvenIdentity = AccountClaims & {
  identityProviderSession: string | null
  idToken: string
  /** False if the issuer could not be asked for the role. */
  isRoleKnown: boolean
  /** Whether the account has a role in the admin area, by its claim or by ADMIN_SUBJECTS. */
  entersAdminArea: boolean
  /** What the browser called itself. */
  browser: string | null
  /** The network address of the browser. */
  address: string
} & Authentication

/** What links a browser to a registration: the registration whose link it followed, and the hash of its own cookie. */
export type RegistrationProof = { registration: string | null; browser: string | null }

/**
 * Begins a session for a person whom the identity provider has authenticated, with a confirmed address. Links the
 * account to the subscriber of that address, unless the person has another account there, and starts what awaited the
 * confirmation. An address that has changed at another issuer changes here. Data registered under the address by any
 * visitor is ignored unless it is proved to be theirs. `sessionId` is the stored hash of the new cookie.
 */
export async function signIn(
  context: AppContext,
  identity: ProvenIdentity,
  proof: RegistrationProof,
  sessionId: string,
): Promise<void> {
  const begin = (check: ScreenPerson) => async (db: Trx) => {
    // The subscriber is locked before the account, as everywhere: an erasure uses the same order.
    const known = await accountOf(db, identity)
    const subscriber = known ? await lockSubscriber(db, known) : await lockProved(db, identity.email, proof)
    // The person has just been erased: none of their data may be written again.
    if (known && !subscriber) refuseSignIn('account-erased')
    // An address can pass to another person, and some issuers let several accounts prove one. A concurrent sign-in may
    // have linked this account since it was read.
    const linked = known || !subscriber ? [] : await accountsOf(db, subscriber.id)
    if (
      subscriber &&
      linked.some(({ issuer, subject }) => issuer === identity.issuer && subject !== identity.subject)
    ) {
      await recordSecondAccount(db, context, subscriber.id)
      return true
    }
    const roleBefore = context.idp.externalHost === null ? null : await lastRoleOf(db, identity)
    // Otherwise a fault would revoke the role, and the audit would say that the issuer did.
    if (!identity.isRoleKnown && adminAreaRoleOf(roleBefore) !== null) refuseSignIn('role-unknown')
    if (known && subscriber && !identity.entersAdminArea)
      await followIssuerAddress(db, context, subscriber, identity.email, check)
    const account = await saveAccount(db, identity)
    if (context.idp.externalHost !== null) await recordRoles(db, context, identity, roleBefore, subscriber?.id ?? null)
    if (subscriber) {
      if (!account.subscriber_id) await joinAccount(db, account.id, subscriber.id)
      await proveAddress(db, context, subscriber, check)
    }
    const idToken = context.sealing.seal(aboutSession(sessionId), identity.idToken)
    await addSession(db, { ...identity, idToken, id: sessionId, accountId: account.id }, context.now())
    if (subscriber) await addActivity(db, subscriber.id, { kind: 'sign-in', data: {} }, context.now())
    if (identity.entersAdminArea)
      await recordAct(db, { by: { ...identity, accountId: account.id }, act: 'sign-in' }, context.now())
    return false
  }
  const isAnother = await screenFirst(context, 'hold', (check) => context.transact(begin(check)))
  if (isAnother) refuseSignIn('second-account')
}

type SignInReason =
  | 'account-erased'
  | 'auth-time-too-old'
  | 'email-invalid'
  | 'email-missing'
  | 'email-not-verified'
  | 'email-verified-missing'
  | 'role-unknown'
  | 'second-account'
  | 'subject-invalid'

/** Refuses a sign-in. The reason is for the log only: people see the same page for each. */
export function refuseSignIn(reason: SignInReason): never {
  throw Object.assign(refusal('SIGN_IN_FAILED'), { cause: reason })
}

/** Returns the reason for the log, without personal data. */
export function signInReason({ code, cause }: Refusal): string {
  return typeof cause === 'string' ? cause : code
}

/**
 * Records that another issuer's claim grants a role of the admin area, or no longer does. Its own administrators grant roles
 * there, which no command here sees.
 */
async function recordRoles(
  db: Trx,
  context: AppContext,
  { issuer, subject, email, address, role }: ProvenIdentity,
  roleBefore: string | null,
  subscriberId: string | null,
): Promise<void> {
  const [before, after] = [adminAreaRoleOf(roleBefore), adminAreaRoleOf(role)]
  if (before === after) return
  const by = { email: issuer, address }
  for (const [act, changed] of [['take-role', before] as const, ['give-role', after] as const]) {
    if (changed === null) continue
    const of = { subscriberId, account: subject, accountEmail: email }
    await recordAct(db, { by, act, ...of, changes: [roleChange(act, changed)] }, context.now())
  }
}

/** Shows administrators that another account at the issuer claims a person's address; once a day is enough. */
async function recordSecondAccount(db: Trx, context: AppContext, subscriberId: string): Promise<void> {
  const yesterday = new Date(context.now().getTime() - dayMs)
  if (await lastActSince(db, 'second-account', subscriberId, yesterday)) return
  await recordAct(db, { by: 'system', act: 'second-account', subscriberId }, context.now())
}

/** The subscriber of an address, unless it is a registration that is not proved to be the person's own. */
async function lockProved(db: Trx, email: string, proof: RegistrationProof): Promise<Subscriber | undefined> {
  const subscriber = await lockSubscriberByEmail(db, email)
  if (!subscriber || subscriber.email_verified_at) return subscriber
  const { registration, registered_in: browser } = subscriber
  const byLink = registration !== null && registration === proof.registration
  const byBrowser = browser !== null && browser === proof.browser
  return byLink || byBrowser ? subscriber : undefined
}

async function proveAddress(db: Trx, context: AppContext, subscriber: Subscriber, check: ScreenPerson): Promise<void> {
  if (subscriber.email_verified_at) return
  // Registration may have been days ago, and a list may have changed.
  const screened = await screenAgain(db, context, subscriber, 'activation', check)
  const email_verified_at = context.now()
  await updateSubscriber(db, subscriber.id, { email_verified_at, registration: null, registered_in: null })
  const verified = { ...screened, email_verified_at }
  await tellPerson(db, subscriber.id, asPerson(screened), asPerson(verified), email_verified_at)
  await clearanceChanged(db, context, verified)
}
