import type { AuditedChange } from './audit.ts'
import { addDays, utcMidnight } from './calendar.ts'
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

/** `stopped`: its owner is no longer an administrator, until another administrator takes it over. */
export const keyStates = ['active', 'stopped', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** A key without its secret. `ownerId` is the account whose role it has. */
export type ApiKey = {
  id: string
  name: string
  scopes: readonly KeyScope[]
  ownerId: string | null
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  lastUsedFrom: string | null
  revokedAt: Date | null
  replaces: string | null
}

export type ApiKeyInput = { name: string; scopes: readonly KeyScope[]; expiresAt: Date; ownerId: string }

/** A new key with its text, which is shown only once. */
export type CreatedApiKey = { view: ApiKey; text: string }

/** Changes take the transaction that also records them in the audit. `ended`: the key no longer works. */
export type ApiKeys<Trx> = {
  list(): Promise<ApiKey[]>
  /** `taken`: another working key has the name. `full`: the limit of keys is reached. */
  make(trx: Trx, input: ApiKeyInput): Promise<CreatedApiKey | 'taken' | 'full'>
  rotate(trx: Trx, id: string, ownerId: string): Promise<CreatedApiKey | 'ended' | undefined>
  revoke(trx: Trx, id: string): Promise<ApiKey | 'ended' | undefined>
  takeOver(trx: Trx, id: string, ownerId: string): Promise<ApiKey | 'ended' | undefined>
  stateOf(key: ApiKey, isOwned: boolean): KeyState
}

/** The name under which a key acts in the audit and in histories. */
export const keyAuthor = (name: string): string => `key "${name}"`

/** Returns when a key ends: after its last day in UTC, which is a year from now unless another was chosen. */
export const keyEndsAt = (now: Date, lastDay = new Date(now.getTime() + lifetimes.apiKey)): Date => addDays(lastDay, 1)

/** How the audit names the key that an act is about. */
export const keyInAudit = ({ id, name, scopes }: Pick<ApiKey, 'id' | 'name' | 'scopes'>): AuditedChange => ({
  field: 'key',
  before: '',
  after: `${name} (${id}): ${scopes.join(', ')}`,
})

/** Returns the fault of a key's last day; null if it is valid. */
export function keyExpiryFault(lastDay: Date, now: Date): FieldFault | null {
  return lastDay.getTime() > utcMidnight(now).getTime() + lifetimes.apiKeyMax ? { code: 'keyDateFar' } : null
}
