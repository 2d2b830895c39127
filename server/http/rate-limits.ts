import { isIPv6 } from 'node:net'
import { rateLimits, type RateLimitName } from '../../core/limits.ts'
import { countKey, countWithin, uncount } from '../store/rate-limits.ts'
import type { Db } from '../store/tables.ts'

/** Whether a limit leaves room for one more of this key. Inside a transaction, hand it in: a second connection could wait for the first. */
export type Allow = (limit: RateLimitName, key: string, db?: Db) => Promise<boolean>

/** Rate limits that all instances share, over fixed windows. Keys are kept as hashes: no address of anybody is stored. */
export function createRateLimits(ownDb: Db, now: () => Date, factor: number): Allow {
  return async (limit, key, db = ownDb) =>
    (await countWithin(db, countKey(limit, networkOf(key)), windowOf(limit, now()))) <= rateLimits[limit].most * factor
}

/** Takes back what was counted a moment ago against a limit of failures, as it was none. */
export function createUncount(db: Db, now: () => Date): (limit: RateLimitName, key: string) => Promise<void> {
  return (limit, key) => uncount(db, countKey(limit, networkOf(key)), windowOf(limit, now()))
}

function windowOf(limit: RateLimitName, now: Date): Date {
  const { within } = rateLimits[limit]
  return new Date(Math.floor(now.getTime() / within) * within)
}

/** A network address as one visitor's: of IPv6 its first half, as everybody has the other half to themselves; other keys as they are. */
export function networkOf(key: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(key)?.[1]
  if (mapped !== undefined || !isIPv6(key)) return mapped ?? key
  const [head = '', tail] = key.split('%')[0]?.split('::') ?? []
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const whole =
    tail === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
