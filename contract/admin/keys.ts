import { z } from 'zod'
import { keyScopes, keyStates } from '../../domain/api-key.ts'
import { listLimits } from '../../domain/limits.ts'
import { keyExpiry, empty, trimmedText } from '../rows/input.ts'
import { byTheDay, row } from '../rows/row.ts'
import { moment } from '../rows/response-schemas.ts'

const key = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  state: z.enum(keyStates),
  /** The administrator whose role the key has; null once their account is gone. */
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** To the hour, with the network address. */
  lastUsedAt: moment,
  lastUsedFrom: z.string().nullable(),
  revokedAt: moment,
  /** The key that this one replaces. */
  replaces: z.string().nullable(),
})
/** The only response that has the key itself. */
const shownOnce = key.extend({ key: z.string() })

const byKeyId = z.object({ id: z.string().regex(/^[0-9A-Za-z]{8}$/) })

/** The rows of API keys. A key cannot create, change or list keys. */
export const keyRows = {
  'GET /api/v1/keys': row({
    who: 'administrator',
    operation: 'listKeys',
    summary: 'List API keys',
    description: 'Newest first, without the keys themselves. Keys that ended stay for 90 days.',
    errors: [],
    output: z.array(key),
    confirmed: true,
  }),
  'POST /api/v1/keys': row({
    who: 'administrator',
    operation: 'createKey',
    summary: 'Create an API key',
    description:
      'The response has the key, which is shown once. `expires` is the last day on which it works, in UTC: one year ahead by default, two at most.',
    errors: ['KEY_LIMIT', 'KEY_NAME_TAKEN'],
    body: byTheDay((now) =>
      z.strictObject({
        name: trimmedText.min(1, { error: 'required' }).max(listLimits.apiKeyName),
        scopes: z.array(z.enum(keyScopes)).min(1, { error: 'required' }).max(keyScopes.length),
        expires: keyExpiry(now).optional(),
      }),
    ),
    output: shownOnce,
    status: 201,
    confirmed: true,
  }),
  'POST /api/v1/keys/{id}/rotate': row({
    who: 'administrator',
    operation: 'rotateKey',
    summary: 'Replace an API key',
    description:
      'The new key has the same name, scopes and length of validity, and belongs to the caller. The old one works for 24 hours more.',
    errors: ['KEY_ENDED'],
    path: byKeyId,
    body: empty,
    output: shownOnce,
    status: 201,
    confirmed: true,
  }),
  'POST /api/v1/keys/{id}/take-over': row({
    who: 'administrator',
    operation: 'takeOverKey',
    summary: 'Take over an API key',
    description: 'A key stops when its owner is no administrator any more. From now on it belongs to the caller.',
    errors: ['KEY_ENDED'],
    path: byKeyId,
    body: empty,
    output: null,
    confirmed: true,
  }),
  'DELETE /api/v1/keys/{id}': row({
    who: 'administrator',
    operation: 'revokeKey',
    summary: 'Revoke an API key',
    description: 'It stops working immediately.',
    errors: ['KEY_ENDED'],
    path: byKeyId,
    output: null,
    confirmed: true,
  }),
} as const
