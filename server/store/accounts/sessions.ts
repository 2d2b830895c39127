import { isWriteRefused } from '../../database/writes.ts'
import type { DplStatus } from '../../../domain/screening/dpl-status.ts'
import { sql, type Expression } from 'kysely'
import { preparedLookUp } from '../prepared.ts'
import type { Db, Trx } from '../tables.ts'
import type { Authentication } from '../../../domain/account/authentication.ts'

export type SignedIn = {
  sessionId: string
  accountId: string
  subscriberId: string | null
  email: string
  firstName: string
  lastName: string
  role: string | null
  issuer: string
  subject: string
  seenAt: Date
  deniedCountry: boolean | null
  dplStatus: DplStatus | null
} & Authentication

/** The source of an account's role. */
export type RoleSource = {
  /** Roles granted by another issuer no longer apply. */
  issuer: string
  /**
   * Returns the present role of a subject if the issuer stores it in this database; absent if it is that of the
   * sign-in.
   */
  roleOf?: (subject: Expression<string>) => Expression<string | null>
}

/**
 * Returns the owner of a session with their present role; undefined if it is unknown, was last used before
 * `since.idle`, or the person signed in before `since.begun`, even in another session of the issuer.
 */
export type FindSession = (id: string, since: { idle: Date; begun: Date }) => Promise<SignedIn | undefined>

/** Run by every request of a signed-in person: its text is created once, and each connection plans it once. */
export function sessionFinder(db: Db, roles: RoleSource): FindSession {
  const { sql: text, parameters } = query(db, roles)
  // The conditions' own three parameters come last.
  const others = parameters.slice(0, -3)
  const find = preparedLookUp(text)
  return async (id, since) => (await find<SignedIn>(db, [...others, id, since.idle, since.begun]))[0]
}

/** The columns of an account and its person that a session and an API key read. */
export const accountColumns = [
  'accounts.id as accountId',
  'accounts.subscriber_id as subscriberId',
  'accounts.issuer',
  'accounts.subject',
  'subscribers.denied_country as deniedCountry',
  'subscribers.dpl_status as dplStatus',
  sql<string>`coalesce(subscribers.email, accounts.email)`.as('email'),
  sql<string>`coalesce(subscribers.first_name, accounts.first_name)`.as('firstName'),
  sql<string>`coalesce(subscribers.last_name, accounts.last_name)`.as('lastName'),
] as const

/** The role of an account, which counts only if the issuer in use gave it. */
export const roleColumn = (roles: RoleSource) =>
  sql<string | null>`case when accounts.issuer = ${roles.issuer} then
    ${roles.roleOf?.(sql.ref('accounts.subject')) ?? sql.ref('accounts.role')} end`.as('role')

function query(db: Db, roles: RoleSource) {
  const any = new Date(0)
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('subscribers', 'subscribers.id', 'accounts.subscriber_id')
    .select([
      'sessions.id as sessionId',
      'sessions.seen_at as seenAt',
      'sessions.auth_time as authTime',
      'sessions.acr',
      'sessions.amr',
      ...accountColumns,
      roleColumn(roles),
    ])
    .where('sessions.id', '=', '')
    .where('sessions.seen_at', '>', any)
    .where((e) => e(e.fn.coalesce('sessions.auth_time', 'sessions.created_at'), '>', any))
    .compile()
}

/** The purpose under which the ID token of a session is sealed. */
export const aboutSession = (id: string) => `session ${id}`

/** `idToken` is sealed: only holders of `SECRET` can read it. */
export async function addSession(
  db: Trx,
  session: {
    id: string
    accountId: string
    identityProviderSession: string | null
    idToken: string
    /** The browser's user agent. */
    browser?: string | null
  } & Authentication,
  now: Date,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      account_id: session.accountId,
      provider_session: session.identityProviderSession,
      id_token: session.idToken,
      browser: session.browser ?? null,
      // An issuer whose clock is ahead makes no session longer.
      auth_time: session.authTime && new Date(Math.min(session.authTime.getTime(), now.getTime())),
      acr: session.acr,
      amr: session.amr,
      created_at: now,
      seen_at: now,
    })
    .execute()
}

/** Notes when a session was last used, unless the database accepts no writes: signed-in people can still read. */
export async function sessionSeen(db: Db, id: string, now: Date): Promise<void> {
  try {
    await db.updateTable('sessions').set({ seen_at: now }).where('id', '=', id).execute()
  } catch (error) {
    if (!isWriteRefused(error)) throw error
  }
}

/**
 * Returns the owner of a session, the sealed ID token with which it began, and its name at the provider, whose own
 * session ends before this one. Also of one that has expired, until it is removed.
 */
export function sessionToEnd(
  db: Db | Trx,
  id: string,
): Promise<{ account_id: string; subject: string; id_token: string; provider_session: string | null } | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['account_id', 'subject', 'id_token', 'provider_session'])
    .where('sessions.id', '=', id)
    .executeTakeFirst()
}

export async function endSession(db: Db | Trx, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Ends the sessions of a subject at the provider: all of them, or the one that the provider names. */
export async function endSessionsOf(
  db: Db,
  issuer: string,
  subject: string | null,
  identityProviderSession: string | null,
): Promise<void> {
  let ended = db.deleteFrom('sessions').where('account_id', 'in', (e) => {
    const accounts = e.selectFrom('accounts').select('id').where('issuer', '=', issuer)
    return subject === null ? accounts : accounts.where('subject', '=', subject)
  })
  if (identityProviderSession !== null) ended = ended.where('provider_session', '=', identityProviderSession)
  await ended.execute()
}

/**
 * Returns when a person's sessions began and were last used, oldest first, including expired ones that are not removed
 * yet.
 */
export function sessionsOf(
  db: Db,
  subscriberId: string,
): Promise<{ browser: string | null; began: Date; lastSeen: Date }[]> {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['browser', 'created_at as began', 'seen_at as lastSeen'])
    .where('accounts.subscriber_id', '=', subscriberId)
    .orderBy('created_at')
    .execute()
}

export type OwnSession = { id: string; browser: string | null; began: Date; lastSeen: Date }

/** Returns the current sessions of an account, the last used first. */
export function runningSessions(db: Db, accountId: string, since: { idle: Date; begun: Date }): Promise<OwnSession[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'browser', 'created_at as began', 'seen_at as lastSeen'])
    .where('account_id', '=', accountId)
    .where('seen_at', '>', since.idle)
    .where((e) => e(e.fn.coalesce('auth_time', 'created_at'), '>', since.begun))
    .orderBy('seen_at', 'desc')
    .execute()
}

/** Ends all sessions of an account except one. */
export async function endOtherOwnSessions(db: Trx, accountId: string, kept: string): Promise<void> {
  await db.deleteFrom('sessions').where('account_id', '=', accountId).where('id', '<>', kept).execute()
}

export async function removeOldSessions(db: Db, idleSince: Date): Promise<void> {
  await db.deleteFrom('sessions').where('seen_at', '<', idleSince).execute()
}
