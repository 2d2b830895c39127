import type { AdapterPayload } from 'oidc-provider'
import type { IdentityContext } from '../context.ts'
import { endLinks } from './links.ts'
import { unseal } from '../secrets.ts'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { IdentityDb } from '../database/tables.ts'

/**
 * Ends every session of an account in the caller's transaction, with its codes, tokens and grants, with sign-ins that are
 * answered but not finished, and with the relying party's sessions.
 */
export async function endSessions(db: IdentityDb, context: IdentityContext, accountId: string): Promise<void> {
  // First, so that a sign-in under way either is seen below or finds another generation.
  await db
    .updateTable('identity_accounts')
    .set((row) => ({ generation: row('generation', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
  await endLinks(db, accountId, ['ticket'], context.now())
  await db.deleteFrom('identity_objects').where('account_id', '=', accountId).execute()
  await context.sessionsEnded(db, accountId, null)
}

/** Ends the session of the browser that asks, here and at the relying party. */
export async function endThisSession(
  db: IdentityDb,
  context: IdentityContext,
  cookies: Map<string, string>,
): Promise<void> {
  const id = cookies.get(context.cookies.session)
  if (id === undefined) return
  const ended = await db
    .deleteFrom('identity_objects')
    .where('kind', '=', 'Session')
    .where('id_hash', '=', tokenHash(id))
    .returning('sealed')
    .executeTakeFirst()
  const text = ended && unseal(context.secrets, 'objects', ended.sealed)
  if (text === undefined) return
  const { accountId, authorizations } = JSON.parse(text) as AdapterPayload
  const sid = authorizations?.[context.client.id]?.sid
  if (accountId !== undefined && sid !== undefined) await context.sessionsEnded(db, accountId, sid)
}
