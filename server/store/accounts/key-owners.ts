import { sql } from 'kysely'
import { preparedLookUp } from '../prepared.ts'
import type { Db } from '../tables.ts'
import { accountColumns, roleColumn, type RoleSource, type SignedIn } from './sessions.ts'

/** The account whose role an API key has, with its present role. */
export type KeyOwner = Omit<SignedIn, 'sessionId' | 'seenAt' | 'authTime' | 'acr' | 'amr'>

/** Called by every request with a key: its text is created once, and each connection plans it once. */
export function keyOwnerFinder(db: Db, roles: RoleSource): (accounts: readonly string[]) => Promise<KeyOwner[]> {
  const { sql: text, parameters } = query(db, roles)
  // The condition's own parameter comes last.
  const others = parameters.slice(0, -1)
  const find = preparedLookUp(text)
  return (accounts) => find<KeyOwner>(db, [...others, accounts])
}

function query(db: Db, roles: RoleSource) {
  return db
    .selectFrom('accounts')
    .leftJoin('subscribers', 'subscribers.id', 'accounts.subscriber_id')
    .select([...accountColumns, roleColumn(roles)])
    .where(sql<boolean>`accounts.id = any(${[]}::uuid[])`)
    .compile()
}
