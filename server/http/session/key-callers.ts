import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../../contract/errors.ts'
import { keyAuthor } from '../../../domain/api-key.ts'
import { isRoleOfAdministrator } from '../../../domain/account/role.ts'
import { clientAddress } from '../../../platform/network-address.ts'
import type { KeyOwner } from '../../store/accounts/key-owners.ts'
import type { PresentedKey } from './bearer.ts'
import type { Quota } from './rate-limits.ts'
import type { Visitor } from './visitor.ts'

export type KeyCallerParts = {
  now: () => Date
  /** Returns the key of a bearer token; undefined if it is unknown, expired or revoked. */
  useKey: (text: string, from: string) => Promise<PresentedKey | undefined>
  /** Returns the accounts with these ids, each with its present role. */
  ownersOf: (accounts: readonly string[]) => Promise<KeyOwner[]>
  quota: Quota
}

/**
 * Returns the caller of a request with a bearer token. Refuses with 401 unless it is the key of a current
 * administrator.
 */
export type KeyCallers = (bearer: string, request: FastifyRequest, reply: FastifyReply) => Promise<Visitor>

export function createKeyCallers({ now, useKey, ownersOf, quota }: KeyCallerParts): KeyCallers {
  return async (bearer, request, reply) => {
    const address = clientAddress(request)
    const key = await useKey(bearer, address)
    const ownerId = key?.ownerId ?? null
    const [owner] = ownerId === null ? [] : await ownersOf([ownerId])
    if (!key || !owner || !isRoleOfAdministrator(owner.role)) return refuseKey(reply)
    const { most, within, left, resetsIn } = await quota('requestsPerKey', key.id)
    // draft-ietf-httpapi-ratelimit-headers-10
    void reply
      .header('ratelimit-policy', `"key";q=${most};w=${within}`)
      .header('ratelimit', `"key";r=${Math.max(left, 0)};t=${resetsIn}`)
    if (left < 0) {
      void reply.header('retry-after', String(resetsIn))
      refuse('TOO_MANY_REQUESTS')
    }
    return { cookie: null, address, signedIn: actingFor(owner, key, now()), key }
  }
}

function refuseKey(reply: FastifyReply): never {
  // RFC 6750 §3
  void reply.header('www-authenticate', 'Bearer error="invalid_token"')
  refuse('KEY_INVALID')
}

/** Returns the owner as the caller: under the name of the key, with their current role. */
function actingFor(owner: KeyOwner, { name }: PresentedKey, moment: Date): NonNullable<Visitor['signedIn']> {
  return {
    ...owner,
    email: keyAuthor(name),
    keyOwner: owner.email,
    sessionId: '',
    seenAt: moment,
    authTime: null,
    acr: null,
    amr: [],
    confirmation: null,
  }
}
