import type { Selectable } from 'kysely'
import type { Db, Trx } from '../tables.ts'
import type { EmailChangesTable } from '../tables/people.ts'

export type EmailChange = Selectable<EmailChangesTable>

/** Keeps the address that a person is to have once it is proved, in place of an earlier one. */
export async function putEmailChange(db: Trx, change: EmailChange): Promise<void> {
  const { subscriber_id: _key, ...rest } = change
  await db
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('subscriber_id').doUpdateSet(rest))
    .execute()
}

/** The change that a link's token stands for, while the link is valid. */
export function findEmailChange(db: Db | Trx, tokenHash: string, now: Date): Promise<EmailChange | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The address that waits for proof; null where none does. */
export async function newEmailOf(db: Db | Trx, subscriberId: string, now: Date): Promise<string | null> {
  const query = db.selectFrom('email_changes').select('email').where('subscriber_id', '=', subscriberId)
  return (await query.where('expires_at', '>', now).executeTakeFirst())?.email ?? null
}

export async function removeEmailChange(db: Trx, subscriberId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('subscriber_id', '=', subscriberId).execute()
}

/** Drops the new address that the people of an account asked for themselves: a session that is ended now may have asked for it. */
export async function withdrawOwnEmailChange(db: Db | Trx, issuer: string, subject: string): Promise<void> {
  await db
    .deleteFrom('email_changes')
    .where('requested_by', 'is', null)
    .where('subscriber_id', 'in', (e) =>
      e
        .selectFrom('accounts')
        .select('subscriber_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .where('subscriber_id', 'is not', null)
        .$castTo<{ subscriber_id: string }>(),
    )
    .execute()
}
