import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../contract/errors.ts'
import { paths, screens } from '../../contract/screens.ts'
import { isLoopback } from '../../platform/network-address.ts'
import type { Call } from '../http/calls/contract-routes.ts'
import { screensWithForms, expiredForm, submitForm, type Sending } from './page-forms.ts'
import type { PageServices } from './page-parts.ts'
import { requestedPath, openPage, type OwnSubscriptions } from './open-page.ts'
import { showPage, showFailure, leave } from './show-page.ts'

/** Adds every address that is not a call: guarded, rendered on the server, hydrated in the browser. */
export function addPages(app: FastifyInstance, parts: PageServices): void {
  const { publicUrl, visitors } = parts
  const canonical = new URL(publicUrl)

  app.get('/*', async (request, reply) => {
    const { pathname, search } = new URL(requestedPath(request), publicUrl)
    if (pathname.startsWith('/api/')) refuse('NOT_FOUND')
    // Cookies depend on the host, so a visitor who uses another name of this machine is redirected to the one to which
    // sign-in returns.
    if (request.host !== canonical.host && isLoopback(canonical.hostname)) {
      return reply.redirect(publicUrl + pathname + search, 302)
    }
    try {
      const visitor = await visitors.fromRequest(request)
      return await showPage(parts, { visitor, request, reply, byForm: false })
    } catch (error) {
      return showFailure(parts, error as FastifyError, request, reply)
    }
  })

  void app.register(async (scope) => {
    // A page accepts only its own forms, and reports itself what is wrong with other requests.
    scope.removeContentTypeParser('application/json')
    scope.setErrorHandler((error: FastifyError, request, reply) => showFailure(parts, error, request, reply))
    for (const name of screensWithForms) {
      const path = screens[name].paths.at(-1) ?? paths.notFound
      scope.post(path, (request, reply) => answerForm(parts, name, request, reply))
    }
  })
}

/** Responds to a form sent to a page's own address: performs it, and shows the next page or this one. */
async function answerForm(
  parts: PageServices,
  name: (typeof screensWithForms)[number],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { visitors, calls, publicUrl } = parts
  const { _csrf: token, ...sent } = (request.body ?? {}) as Record<string, string>
  const call: Call = { visitor: await visitors.fromRequest(request), request, reply, byForm: true }
  const believed = visitors.verifyCsrf(call.visitor, token)
  const fromHere = request.headers.origin === new URL(publicUrl).origin
  // With a form of another site the browser sends no session: responding with a page would replace it by a registrant's
  // cookie.
  if (!fromHere && call.visitor.cookie === null) return leave(reply, requestedPath(request), 303)
  const { visit, at, own, elsewhere } = await openPage(parts, call)
  if (elsewhere !== undefined) return leave(reply, elsewhere, 303)
  const sending: Sending = { sent, visit, at, call, subscriber: own && (own[2] as OwnSubscriptions).subscriber }
  const result = believed ? await submitForm(calls, name, sending) : expiredForm(sending, fromHere)
  if ('redirect' in result) return leave(reply, result.redirect, 303)
  // The result may have changed the visitor's state.
  return showPage(parts, { ...call, visitor: await visitors.fromRequest(request) }, result)
}
