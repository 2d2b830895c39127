import type { FastifyReply } from 'fastify'
import type { RateLimitName } from '../domain/limits.ts'
import type { LicenceContext } from './context.ts'

/** Counts one more of a key against a limit. False where that is too many: the response then states when to try again. */
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
