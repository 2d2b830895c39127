import type { AdapterPayload, Client, Provider } from 'oidc-provider'
import type { Desk, OpenDesk } from './desk.ts'
import { tokenHash, unseal } from './secrets.ts'
import type { IdentityDb } from './tables.ts'

/** A session that has ended, as the relying party knows it. */
export type Ended = { accountId: string; sid: string }

/** The library's types leave this method out. */
type Tellable = Client & { backchannelLogout(accountId: string, sid: string): Promise<void> }

/** Ends every session of an account here, with its codes, tokens and grants. */
export async function endSessions(db: IdentityDb, desk: Desk, accountId: string): Promise<Ended[]> {
  const rows = await db
    .deleteFrom('identity_objects')
    .where('account_id', '=', accountId)
    .returning(['kind', 'sealed'])
    .execute()
  return rows.flatMap((row) => endedIn(desk, row))
}

/** Ends the session of the browser that asks. */
export async function endThisSession(db: IdentityDb, desk: Desk, cookies: Map<string, string>): Promise<Ended[]> {
  const id = cookies.get(desk.cookies.session)
  if (id === undefined) return []
  const rows = await db
    .deleteFrom('identity_objects')
    .where('kind', '=', 'Session')
    .where('id_hash', '=', tokenHash(id))
    .returning(['kind', 'sealed'])
    .execute()
  return rows.flatMap((row) => endedIn(desk, row))
}

/**
 * Lets the relying party end its sessions too; to be done after the commit. One call without a second try, as those
 * sessions also end by themselves.
 */
export async function tellEnded(desk: OpenDesk, ended: Ended[]): Promise<void> {
  await Promise.all(ended.map((one) => tellOne(desk, desk.provider, one)))
}

async function tellOne(desk: Desk, provider: Provider, { accountId, sid }: Ended): Promise<void> {
  if (desk.client.backchannelLogoutUri === undefined) return
  try {
    const client = (await provider.Client.find(desk.client.id)) as Tellable | undefined
    await client?.backchannelLogout(accountId, sid)
  } catch (error) {
    desk.log({ err: error }, 'the relying party could not be told that a session ended')
  }
}

function endedIn(desk: Desk, { kind, sealed }: { kind: string; sealed: string }): Ended[] {
  const text = kind === 'Session' ? unseal(desk.secrets, 'objects', sealed) : undefined
  if (text === undefined) return []
  const { accountId, authorizations } = JSON.parse(text) as AdapterPayload
  const sid = authorizations?.[desk.client.id]?.sid
  return accountId === undefined || sid === undefined ? [] : [{ accountId, sid }]
}
