import { lifetimes } from '../../domain/limits.ts'
import { randomToken, tokenHash } from '../../platform/crypto/secrets.ts'
import type { IdentityDb, LinkKind } from '../database/tables.ts'

/** A ticket lasts only from the activation to the sign-in that follows immediately. In milliseconds. */
const lifeOf: Record<LinkKind, number> = {
  activation: lifetimes.activationLink,
  reset: lifetimes.resetLink,
  ticket: 2 * 60_000,
}

export type AccountLink = { state: 'good' | 'used' | 'old'; accountId: string; returnTo: string }

/**
 * Creates a link for an account, valid for `life` ms; older ones of its kind become invalid. A new account (`isNew`) has
 * none. Only the token's hash is stored.
 */
export async function issueLink(
  db: IdentityDb,
  link: { kind: LinkKind; accountId: string; returnTo: string; isNew?: boolean },
  now: Date,
  life = lifeOf[link.kind],
): Promise<string> {
  if (link.isNew !== true) await endLinks(db, link.accountId, [link.kind], now)
  const token = randomToken()
  await db
    .insertInto('identity_links')
    .values({
      token_hash: tokenHash(token),
      kind: link.kind,
      account_id: link.accountId,
      return_to: link.returnTo,
      expires_at: new Date(now.getTime() + life),
      used_at: null,
    })
    .execute()
  return token
}

/** Returns a stored link; undefined if it is unknown. */
export async function findLink(
  db: IdentityDb,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<AccountLink | undefined> {
  const row = await db
    .selectFrom('identity_links')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const state = row.used_at === null ? (row.expires_at > now ? 'good' : 'old') : 'used'
  return { state, accountId: row.account_id, returnTo: row.return_to }
}

/** Consumes a valid link; undefined if it is no longer valid. Of several concurrent uses, one succeeds. */
export async function takeLink(
  db: IdentityDb,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<{ accountId: string; returnTo: string; generation: number } | undefined> {
  const row = await db
    .updateTable('identity_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning((link) => [
      'account_id',
      'return_to',
      link
        .selectFrom('identity_accounts')
        .whereRef('identity_accounts.id', '=', 'account_id')
        .select('generation')
        .$asScalar()
        .$notNull()
        .as('generation'),
    ])
    .executeTakeFirst()
  return row && { accountId: row.account_id, returnTo: row.return_to, generation: row.generation }
}

export async function endLinks(db: IdentityDb, accountId: string, kinds: LinkKind[], now: Date): Promise<void> {
  await db
    .updateTable('identity_links')
    .set({ expires_at: now })
    .where('account_id', '=', accountId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}
