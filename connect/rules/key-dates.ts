import type { KeyState } from '../../domain/api-key.ts'
import { lifetimes } from '../../domain/limits.ts'

type Dates = { expiresAt: Date; revokedAt: Date | null }

/** `isOwned`: whether its owner is an administrator now. */
export function apiKeyState({ expiresAt, revokedAt }: Dates, isOwned: boolean, now: Date): KeyState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return isOwned ? 'active' : 'stopped'
}

/** Whether a key that is presented can be used, regardless of its owner. */
export const isUsable = (dates: Dates, now: Date): boolean => apiKeyState(dates, true, now) === 'active'

/** Returns until when a key works beside its replacement. */
export function endOfOverlap(expiresAt: Date, now: Date): Date {
  return new Date(Math.min(expiresAt.getTime(), now.getTime() + lifetimes.apiKeyOverlap))
}

type Replaceable = { id: string; replaces: string | null; created_at: Date; expires_at: Date }

/** When a key that replaces another expires: it is valid for as long as that one was. `all` contains every key. */
export function renewedUntil(key: Replaceable, all: readonly Replaceable[], now: Date): Date {
  return new Date(now.getTime() + validity(key, all))
}

/** In ms. A rotation shortens a key, but an earlier replacement, which was revoked, was made for its whole length. */
function validity({ id, created_at: from, expires_at: until }: Replaceable, all: readonly Replaceable[]): number {
  const replacements = all.filter(({ replaces }) => replaces === id)
  return Math.max(until.getTime() - from.getTime(), ...replacements.map((one) => validity(one, all)))
}

/** Whether to record a use: at most once an hour, so that a busy key does not write at each request. */
export function isUseNoted(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= lifetimes.apiKeyUse
}
