import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomToken, tokenHash } from '../../platform/crypto/secrets.ts'
import type { LicenceContext, LicensedProduct } from '../context.ts'
import { newNonce, readProof, type Proof } from '../dpop.ts'
import { OAuthError } from '../oauth-error.ts'
import { isSha256, readParameters, required, type Parameters } from '../parameters.ts'
import { hasRoom } from '../rate-limit.ts'
import { deviceText } from '../rules/device-text.ts'
import { newUserCode, shownUserCode } from '../rules/user-code.ts'
import { release } from '../release.ts'
import { findDevice } from '../store/devices.ts'
import { addGrant } from '../store/grants.ts'
import { readAccessToken, readRefreshToken } from '../tokens.ts'
import { codeGrant, deviceGrant, pollInterval, refreshGrant, renewingDevice, type GrantRequest } from './grants.ts'
import { answer, type Outcome } from './issue-lease.ts'

/** How long, in ms, a typed code is valid. */
export const userCodeLifetime = 600_000

export const deviceCodeGrantType = 'urn:ietf:params:oauth:grant-type:device_code'
const grants = new Map<string, (request: GrantRequest) => Promise<Outcome>>([
  ['authorization_code', codeGrant],
  ['refresh_token', refreshGrant],
  [deviceCodeGrantType, deviceGrant],
])

/** A program's description of its computer. */
export function deviceTexts(parameters: Parameters): { name: string; system: string; version: string } {
  return {
    name: deviceText(parameters('device_name')),
    system: deviceText(parameters('device_system')),
    version: deviceText(parameters('device_version'), 32),
  }
}

export function productOf(context: LicenceContext, parameters: Parameters): LicensedProduct {
  const product = context.products.get(required(parameters, 'client_id'))
  if (!product) throw new OAuthError('invalid_client', 'The client_id is not a licensed product.', 401)
  return product
}

/** The calls of programs. They read no cookie, and no other site's script can read their responses. */
export function addProgramRoutes(
  app: FastifyInstance,
  context: LicenceContext,
  addressOf: (request: FastifyRequest) => string,
): void {
  const formOf = (request: FastifyRequest, reply: FastifyReply): Parameters => {
    void reply.header('cache-control', 'no-store').header('dpop-nonce', newNonce(context))
    return readParameters(request.body instanceof URLSearchParams ? request.body : new URLSearchParams())
  }
  const proofOf = (request: FastifyRequest, path: string, accessToken?: string): Promise<Proof> =>
    readProof(context, request.headers['dpop'], {
      method: request.method,
      url: context.publicUrl + path,
      ...(accessToken === undefined ? {} : { accessToken }),
    })
  const limited = new OAuthError('temporarily_unavailable', 'Too many requests. Try again later.', 429)

  app.post('/licence/device_authorization', async (request, reply) => {
    const parameters = formOf(request, reply)
    const product = productOf(context, parameters)
    const scope = parameters('scope') ?? 'licence'
    if (scope !== 'licence') throw new OAuthError('invalid_scope', 'The scope is licence.')
    const challenge = challengeOf(parameters)
    const jkt = await keyOf(request, parameters)
    if (!(await hasRoom(context, reply, 'deviceRequestPerAddress', addressOf(request)))) throw limited
    const [deviceCode, userCode] = [randomToken(), newUserCode()]
    const now = context.now()
    await addGrant(context.db, {
      code_hash: tokenHash(deviceCode),
      kind: 'device',
      user_code_hash: tokenHash(userCode),
      product: product.key,
      redirect_uri: null,
      client_state: null,
      challenge,
      jkt,
      ...deviceTexts(parameters),
      network: addressOf(request),
      requested_at: now,
      expires_at: new Date(now.getTime() + userCodeLifetime),
    })
    return {
      device_code: deviceCode,
      user_code: shownUserCode(userCode),
      // The address does not contain the code, because the person who enters it must see the program.
      verification_uri: `${context.publicUrl}/device`,
      expires_in: userCodeLifetime / 1000,
      interval: pollInterval,
    }
  })

  /**
   * Returns the key to which tokens will be bound: proved, or only named, because the token request must prove it
   * anyway.
   */
  async function keyOf(request: FastifyRequest, parameters: Parameters): Promise<string> {
    const named = parameters('dpop_jkt')
    if (request.headers['dpop'] === undefined && isSha256(named)) return named
    const { jkt } = await proofOf(request, '/licence/device_authorization')
    if (named !== undefined && named !== jkt) throw new OAuthError('invalid_dpop_proof', 'dpop_jkt names another key.')
    return jkt
  }

  app.post('/licence/token', async (request, reply) => {
    const parameters = formOf(request, reply)
    const product = productOf(context, parameters)
    const grantType = required(parameters, 'grant_type')
    const grant = grants.get(grantType)
    if (!grant) throw new OAuthError('unsupported_grant_type', 'The grant_type is not supported.')
    const proof = await proofOf(request, '/licence/token')
    const asked = { context, product, parameters, proof }
    const device = grantType === 'refresh_token' ? await renewingDevice(asked) : undefined
    // The limits of its network first: a program can make a key for each request. Polls are counted apart, and the renewals of
    // devices not at all, so that computers in one network do not stop each other.
    const perAddress = grantType === deviceCodeGrantType ? 'licencePollPerAddress' : 'licenceTokenPerAddress'
    if (!device && !(await hasRoom(context, reply, perAddress, addressOf(request)))) throw limited
    if (!(await hasRoom(context, reply, 'licenceTokenPerDevice', proof.jkt))) throw limited
    return answer(context, product, proof, await grant({ ...asked, device }))
  })

  app.post('/licence/revoke', async (request, reply) => {
    const parameters = formOf(request, reply)
    const token = readRefreshToken(context, required(parameters, 'token'))
    // Libraries cannot send a proof here. Any holder of the token may revoke it (RFC 7009 §2.1).
    const proof = request.headers['dpop'] === undefined ? null : await proofOf(request, '/licence/revoke')
    const device = token && (await findDevice(context.db, token.device))
    const isItsOwn = device && (token.hash === device.issued_hash || token.hash === device.used_hash)
    if (isItsOwn && (proof === null || proof.jkt === device.jkt))
      await release(context, { id: device.id }, device.subscriber_id, 'program')
    // An unknown token is not an error: it is invalid already (RFC 7009 §2.2).
    return reply.code(200).send({})
  })

  app.get('/licence/me', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('dpop-nonce', newNonce(context))
    const token = /^DPoP ([\w.-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
    const id = token === undefined ? null : readAccessToken(context, token)
    if (token === undefined || id === null)
      throw new OAuthError('invalid_token', 'The access token is wrong or expired.', 401)
    // A resource returns 401 where the token call returns 400 (RFC 9449 §7.1 and §9).
    const proof = await proofOf(request, '/licence/me', token).catch((error: unknown) => {
      throw error instanceof OAuthError ? new OAuthError(error.code, error.message, 401) : error
    })
    const device = await findDevice(context.db, id)
    const product = device && context.products.get(device.product)
    if (!device || !product || device.released_at || device.jkt !== proof.jkt)
      throw new OAuthError('invalid_token', 'The device is signed out.', 401)
    const found = await context.entitlementOf(context.db, device.subscriber_id, product.key)
    const subscription = found && 'subscription' in found.entitlement ? found.entitlement.subscription : null
    return {
      product: product.title,
      plan: subscription?.plan.title ?? null,
      until: subscription?.endDate?.toISOString().slice(0, 10) ?? null,
      manage_url: `${context.publicUrl}/account`,
      newest_version: product.terms.newestVersion,
    }
  })
}

/** Returns the SHA-256 challenge of RFC 7636; null if there is none. */
export function challengeOf(parameters: Parameters): string | null {
  const challenge = parameters('code_challenge')
  if (challenge === undefined) return null
  if (!isSha256(challenge) || parameters('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'The code_challenge must be one by the method S256.')
  return challenge
}
