import type { FastifyReply } from 'fastify'
import type { RateLimitName } from '../domain/limits.ts'
import type { LicenceContext } from './context.ts'

/** Counts against a limit for a key. Returns false if it is exceeded; the response then states when to retry. */
export async function hasRoom(
  { allow, resetsIn }: Pick<LicenceContext, 'allow' | 'resetsIn'>,
  reply: FastifyReply,
  limit: RateLimitName,
  key: string,
): Promise<boolean> {
  if (await allow(limit, key)) return true
  void reply.header('retry-after', String(resetsIn(limit)))
  return false
}
