import type { AdapterPayload } from 'oidc-provider'
import type { IdentityContext } from '../context.ts'
import { lockAccount } from './accounts.ts'
import { endLinks } from './links.ts'
import { unseal } from '../secrets.ts'
import type { Cookies } from '../../platform/cookies.ts'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { IdentityDb } from '../database/tables.ts'

/**
 * Ends every session of an account in the caller's transaction, with its codes, tokens and grants, unfinished sign-ins,
 * and the relying party's sessions.
 */
export async function endSessions(db: IdentityDb, context: IdentityContext, accountId: string): Promise<void> {
  await endSignInsUnderWay(db, context, accountId)
  await db.deleteFrom('identity_objects').where('account_id', '=', accountId).execute()
  await context.sessionsEnded(db, accountId, null)
}

/** Runs before sessions are removed, so that a concurrent sign-in either is found then or finds another generation. */
async function endSignInsUnderWay(db: IdentityDb, context: IdentityContext, accountId: string): Promise<void> {
  await db
    .updateTable('identity_accounts')
    .set((row) => ({ generation: row('generation', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
  await endLinks(db, accountId, ['ticket'], context.now())
}

/** Ends the session of the requesting browser, here and at the relying party. */
export async function endThisSession(db: IdentityDb, context: IdentityContext, cookies: Cookies): Promise<void> {
  const id = cookies[context.cookies.session]
  if (id === undefined) return
  const ended = await db
    .deleteFrom('identity_objects')
    .where('kind', '=', 'Session')
    .where('id_hash', '=', tokenHash(id))
    .returning('sealed')
    .executeTakeFirst()
  const { accountId, sid } = (ended && readSession(context, ended.sealed)) ?? {}
  if (accountId !== undefined && sid !== undefined) await context.sessionsEnded(db, accountId, sid)
}

type OpenSession = { accountId?: string; sid?: string; signedInAt: Date; amr: string[] }

/** Returns the owner of a session, the relying party's name for it, and how it began. */
function readSession(context: IdentityContext, sealed: string): OpenSession | undefined {
  const text = unseal(context.secrets, 'objects', sealed)
  if (text === undefined) return undefined
  const { accountId, authorizations, loginTs = 0, amr = [] } = JSON.parse(text) as AdapterPayload & { amr?: string[] }
  const sid = authorizations?.[context.client.id]?.sid
  const known = { ...(accountId === undefined ? {} : { accountId }), ...(sid === undefined ? {} : { sid }) }
  return { ...known, signedInAt: new Date(loginTs * 1000), amr }
}

/** Returns the session of the requesting browser; undefined if it has none. */
export async function sessionOf(
  db: IdentityDb,
  context: IdentityContext,
  cookies: Cookies,
): Promise<OpenSession | undefined> {
  const id = cookies[context.cookies.session]
  if (id === undefined) return undefined
  const found = await db
    .selectFrom('identity_objects')
    .select('sealed')
    .where('kind', '=', 'Session')
    .where('id_hash', '=', tokenHash(id))
    .where('expires_at', '>', context.now())
    .executeTakeFirst()
  return found && readSession(context, found.sealed)
}

/** Returns an account's session objects: the relying party's name for each, and how it began. */
async function sessionsBySid(db: IdentityDb, context: IdentityContext, accountId: string) {
  const rows = await db
    .selectFrom('identity_objects')
    .select(['id_hash', 'sealed'])
    .where('kind', '=', 'Session')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ id_hash: hash, sealed }) => {
    const { sid, amr = [] } = readSession(context, sealed) ?? {}
    return { hash, sid, amr }
  })
}

/**
 * Ends the session that the relying party identifies by this name, so that its browser is not signed in again silently.
 * The account is locked first, as when all its sessions end, so that two requests that end them wait in the same order.
 */
export async function endSessionOf(
  db: IdentityDb,
  context: IdentityContext,
  accountId: string,
  sid: string,
): Promise<void> {
  await lockAccount(db, accountId)
  const hashes = (await sessionsBySid(db, context, accountId)).flatMap((one) => (one.sid === sid ? [one.hash] : []))
  if (hashes.length > 0) await removeSessions(db, hashes)
  await context.sessionsEnded(db, accountId, sid)
}

/**
 * Ends the sessions of an account in browsers other than the requesting one, here and at the relying party: all of
 * them, or those that began with a passkey. Unfinished sign-ins end too.
 */
export async function endSessionsElsewhere(
  db: IdentityDb,
  context: IdentityContext,
  { accountId, cookies }: { accountId: string; cookies: Cookies },
  which: 'all' | 'passkey',
): Promise<void> {
  await endUnfinished(db, context, accountId)
  const isPasskey = (amr: string[]) => amr.includes('hwk') || amr.includes('swk')
  await endElsewhere(db, context, { accountId, cookies }, (amr) => which === 'all' || isPasskey(amr))
}

/**
 * Ends the sessions in other browsers that began with a code. Unfinished sign-ins end too: the one that replaces the app
 * continues with the next generation.
 */
export async function endCodeSessionsElsewhere(
  db: IdentityDb,
  context: IdentityContext,
  { accountId, cookies }: { accountId: string; cookies: Cookies },
): Promise<void> {
  await endSignInsUnderWay(db, context, accountId)
  await endElsewhere(db, context, { accountId, cookies }, (amr) => amr.includes('otp'))
}

async function endElsewhere(
  db: IdentityDb,
  context: IdentityContext,
  { accountId, cookies }: { accountId: string; cookies: Cookies },
  isEnded: (amr: string[]) => boolean,
): Promise<void> {
  const own = tokenHash(cookies[context.cookies.session] ?? '')
  const ended = (await sessionsBySid(db, context, accountId)).filter(({ hash, amr }) => hash !== own && isEnded(amr))
  if (ended.length === 0) return
  await removeSessions(
    db,
    ended.map(({ hash }) => hash),
  )
  for (const { sid } of ended) if (sid !== undefined) await context.sessionsEnded(db, accountId, sid)
}

async function endUnfinished(db: IdentityDb, context: IdentityContext, accountId: string): Promise<void> {
  await endSignInsUnderWay(db, context, accountId)
  await db
    .deleteFrom('identity_objects')
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['AuthorizationCode', 'Interaction'])
    .execute()
}

/** Ends all sessions except one, with unfinished sign-ins. The relying party ends its own. */
export async function endOtherSessions(
  db: IdentityDb,
  context: IdentityContext,
  accountId: string,
  sid: string,
): Promise<void> {
  await endUnfinished(db, context, accountId)
  const hashes = (await sessionsBySid(db, context, accountId)).flatMap((one) => (one.sid === sid ? [] : [one.hash]))
  if (hashes.length > 0) await removeSessions(db, hashes)
}

const removeSessions = (db: IdentityDb, hashes: readonly string[]) =>
  db.deleteFrom('identity_objects').where('kind', '=', 'Session').where('id_hash', 'in', hashes).execute()
