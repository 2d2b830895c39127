import type { FastifyRequest } from 'fastify'
import type { KeyScope } from '../../../domain/api-key.ts'

/** A working API key, with the account that it belongs to. */
export type PresentedKey = { id: string; name: string; scopes: readonly KeyScope[]; ownerId: string | null }

/** Returns the bearer token of a request (RFC 6750 §2.1); undefined without one. It is never read from a URL. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const [scheme = '', ...rest] = (headers.authorization ?? '').split(' ')
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ').trim() : undefined
}
