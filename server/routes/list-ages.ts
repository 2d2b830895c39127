import { listAge } from '../../domain/screening/list-age.ts'
import type { AppContext } from '../context.ts'
import { listsInForce } from '../store/screening/screening-lists.ts'

/**
 * Returns the age of each official list in force, in seconds, and when it was last compared with its publisher's, in
 * seconds since 1970.
 */
export async function listAges({
  db,
  now,
  screener,
}: Pick<AppContext, 'db' | 'now' | 'screener'>): Promise<{ list: string; age: number; fetched: number | null }[]> {
  if (screener.kind !== 'lists') return []
  return (await listsInForce(db)).map((list) => ({
    list: list.name,
    age: Math.round(listAge(list, now()) / 1000),
    fetched: list.fetched_at && Math.round(list.fetched_at.getTime() / 1000),
  }))
}
