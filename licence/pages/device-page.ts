import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSigned, sign, tokenHash } from '../../platform/crypto/secrets.ts'
import type { LicenceContext, LicensedProduct, PagePorts } from '../context.ts'
import type { DeviceGrant } from '../database/tables.ts'
import { answerAddress } from '../routes/authorize.ts'
import { hasRoom } from '../rate-limit.ts'
import { isSignedIn } from '../rules/places.ts'
import { readUserCode } from '../rules/user-code.ts'
import { release } from '../release.ts'
import { devicesOf } from '../store/devices.ts'
import { pendingGrant, type GrantKey } from '../store/grants.ts'
import { approve, decline, placeOf, timesOf } from './approve.ts'
import { bodies, type Bodies, type Named } from './bodies.ts'

/** The page on which people allow a computer. It works without JavaScript. */
export function addDevicePage(app: FastifyInstance, context: LicenceContext, ports: PagePorts): void {
  type Exchange = { request: FastifyRequest; reply: FastifyReply; body: Bodies; csrf: string }

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<Exchange> {
    const words = ports.wordsFor(request)
    const csrf = await ports.formToken(request, reply)
    return { request, reply, csrf, body: bodies(words.licence, { csrf, locale: words.locale }) }
  }
  const send = (
    { reply }: Exchange,
    page: { status?: number; title: string; body: ReturnType<Bodies['plain']>['body'] },
  ) => ports.sendPage(reply, page)

  /** Shows the question to a signed-in person, or a step that must come first. */
  async function ask(exchange: Exchange, named: Named, grant: DeviceGrant, problem?: 'gone') {
    const { body, request } = exchange
    const product = context.products.get(grant.product)
    if (!product || problem) return send(exchange, { status: 404, ...body.expired() })
    const { signedIn } = await ports.visitorOf(request)
    const offers = ports.offersOf(product.key)
    const here = 'request' in named ? `/device?request=${named.request}` : '/device'
    if (!signedIn) return send(exchange, body.signIn(product.title, ports.signInAddress(here), offers))
    const { subscriberId, email } = signedIn
    const found = subscriberId === null ? undefined : await context.entitlementOf(context.db, subscriberId, product.key)
    if (subscriberId === null || !found || 'missing' in found.entitlement) {
      const isOnHold = found !== undefined && 'missing' in found.entitlement && found.entitlement.missing === 'on-hold'
      return send(exchange, body.notEntitled(product.title, email, isOnHold ? null : offers, named))
    }
    const now = context.now()
    const place = await placeOf(context.db, product, subscriberId, grant.jkt, now)
    if (place === 'swaps') return send(exchange, body.swaps(product.title, product.terms.swaps))
    if (place === 'devices') {
      const own = await devicesOf(context.db, subscriberId)
      const open = own.filter((one) => one.product === product.key && isSignedIn(timesOf(one), now))
      return send(exchange, body.full(product.title, open, named))
    }
    return send(exchange, body.question(product.title, email, grant, named))
  }

  app.get('/device', async (request, reply) => {
    const exchange = await begin(request, reply)
    const { request: id } = request.query as Record<string, unknown>
    if (id === undefined) {
      const { signedIn } = await ports.visitorOf(request)
      if (!signedIn) return send(exchange, exchange.body.signIn(null, ports.signInAddress('/device'), null))
      return send(exchange, exchange.body.enterCode())
    }
    const named = { request: typeof id === 'string' ? id : '' }
    const grant = await pendingGrant(context.db, keyOf(named), context.now())
    if (grant?.kind !== 'code') return send(exchange, { status: 404, ...exchange.body.expired() })
    return ask(exchange, named, grant)
  })

  app.post('/device', async (request, reply) => {
    const exchange = await begin(request, reply)
    const { body } = exchange
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    if (!(await ports.isFormToken(request, form.get('_csrf')))) return send(exchange, { status: 403, ...body.stale() })
    const { signedIn } = await ports.visitorOf(request)
    if (!signedIn) return send(exchange, { status: 401, ...body.signIn(null, ports.signInAddress('/device'), null) })
    const [id, typed] = [form.get('request'), form.get('code')]
    const code = typed === null ? null : readUserCode(typed)
    const entered = typed ?? ''
    if (id === null && code === null) return send(exchange, { status: 400, ...body.enterCode('wrong', entered) })
    const foundText = `${signedIn.accountId} ${code}`
    const named: Named = id !== null ? { request: id } : { code: code ?? '', found: sign(context.nonceKeys, foundText) }
    const isGuess = id === null && !isSigned(context.nonceKeys, foundText, form.get('found') ?? '')
    // Counted before the look-up, so that concurrent guesses all count.
    if (isGuess && !(await hasRoom(context, exchange.reply, 'deviceCodePerAccount', signedIn.accountId)))
      return send(exchange, { status: 429, ...body.enterCode('tooMany', entered) })
    const grant = await pendingGrant(context.db, keyOf(named), context.now())
    if (!grant || (grant.kind === 'code') !== (id !== null))
      return send(
        exchange,
        id === null ? { status: 400, ...body.enterCode('wrong', entered) } : { status: 404, ...body.expired() },
      )
    const product = context.products.get(grant.product)
    if (!product) return send(exchange, { status: 404, ...body.expired() })
    const { subscriberId } = signedIn
    switch (form.get('act')) {
      case 'allow':
        return subscriberId === null
          ? ask(exchange, named, grant)
          : allow(exchange, product, named, grant, subscriberId)
      case 'refuse': {
        const declined = await decline(context, keyOf(named))
        if (!declined) return send(exchange, { status: 404, ...body.expired() })
        return finish(exchange, declined, { error: 'access_denied' })
      }
      case 'sign-out':
        if (subscriberId !== null) await release(context, { id: form.get('device') ?? '' }, subscriberId, 'owner')
        return ask(exchange, named, grant)
      default:
        return ask(exchange, named, grant)
    }
  })

  async function allow(
    exchange: Exchange,
    product: LicensedProduct,
    named: Named,
    grant: DeviceGrant,
    subscriberId: string,
  ) {
    const result = await approve(context, product, keyOf(named), subscriberId)
    if ('approved' in result) return finish(exchange, result.approved, { code: result.code })
    return ask(exchange, named, grant, result.refused === 'gone' ? 'gone' : undefined)
  }

  /**
   * Leads back to the program with a page instead of a redirect, because browsers apply the policy for forms to
   * redirects of their responses. The page continues by a header, and by a link if the browser requires a click first.
   */
  function finish(exchange: Exchange, grant: DeviceGrant, answer: { code: string } | { error: string }) {
    const { body, reply } = exchange
    const isAllowed = 'code' in answer
    if (grant.redirect_uri === null) return send(exchange, body.done(isAllowed, null))
    const address = answerAddress(grant.redirect_uri, { ...answer, state: grant.client_state, iss: context.issuer })
    void reply.header('refresh', `0; url=${address}`)
    return send(exchange, body.done(isAllowed, address))
  }
}

function keyOf(named: Named): GrantKey {
  return 'request' in named ? { code_hash: tokenHash(named.request) } : { user_code_hash: tokenHash(named.code) }
}
