import type { Db } from '../tables.ts'

export type ErasureRequest = {
  id: string
  email: string
  firstName: string
  lastName: string
  company: string
  since: Date
}

/** The people who asked to be erased, longest wait first. */
export function erasureRequests(db: Db, limit: number): Promise<ErasureRequest[]> {
  return db
    .selectFrom('subscribers')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName', 'company'])
    .select('erasure_requested_at as since')
    .where('erasure_requested_at', 'is not', null)
    .$narrowType<{ since: Date }>()
    .orderBy('erasure_requested_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
