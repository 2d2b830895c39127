import { createHash } from 'node:crypto'
import { rateLimits, type RateLimitName } from '../../core/limits.ts'
import { countWithin } from '../store/rate-limits.ts'
import type { Db } from '../store/tables.ts'

/** Whether a limit leaves room for one more of this key. Inside a transaction, hand it in: a second connection could wait for the first. */
export type Allow = (limit: RateLimitName, key: string, db?: Db) => Promise<boolean>

/** Rate limits that all instances share, over fixed windows. Keys are kept as hashes: no address of anybody is stored. */
export function createRateLimits(ownDb: Db, now: () => Date, factor: number): Allow {
  return async (limit, key, db = ownDb) => {
    const { most, within } = rateLimits[limit]
    const windowStart = new Date(Math.floor(now().getTime() / within) * within)
    const hash = createHash('sha256').update(`${limit} ${key}`).digest('base64url')
    return (await countWithin(db, hash, windowStart)) <= most * factor
  }
}
