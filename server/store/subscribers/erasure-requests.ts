import { sql } from 'kysely'
import { beyond } from '../beyond.ts'
import type { Db } from '../tables.ts'

export type ErasureRequest = {
  id: string
  email: string
  firstName: string
  lastName: string
  company: string
  since: Date
}

/** Returns people who asked to be erased, longest wait first: those after the given one, or the first. */
export function erasureRequests(
  db: Db,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<ErasureRequest[]> {
  return db
    .selectFrom('subscribers')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName', 'company'])
    .select('erasure_requested_at as since')
    .where('erasure_requested_at', 'is not', null)
    .where(beyond(sql`erasure_requested_at, id`, '>', after && [after.at, after.id]))
    .$narrowType<{ since: Date }>()
    .orderBy('erasure_requested_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
