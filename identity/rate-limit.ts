import type { IdentityContext, IdentityLimit } from './context.ts'
import { fault } from './http.ts'

/** Counts against a limit for a key. Responds with 429, and states when to try again, if it is exceeded. */
export async function requireRoom(context: IdentityContext, limit: IdentityLimit, key: string): Promise<void> {
  if (!(await context.allow(limit, key, context.db))) refuseBeyond(context, limit)
}

export function refuseBeyond({ resetsIn }: Pick<IdentityContext, 'resetsIn'>, limit: IdentityLimit): never {
  fault('tooMany', resetsIn(limit))
}
