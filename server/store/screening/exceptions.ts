import type { Db, Trx } from '../tables.ts'

/** Returns the keys of the reasons of which an administrator cleared a person. */
export async function exceptionsOf(db: Db | Trx, subscriberId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('screening_exceptions')
    .select('reason')
    .where('subscriber_id', '=', subscriberId)
    .execute()
  return new Set(rows.map(({ reason }) => reason))
}

/** Returns the ids of those of these people whom an administrator cleared of the reason with their key. */
export async function exceptedAmong(
  db: Db | Trx,
  people: readonly { id: string; key: string }[],
): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const rows = await db
    .selectFrom('screening_exceptions')
    .select('subscriber_id')
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('subscriber_id', 'reason'),
        'in',
        people.map(({ id, key }) => tuple(id, key)),
      ),
    )
    .execute()
  return new Set(rows.map(({ subscriber_id: id }) => id))
}

/** Withdraws a person's exceptions since a time. */
export async function withdrawExceptions(db: Trx, subscriberId: string, since: Date): Promise<void> {
  await db
    .deleteFrom('screening_exceptions')
    .where('subscriber_id', '=', subscriberId)
    .where('granted_at', '>=', since)
    .execute()
}

/** Clears a person of these reasons. The caller has locked the subscriber. */
export async function grantExceptions(
  db: Trx,
  subscriberId: string,
  reasons: readonly string[],
  by: string,
  now: Date,
): Promise<void> {
  if (reasons.length === 0) return
  await db
    .insertInto('screening_exceptions')
    .values(
      [...new Set(reasons)].map((reason) => ({ subscriber_id: subscriberId, reason, granted_by: by, granted_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
