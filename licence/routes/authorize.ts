import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomToken, tokenHash } from '../../platform/crypto/secrets.ts'
import type { LicenceContext, PagePorts } from '../context.ts'
import { paragraphs } from '../../platform/page-kit.ts'
import { queryOf } from '../../platform/query-of.ts'
import { OAuthError } from '../oauth-error.ts'
import { isSha256, readParameters, type Parameters } from '../parameters.ts'
import { hasRoom } from '../rate-limit.ts'
import { isAllowedRedirect } from '../rules/redirect.ts'
import { addGrant } from '../store/grants.ts'
import { challengeOf, deviceTexts, productOf } from './program-parameters.ts'

/** How long, in ms, a request waits for its answer: enough to start a trial first. */
const requestLifetime = 3_600_000

/** A state: rfc-editor.org/rfc/rfc6749#appendix-A.5. */
const visibleText = /^[ -~]+$/

/** Returns the address at which a program receives its answer. */
export function answerAddress(redirectUri: string, answer: Record<string, string | null>): string {
  const given = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== null)
  return `${redirectUri}?${new URLSearchParams(given).toString()}`
}

/**
 * The address to which a program sends the browser (RFC 8252). It reads no cookie: it stores the request, and the page
 * `/device` asks the signed-in person. A request with an unknown program or address is never redirected.
 */
export function addAuthorizeRoute(app: FastifyInstance, context: LicenceContext, ports: PagePorts): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const { title, text } = ports.wordsFor(request).licence.wrongRequest
    return ports.sendPage(reply, { status: 400, title, body: paragraphs(text) })
  }
  const limit = 'deviceRequestPerAddress'
  const refuseBeyondLimit = (request: FastifyRequest, reply: FastifyReply) => {
    const { title, text } = ports.wordsFor(request).licence.tooMany
    const minutes = Math.ceil(context.resetsIn(limit) / 60)
    return ports.sendPage(reply, { status: 429, title, body: paragraphs(text(minutes)) })
  }

  app.get('/licence/authorize', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    let known: { parameters: Parameters; redirectUri: string; product: string }
    try {
      const parameters = readParameters(queryOf(request.url))
      const product = productOf(context, parameters)
      const redirectUri = parameters('redirect_uri') ?? ''
      if (!isAllowedRedirect(redirectUri, context.desktopProtocol)) return await refuse(request, reply)
      known = { parameters, redirectUri, product: product.key }
    } catch (error) {
      if (error instanceof OAuthError) return refuse(request, reply)
      throw error
    }
    const { parameters, redirectUri, product } = known
    const state = parameters('state') ?? null
    try {
      if (state !== null && !visibleText.test(state))
        throw new OAuthError('invalid_request', 'The state contains characters other than visible ASCII.')
      const { challenge, jkt } = keysOf(parameters)
      if (!(await hasRoom(context, reply, limit, ports.addressOf(request))))
        return await refuseBeyondLimit(request, reply)
      const [id, now] = [randomToken(), context.now()]
      await addGrant(context.db, {
        code_hash: tokenHash(id),
        kind: 'code',
        user_code_hash: null,
        product,
        redirect_uri: redirectUri,
        client_state: state,
        challenge,
        jkt,
        ...deviceTexts(parameters),
        network: ports.addressOf(request),
        requested_at: now,
        expires_at: new Date(now.getTime() + requestLifetime),
      })
      return await reply.redirect(`/device?request=${id}`, 302)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      const answer = { error: error.code, error_description: error.message, state, iss: context.issuer }
      return reply.redirect(answerAddress(redirectUri, answer), 302)
    }
  })
}

function keysOf(parameters: Parameters): { challenge: string; jkt: string } {
  if (parameters('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'The response_type must be code.')
  if ((parameters('scope') ?? 'licence') !== 'licence')
    throw new OAuthError('invalid_scope', 'The scope must be licence.')
  const [challenge, jkt] = [challengeOf(parameters), parameters('dpop_jkt')]
  if (challenge === null) throw new OAuthError('invalid_request', 'The parameter code_challenge is missing.')
  if (!isSha256(jkt)) throw new OAuthError('invalid_request', 'The parameter dpop_jkt is missing or wrong.')
  return { challenge, jkt }
}
