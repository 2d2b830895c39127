import type { FastifyInstance, FastifyReply } from 'fastify'
import { paths } from '../../../contract/screens.ts'
import { themeOf } from '../../../domain/preferences.ts'
import type { Language } from '../../../domain/language.ts'
import { html, type Html } from '../../../platform/html.ts'
import { page, type PageShell } from '../../../platform/page.ts'
import { confirmEmailChange, emailChangeOf, emailChangePath } from '../../actions/accounts/change-email.ts'
import type { AppContext } from '../../context.ts'
import { plainPagePolicy } from '../../http/headers.ts'
import { languageFor, wordsFor } from '../../http/language.ts'

/** Where the link of a new address leads. Opening it changes nothing, as mail programs open links by themselves. */
export function addEmailChangeRoutes(
  app: FastifyInstance,
  { context, shell }: { context: AppContext; shell: (language: Language) => PageShell },
): void {
  const path = `${emailChangePath}/:token`
  type Route = { Params: { token: string } }
  const send = (reply: FastifyReply, status: number, title: string, body: Html) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', plainPagePolicy)
      .type('text/html; charset=utf-8')
      .send(
        page(
          { ...shell(languageFor(reply.request)), theme: themeOf(reply.request.cookies) },
          title,
          html`<div class="narrow-card stack">
            <h1>${title}</h1>
            ${body}
          </div>`,
        ),
      )

  app.get<Route>(path, async (request, reply) => {
    const t = wordsFor(request).emailChange
    const change = await emailChangeOf(context, request.params.token)
    if (!change) return send(reply, 404, t.unknown.title, html`<p>${t.unknown.text}</p>`)
    return send(
      reply,
      200,
      t.ask.title,
      html`<p>${t.ask.text(change.email)}</p>
        <form method="post"><button class="button button--primary" type="submit">${t.ask.button}</button></form>`,
    )
  })
  app.post<Route>(path, async (request, reply) => {
    const t = wordsFor(request).emailChange
    if (!(await confirmEmailChange(context, request.params.token)))
      return send(reply, 404, t.unknown.title, html`<p>${t.unknown.text}</p>`)
    return send(
      reply,
      200,
      t.done.title,
      html`<p>${t.done.text}</p>
        <p><a href="${paths.account}">${t.done.link}</a></p>`,
    )
  })
}
