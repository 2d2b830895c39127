import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomToken, tokenHash } from '../../platform/crypto/secrets.ts'
import type { LicenceContext } from '../context.ts'
import { newNonce, readProof, type Proof } from '../dpop.ts'
import { OAuthError } from '../oauth-error.ts'
import { isSha256, readParameters, requiredParameter, type Parameters } from '../parameters.ts'
import { hasRoom } from '../rate-limit.ts'
import { newUserCode, shownUserCode } from '../rules/user-code.ts'
import { release } from '../release.ts'
import { findDevice } from '../store/devices.ts'
import { addGrant } from '../store/grants.ts'
import { readAccessToken, readRefreshToken } from '../tokens.ts'
import { codeGrant, deviceGrant, pollInterval, refreshGrant, renewingDevice, type GrantRequest } from './grants.ts'
import { answer, type LeaseResult } from './issue-lease.ts'
import { challengeOf, deviceTexts, productOf } from './program-parameters.ts'
import { isoDay } from '../../domain/calendar.ts'

/** How long, in ms, a typed code is valid. */
const userCodeLifetime = 600_000

export const deviceCodeGrantType = 'urn:ietf:params:oauth:grant-type:device_code'
const grants = new Map<string, (request: GrantRequest) => Promise<LeaseResult>>([
  ['authorization_code', codeGrant],
  ['refresh_token', refreshGrant],
  [deviceCodeGrantType, deviceGrant],
])

/** A request of a program. `network` is the address that limits count by. */
type ProgramCall = { context: LicenceContext; request: FastifyRequest; reply: FastifyReply; network: string }

/** The calls of programs. They read no cookie, and no other site's script can read their responses. */
export function addProgramRoutes(
  app: FastifyInstance,
  context: LicenceContext,
  addressOf: (request: FastifyRequest) => string,
): void {
  const answerWith =
    (handle: (call: ProgramCall) => Promise<unknown>) => (request: FastifyRequest, reply: FastifyReply) =>
      handle({ context, request, reply, network: addressOf(request) })
  void app.register(async (scope) => {
    // Parameters are sent as a form (RFC 6749 §3.2); the errors for any other body are those of OAuth too.
    scope.removeContentTypeParser(['application/json', 'multipart/form-data'])
    scope.addContentTypeParser('*', (_request, _payload, done) =>
      done(new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.')),
    )
    scope.post('/licence/device_authorization', answerWith(authorizeDevice))
    scope.post('/licence/token', answerWith(grantTokens))
    scope.post('/licence/revoke', answerWith(revokeToken))
    scope.get('/licence/me', answerWith(describeLicence))
  })
}

/** Begins a sign-in by a typed code (RFC 8628 §3.1). */
async function authorizeDevice(call: ProgramCall) {
  const { context, reply, network } = call
  const parameters = formOf(call)
  const product = productOf(context, parameters)
  const scope = parameters('scope') ?? 'licence'
  if (scope !== 'licence') throw new OAuthError('invalid_scope', 'The scope must be licence.')
  const challenge = challengeOf(parameters)
  const jkt = await keyOf(call, parameters)
  if (!(await hasRoom(context, reply, 'deviceRequestPerAddress', network))) throw tooMany()
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
    network,
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
}

/**
 * Returns the key to which tokens will be bound: proved, or only named, because the token request must prove it
 * anyway.
 */
async function keyOf(call: ProgramCall, parameters: Parameters): Promise<string> {
  const named = parameters('dpop_jkt')
  if (call.request.headers['dpop'] === undefined && isSha256(named)) return named
  const { jkt } = await proofOf(call, '/licence/device_authorization')
  if (named !== undefined && named !== jkt) throw new OAuthError('invalid_dpop_proof', 'dpop_jkt names another key.')
  return jkt
}

/** Exchanges a code, a typed code or a refresh token for a lease (RFC 6749 §3.2). */
async function grantTokens(call: ProgramCall) {
  const { context, reply, network } = call
  const parameters = formOf(call)
  const product = productOf(context, parameters)
  const grantType = requiredParameter(parameters, 'grant_type')
  const grant = grants.get(grantType)
  if (!grant) throw new OAuthError('unsupported_grant_type', 'The grant_type is not supported.')
  const proof = await proofOf(call, '/licence/token')
  const asked = { context, product, parameters, proof }
  const device = grantType === 'refresh_token' ? await renewingDevice(asked) : undefined
  // The limits of its network come first, because a program can make a key for each request. Polls are counted
  // separately, and renewals of devices not at all, so that computers in one network do not block each other.
  const perAddress = grantType === deviceCodeGrantType ? 'licencePollPerAddress' : 'licenceTokenPerAddress'
  if (!device && !(await hasRoom(context, reply, perAddress, network))) throw tooMany()
  if (!(await hasRoom(context, reply, 'licenceTokenPerDevice', proof.jkt))) throw tooMany()
  return answer(context, product, proof, await grant({ ...asked, device }))
}

/** Signs a device out (RFC 7009). */
async function revokeToken(call: ProgramCall) {
  const { context, request, reply } = call
  const parameters = formOf(call)
  const token = readRefreshToken(context, requiredParameter(parameters, 'token'))
  // Libraries cannot send a proof here. Any holder of the token may revoke it (RFC 7009 §2.1).
  const proof = request.headers['dpop'] === undefined ? null : await proofOf(call, '/licence/revoke')
  const device = token && (await findDevice(context.db, token.device))
  const isItsOwn = device && (token.hash === device.issued_hash || token.hash === device.used_hash)
  if (isItsOwn && (proof === null || proof.jkt === device.jkt))
    await release(context, { id: device.id }, device.subscriber_id, 'program')
  // An unknown token is not an error: it is invalid already (RFC 7009 §2.2).
  return reply.code(200).send({})
}

/** Returns what a program shows about its subscription. */
async function describeLicence(call: ProgramCall) {
  const { context, request } = call
  addHeaders(call)
  const token = /^DPoP ([\w.-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  const id = token === undefined ? null : readAccessToken(context, token)
  if (token === undefined || id === null)
    throw new OAuthError('invalid_token', 'The access token is wrong or expired.', 401)
  // A resource returns 401 where the token call returns 400 (RFC 9449 §7.1 and §9).
  const proof = await proofOf(call, '/licence/me', token).catch((error: unknown) => {
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
    until: subscription?.endDate ? isoDay(subscription.endDate) : null,
    manage_url: `${context.publicUrl}/account`,
    newest_version: product.terms.newestVersion,
  }
}

function formOf(call: ProgramCall): Parameters {
  addHeaders(call)
  const { body } = call.request
  return readParameters(body instanceof URLSearchParams ? body : new URLSearchParams())
}

function addHeaders({ context, reply }: ProgramCall): void {
  void reply.header('cache-control', 'no-store').header('dpop-nonce', newNonce(context))
}

/**
 * A proof names the address of the shop, or the one at which the request arrived (RFC 9449 §4.3): a program that was
 * built for a former address needs a lease to get the present one. `Host` is the client's choice, so `htu` does not
 * stop a server of another address from passing a proof on. Programs send proofs and tokens only to addresses that are
 * compiled in or in a signed lease, so only an owner of a former address could, and what they get is bound to the
 * program's key (docs/threat-model.md).
 */
function proofOf({ context, request }: ProgramCall, path: string, accessToken?: string): Promise<Proof> {
  const { publicUrl } = context
  // The proxy ends TLS, so the scheme is that of the shop.
  const requested = `${new URL(publicUrl).protocol}//${request.headers.host ?? ''}`
  return readProof(context, request.headers['dpop'], {
    method: request.method,
    urls: [publicUrl + path, requested + path],
    ...(accessToken === undefined ? {} : { accessToken }),
  })
}

const tooMany = () => new OAuthError('temporarily_unavailable', 'Too many requests. Try again later.', 429)
