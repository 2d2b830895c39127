import type { FastifyInstance } from 'fastify'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { IssuerFault } from '../../adapters/identity/port.ts'
import { countWithin } from '../../store/accounts/rate-limits.ts'
import { endSessionsOf } from '../../store/accounts/sessions.ts'
import type { SignInParts } from './sign-in.ts'

export const backChannelPath = '/sign-in/back-channel-logout'

/** Adds the route to which the provider sends logout tokens. */
export function addBackChannelLogoutRoute(
  app: FastifyInstance,
  { context, openId, issuer }: Pick<SignInParts, 'context' | 'openId' | 'issuer'>,
): void {
  app.post(backChannelPath, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    await context.requireRoom('backChannelPerAddress', request.ip)
    const given = (request.body as Record<string, unknown> | null)?.['logout_token']
    const token = await openId.readLogoutToken(typeof given === 'string' ? given : '').catch((error: unknown) => {
      if (!(error instanceof IssuerFault)) throw error
      request.log.warn(error.fields, 'a logout token was refused')
      return null
    })
    if (!token) return reply.code(400).send()
    const isFirst = await context.db.transaction().execute(async (db) => {
      const key = tokenHash(`logout-token ${issuer} ${token.tokenId}`)
      if ((await countWithin(db, key, token.issuedAt)) > 1) return false
      const { subject, identityProviderSession: session } = token
      // Some providers state another subject here than in the ID token; the name of a session is unique at the provider
      // (https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken).
      await endSessionsOf(db, issuer, session === null ? subject : null, session)
      return true
    })
    if (!isFirst) return reply.code(400).send()
    // Only refusals count: all sign-outs come from the provider's address.
    await context.uncount('backChannelPerAddress', request.ip)
    return reply.code(200).send()
  })
}
