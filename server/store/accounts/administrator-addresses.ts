import { sql } from 'kysely'
import { emailKey } from '../../../platform/email-key.ts'
import type { Subscriber } from '../subscribers/subscribers.ts'
import type { Db, Trx } from '../tables.ts'

/**
 * Records that an account acts under an address. The first account keeps it: the history names authors by address, so
 * an address must always stand for one account.
 */
export async function keepAdministratorAddress(
  db: Db | Trx,
  { email, accountId }: { email: string; accountId: string },
): Promise<void> {
  await db
    .insertInto('administrator_addresses')
    .values({ email: email.toLowerCase(), email_key: emailKey(email), account_id: accountId })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

/** Returns the addresses, in small letters, under which a person's own accounts have acted. */
export async function administratorAddressesOf(
  db: Db | Trx,
  { id, email }: Pick<Subscriber, 'id' | 'email'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('administrator_addresses as a')
    .innerJoin('accounts', 'accounts.id', 'a.account_id')
    .select('a.email')
    .where((row) =>
      row.or([row('subscriber_id', '=', id), row(sql<string>`lower(accounts.email)`, '=', email.toLowerCase())]),
    )
    .execute()
  return rows.map((row) => row.email)
}
