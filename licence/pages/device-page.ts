import type { FastifyInstance } from 'fastify'
import type { LicenceContext, PagePorts } from '../context.ts'
import type { DeviceGrant } from '../database/tables.ts'
import { release } from '../release.ts'
import { answerAddress } from '../routes/authorize.ts'
import { approve, decline } from './approve.ts'
import { beginExchange, expired, keyOf, type DeviceExchange, type DevicePage } from './device-exchange.ts'
import { questionPage } from './device-question.ts'
import { requestByForm, requestById, type WaitingRequest } from './device-request.ts'

/** The page on which people allow a computer. It works without JavaScript. */
export function addDevicePage(app: FastifyInstance, context: LicenceContext, ports: PagePorts): void {
  app.get('/device', async (request, reply) => {
    const exchange = await beginExchange(context, ports, request, reply)
    const { request: id } = request.query as Record<string, unknown>
    return ports.sendPage(reply, await shownPage(exchange, id))
  })

  app.post('/device', async (request, reply) => {
    const exchange = await beginExchange(context, ports, request, reply)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    return ports.sendPage(reply, await answeredPage(exchange, form))
  })
}

/** Returns the page for a request's id, or for the code that a program shows if there is none. */
async function shownPage(exchange: DeviceExchange, id: unknown): Promise<DevicePage> {
  const { ports, request, body } = exchange
  if (id === undefined) {
    const { signedIn } = await ports.visitorOf(request)
    return signedIn ? body.enterCode() : body.signIn(null, ports.signInAddress('/device'), null)
  }
  const waiting = await requestById(exchange, typeof id === 'string' ? id : '')
  return 'page' in waiting ? waiting.page : questionPage(exchange, waiting)
}

/** Does what a form asks for, and returns the next page. */
async function answeredPage(exchange: DeviceExchange, form: URLSearchParams): Promise<DevicePage> {
  const { context, ports, request, body } = exchange
  if (!(await ports.isFormToken(request, form.get('_csrf')))) return { status: 403, ...body.stale() }
  const { signedIn } = await ports.visitorOf(request)
  if (!signedIn) return { status: 401, ...body.signIn(null, ports.signInAddress('/device'), null) }
  const waiting = await requestByForm(exchange, form, signedIn.accountId)
  if ('page' in waiting) return waiting.page
  const { subscriberId } = signedIn
  const act = form.get('act')
  if (act === 'refuse') return refusedPage(exchange, waiting)
  if (act === 'allow' && subscriberId !== null) return allowedPage(exchange, waiting, subscriberId)
  if (act === 'sign-out' && subscriberId !== null)
    await release(context, { id: form.get('device') ?? '' }, subscriberId, 'owner')
  return questionPage(exchange, waiting)
}

async function refusedPage(exchange: DeviceExchange, { named }: WaitingRequest): Promise<DevicePage> {
  const declined = await decline(exchange.context, keyOf(named))
  return declined ? finish(exchange, declined, { error: 'access_denied' }) : expired(exchange)
}

async function allowedPage(
  exchange: DeviceExchange,
  waiting: WaitingRequest,
  subscriberId: string,
): Promise<DevicePage> {
  const result = await approve(exchange.context, waiting.product, keyOf(waiting.named), subscriberId)
  if ('approved' in result) return finish(exchange, result.approved, { code: result.code })
  return result.refused === 'gone' ? expired(exchange) : questionPage(exchange, waiting)
}

/**
 * Leads back to the program with a page instead of a redirect, because browsers apply the policy for forms to redirects
 * of their responses. The page continues by a header, and by a link if the browser requires a click first.
 */
function finish(
  { context, body, reply }: DeviceExchange,
  grant: DeviceGrant,
  answer: { code: string } | { error: string },
): DevicePage {
  const isAllowed = 'code' in answer
  if (grant.redirect_uri === null) return body.done(isAllowed, null)
  const address = answerAddress(grant.redirect_uri, { ...answer, state: grant.client_state, iss: context.issuer })
  void reply.header('refresh', `0; url=${address}`)
  return body.done(isAllowed, address)
}
