import { isIPv6 } from 'node:net'
import { rateLimits, type RateLimitName } from '../../../domain/limits.ts'
import { countAllWithin, countKey, countWithin, uncount } from '../../store/accounts/rate-limits.ts'
import { refusal } from '../../../contract/errors.ts'
import type { Db } from '../../store/tables.ts'
import { mailboxKey } from '../../../platform/email-key.ts'
import { plainAddress } from '../../../platform/network-address.ts'

/**
 * Counts against a limit for this key, and returns whether there was room. Inside a transaction, pass it in: a second
 * connection could wait for the first.
 */
export type Allow = (limit: RateLimitName, key: string, db?: Db) => Promise<boolean>

/**
 * The budget of an IPv6 /48, in budgets of one visitor: it may belong to one customer (RFC 6177), or contain 256
 * customers of a provider that assigns a /56 each.
 */
const siteBudgets = 4

/** Rate limits that all instances share, over fixed windows. Keys are stored as hashes: no address is stored. */
export function createRateLimits(ownDb: Db, now: () => Date, factor: number): Allow {
  return async (limit, key, db = ownDb) => {
    const counted = countedBy(limit, key)
    const time = now()
    const counts = await countAllWithin(
      db,
      counted.map(([name, one]) => ({ key: countKey(name, one), windowStart: windowOf(name, time) })),
    )
    return counted.every(([name, , budgets], at) => (counts[at] ?? 0) <= rateLimits[name].max * factor * budgets)
  }
}

/** Counts one more of a key. Refuses with 429, and states when to try again, where a limit leaves no room. */
export type RequireRoom = (limit: RateLimitName, key: string, db?: Db) => Promise<void>

export function createRequireRoom(allow: Allow, now: () => Date): RequireRoom {
  return async (limit, key, db) => {
    if (!(await allow(limit, key, db))) throw tooMany(limit, now())
  }
}

/** The refusal of what a limit leaves no room for. */
export function tooMany(limit: RateLimitName, now: Date): Error {
  return refusal('TOO_MANY_REQUESTS', [], null, resetsIn(limit, now))
}

/** The state of a limit after a count: `left` is negative if there is no room. Times are in seconds. */
export type Quota = (
  limit: RateLimitName,
  key: string,
) => Promise<{ most: number; within: number; left: number; resetsIn: number }>

export function createQuota(db: Db, now: () => Date, factor: number): Quota {
  return async (limit, key) => {
    const { max, within } = rateLimits[limit]
    const count = await countWithin(db, countKey(limit, key), windowOf(limit, now()))
    const most = max * factor
    return { most, within: within / 1000, left: most - count, resetsIn: resetsIn(limit, now()) }
  }
}

/** Reverts a count against a limit of failures that was not a failure. */
export function createUncount(db: Db, now: () => Date): (limit: RateLimitName, key: string) => Promise<void> {
  return async (limit, key) => {
    for (const [name, one] of countedBy(limit, key)) await uncount(db, countKey(name, one), windowOf(name, now()))
  }
}

/**
 * Returns the limits and keys against which one request counts, with their budgets. An email counts for its address and
 * for the mailbox.
 */
function countedBy(limit: RateLimitName, key: string): [RateLimitName, string, number][] {
  if (limit === 'mailsPerRecipient')
    return [
      [limit, key, 1],
      ['mailsPerMailbox', mailboxKey(key), 1],
    ]
  return networksOf(key).map(([network, budgets]) => [limit, network, budgets])
}

/**
 * Returns the seconds, at least 1, until a limit counts from zero again, which is the same time for all of its keys.
 */
export function resetsIn(limit: RateLimitName, now: Date): number {
  const end = windowOf(limit, now).getTime() + rateLimits[limit].within
  return Math.max(Math.ceil((end - now.getTime()) / 1000), 1)
}

function windowOf(limit: RateLimitName, now: Date): Date {
  const { within } = rateLimits[limit]
  return new Date(Math.floor(now.getTime() / within) * within)
}

/**
 * Returns the networks by which a network address is counted, with their budgets in visitors. Every IPv6 visitor has
 * the second half of the address to themselves, and often a part of the first; other keys are counted unchanged.
 */
export function networksOf(key: string): [[string, number], ...[string, number][]] {
  const address = plainAddress(key)
  if (address === null || !isIPv6(address)) return [[address ?? key, 1]]
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const whole =
    tail === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
  const groups = whole.map((group) => Number.parseInt(group, 16).toString(16))
  const network = (bits: 48 | 64) => `${groups.slice(0, bits / 16).join(':')}/${bits}`
  return [
    [network(64), 1],
    [network(48), siteBudgets],
  ]
}
