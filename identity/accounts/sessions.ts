import type { AdapterPayload } from 'oidc-provider'
import type { Desk } from '../context.ts'
import { endLinks } from './links.ts'
import { tokenHash, unseal } from '../secrets.ts'
import type { IdentityDb } from '../database/tables.ts'

/**
 * Ends every session of an account in the caller's transaction, with its codes, tokens and grants, with sign-ins that are
 * answered but not finished, and with the relying party's sessions.
 */
export async function endSessions(db: IdentityDb, desk: Desk, accountId: string): Promise<void> {
  // First, so that a sign-in under way either is seen below or finds another generation.
  await db
    .updateTable('identity_accounts')
    .set((row) => ({ generation: row('generation', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
  await endLinks(db, accountId, ['ticket'], desk.now())
  await db.deleteFrom('identity_objects').where('account_id', '=', accountId).execute()
  await desk.sessionsEnded(db, accountId, null)
}

/** Ends the session of the browser that asks, here and at the relying party. */
export async function endThisSession(db: IdentityDb, desk: Desk, cookies: Map<string, string>): Promise<void> {
  const id = cookies.get(desk.cookies.session)
  if (id === undefined) return
  const ended = await db
    .deleteFrom('identity_objects')
    .where('kind', '=', 'Session')
    .where('id_hash', '=', tokenHash(id))
    .returning('sealed')
    .executeTakeFirst()
  const text = ended && unseal(desk.secrets, 'objects', ended.sealed)
  if (text === undefined) return
  const { accountId, authorizations } = JSON.parse(text) as AdapterPayload
  const sid = authorizations?.[desk.client.id]?.sid
  if (accountId !== undefined && sid !== undefined) await desk.sessionsEnded(db, accountId, sid)
}
