import { momentText } from '../../../domain/calendar.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '../../../contract/screens.ts'
import type { Language } from '../../../domain/language.ts'
import { noticePage, type Notice } from '../../../platform/page-kit.ts'
import type { PageShell } from '../../../platform/page.ts'
import { cancelEmailChange, cancellation } from '../../actions/accounts/cancel-email-change.ts'
import {
  agreeToEmailChange,
  confirmEmailChange,
  emailChangeOf,
  type EmailChangeResult,
} from '../../actions/accounts/confirm-email-change.ts'
import { emailChangePath } from '../../actions/accounts/request-email-change.ts'
import type { AppContext } from '../../context.ts'
import { wordsFor } from '../../http/language.ts'
import { sendPlainPage } from '../../http/plain-page.ts'

type Route = { Params: { token: string } }

/**
 * Serves the links of a change of address. Opening one changes nothing, because mail programs open links automatically.
 */
export function addEmailChangeRoutes(
  app: FastifyInstance,
  { context, shell }: { context: AppContext; shell: (language: Language) => PageShell },
): void {
  const send = (reply: FastifyReply, notice: Notice) => sendPlainPage(reply, shell, noticePage(notice))
  const words = (request: FastifyRequest) => wordsFor(request).emailChange
  const moment = (request: FastifyRequest, at: Date) => momentText(at, wordsFor(request).locale)
  const unknown = (request: FastifyRequest, cancels = false): Notice => {
    const { title, text, cancel, link } = words(request).unknown
    const shown = cancels ? cancel(context.mailFrame.supportEmail) : text
    return { status: 404, title, text: shown, link: { label: link, address: paths.account } }
  }

  function shownFor(request: FastifyRequest, outcome: EmailChangeResult, waits: Notice): Notice {
    const t = words(request)
    if (outcome === 'gone') return unknown(request)
    if (outcome === 'taken') return { status: 409, ...t.taken }
    if (outcome === 'waits') return waits
    return { title: t.done.title, text: t.done.text, link: { label: t.done.link, address: paths.account } }
  }

  app.get<Route>(`${emailChangePath}/:token`, async (request, reply) => {
    const t = words(request)
    const change = await emailChangeOf(context, request.params.token)
    if (!change) return send(reply, unknown(request))
    const { email, own, effectiveAt, confirmed } = change
    const when = moment(request, effectiveAt)
    if (confirmed) return send(reply, { title: t.waits.title, text: t.waits.text(when) })
    const text = own ? t.ask.text(email) : t.ask.later(email, when)
    return send(reply, { title: t.ask.title, text, button: t.ask.button })
  })
  app.post<Route>(`${emailChangePath}/:token`, async (request, reply) => {
    const t = words(request)
    const change = await emailChangeOf(context, request.params.token)
    const outcome = await confirmEmailChange(context, request.params.token)
    const text = t.waits.text(moment(request, change?.effectiveAt ?? context.now()))
    return send(reply, shownFor(request, outcome, { title: t.waits.title, text }))
  })

  app.get<Route>(`${emailChangePath}/agree/:token`, async (request, reply) => {
    const change = await emailChangeOf(context, request.params.token, 'old_token_hash')
    return send(reply, change ? words(request).agree.ask : unknown(request))
  })
  app.post<Route>(`${emailChangePath}/agree/:token`, async (request, reply) => {
    const outcome = await agreeToEmailChange(context, request.params.token)
    return send(reply, shownFor(request, outcome, words(request).agree.done))
  })

  app.get<Route>(`${emailChangePath}/cancel/:token`, async (request, reply) => {
    const what = await cancellation(context, request.params.token)
    return send(reply, what ? words(request).cancel[what].ask : unknown(request, true))
  })
  app.post<Route>(`${emailChangePath}/cancel/:token`, async (request, reply) => {
    const t = words(request)
    const outcome = await cancelEmailChange(context, request.params.token)
    if (outcome === 'gone') return send(reply, unknown(request, true))
    if (outcome === 'taken') return send(reply, { status: 409, ...t.cancel.own.taken })
    if (outcome === 'without-role') return send(reply, t.cancel.own.withoutRole)
    return send(reply, outcome === 'cancelled' ? t.cancel.request.done : t.cancel.own.done)
  })
}
