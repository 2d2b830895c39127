import type { ConnectDb, IdempotencyRow } from '../database/tables.ts'

/** Claims a key that is free or has expired. Returns false if another request has it. */
export async function claim(db: ConnectDb, row: IdempotencyRow, ranOut: Date): Promise<boolean> {
  const { call, body_hash, at } = row
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['key_hash', 'caller'])
        .doUpdateSet({ call, body_hash, at, status: null, response: null })
        .where('idempotency.at', '<=', ranOut),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export function findClaim(db: ConnectDb, keyHash: string, caller: string): Promise<IdempotencyRow | undefined> {
  return db
    .selectFrom('idempotency')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('caller', '=', caller)
    .executeTakeFirst()
}

export async function keepResponse(
  db: ConnectDb,
  { key_hash, caller }: Pick<IdempotencyRow, 'key_hash' | 'caller'>,
  response: { status: number; response: string },
): Promise<void> {
  await db
    .updateTable('idempotency')
    .set(response)
    .where('key_hash', '=', key_hash)
    .where('caller', '=', caller)
    .execute()
}

export async function release(
  db: ConnectDb,
  { key_hash, caller }: Pick<IdempotencyRow, 'key_hash' | 'caller'>,
): Promise<void> {
  await db.deleteFrom('idempotency').where('key_hash', '=', key_hash).where('caller', '=', caller).execute()
}

export async function removeOldClaims(db: ConnectDb, before: Date): Promise<void> {
  await db.deleteFrom('idempotency').where('at', '<=', before).execute()
}
