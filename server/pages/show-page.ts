import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isRefusal } from '../../contract/errors.ts'
import { refusedFor } from '../../contract/forms/order-form.ts'
import { guardAdministration, paths, statusFor, type PageCall } from '../../contract/screens.ts'
import { sendDocument } from './document.ts'
import type { CallResponse } from '../../contract/page-data.ts'
import type { Call } from '../http/calls/contract-routes.ts'
import { answerError, sendError } from '../http/errors.ts'
import { languageFor } from '../http/language.ts'
import { isRefusedDownload, showOverloaded, showRefusedDownload } from './plain-message.ts'
import { maskToken } from '../../platform/crypto/masked-token.ts'
import type { FormResult } from './page-forms.ts'
import { rememberTarget, rememberedTarget } from './return-notice.ts'
import { settingsOf, documentParts, type PageServices } from './page-parts.ts'
import { openPage, ask, requestedPath } from './open-page.ts'

/** Redirects; browsers and proxies must not remember it, because it depends on the visitor. */
export const leave = (reply: FastifyReply, to: string, status: 302 | 303) =>
  reply.header('cache-control', 'no-store').redirect(to, status)

/** Sends the requested page, or the result of the form that was sent to it, or redirects. */
export async function showPage(
  parts: PageServices,
  call: Call,
  taken?: Exclude<FormResult, { redirect: string }>,
): Promise<FastifyReply> {
  const { request, reply, visitor } = call
  const { found, visit, query, own, elsewhere } = await openPage(parts, call)
  if (elsewhere !== undefined) {
    if (visit.user === null) rememberTarget(reply, visit.path, parts.publicUrl)
    return leave(reply, elsewhere, taken ? 303 : 302)
  }
  const refused = taken?.status === 409 && found.name === 'orderSummary' ? refusedFor(visit.user) : undefined
  if (refused !== undefined) return leave(reply, refused, 303)

  const needs: PageCall[] = [
    { call: 'GET /api/v1/users/userinfo' },
    // The header of the admin area counts what waits, and its pages warn of old lists.
    ...(found.screen.guard === guardAdministration ? [{ call: 'GET /api/v1/queue' } as const] : []),
    ...(found.screen.needs?.(found.params, query) ?? []),
  ]
  const answers = await Promise.all(needs.map((need) => ask(parts, need, call)))
  const forgeryToken = maskToken(parts.visitors.issueCsrfToken(request, reply, visitor))
  const page = {
    url: requestedPath(request),
    status: taken?.status ?? statusFor(found.screen, visit.user),
    answers: [own, ...answers].filter((answer) => answer !== null),
    language: languageFor(request),
    settings: {
      ...settingsOf(parts, request, forgeryToken),
      ...(taken ? { posted: taken.posted } : {}),
      ...(visit.user === null ? { returnTo: rememberedTarget(request, parts.publicUrl) } : {}),
    },
  }
  return sendDocument(documentParts(parts), page, request, reply)
}

/** The error page. It reads no data, so that it can be shown after any failure; if rendering fails, the reply is JSON. */
export async function showFailure(
  parts: PageServices,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isRefusal(error) && error.code === 'OVERLOADED') return showOverloaded(parts.shell, request, reply)
  // A refused form shows the same message as its own page.
  if (request.method === 'GET' && isRefusal(error) && isRefusedDownload(error.code))
    return showRefusedDownload(parts.shell, error.code, request, reply)
  const { status } = answerError(error, request)
  const answers: CallResponse[] = [['GET /api/v1/users/userinfo', {}, { user: 'anonymousUser' }]]
  const url = { 403: paths.forbidden, 404: paths.notFound, 429: paths.busy }[status] ?? paths.failure
  try {
    const settings = settingsOf(parts, request, '')
    const page = { url, status, answers, language: languageFor(request), settings, still: true }
    return await sendDocument(documentParts(parts), page, request, reply)
  } catch (fault) {
    return sendError(fault as FastifyError, request, reply)
  }
}
