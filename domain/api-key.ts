import { utcMidnight } from './calendar.ts'
import { lifetimes } from './limits.ts'
import type { FieldFault } from './registration/field-faults.ts'

/** What an API key may do. A call that names no scope in the contract takes no key. */
export const keyScopes = [
  'subscriptions:read',
  'subscriptions:write',
  'subscribers:read',
  'subscribers:write',
  'invoices:read',
  'reports:read',
  'webhooks:write',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** `stopped`: its owner is no administrator any more, until another administrator takes it over. */
export const keyStates = ['active', 'stopped', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** Under which name a key acts in the audit and in histories. */
export const keyAuthor = (name: string): string => `key "${name}"`

/** What is wrong with the last day on which a key is to work; null for a good one. */
export function keyExpiryFault(lastDay: Date, now: Date): FieldFault | null {
  return lastDay.getTime() > utcMidnight(now).getTime() + lifetimes.apiKeyLongest ? { code: 'keyDateFar' } : null
}
