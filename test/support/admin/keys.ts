import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { KeyScope } from '../../../domain/api-key.ts'
import type { TestVisitor } from '../http/visitor.ts'

export type ShownKey = {
  id: string
  key: string
  name: string
  scopes: KeyScope[]
  state: string
  createdBy: string | null
  createdAt: string
  expiresAt: string
  lastUsedAt: string | null
  lastUsedFrom: string | null
  revokedAt: string | null
  replaces: string | null
}

/** Makes a call about API keys as an administrator. */
export async function callKeys(
  administrator: TestVisitor,
  method: 'GET' | 'POST' | 'DELETE',
  path = '',
  body: object = {},
): Promise<Response> {
  if (method === 'GET') return administrator.get(`/api/v1/keys${path}`)
  if (method === 'POST') return administrator.post(`/api/v1/keys${path}`, body)
  return administrator.delete(`/api/v1/keys${path}`)
}

export async function givenAKey(
  administrator: TestVisitor,
  scopes: readonly KeyScope[],
  name: string = randomUUID(),
): Promise<ShownKey> {
  const made = await callKeys(administrator, 'POST', '', { name, scopes })
  assert.equal(made.status, 201)
  return (await made.json()) as ShownKey
}

/** Makes a request with a key and nothing else. */
export function withKey(url: string, key: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  return fetch(url + path, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) })
}
