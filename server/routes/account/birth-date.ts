import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../domain/language.ts'
import { html } from '../../../platform/html.ts'
import { field, noticePage, type Notice } from '../../../platform/page-kit.ts'
import type { PageShell } from '../../../platform/page.ts'
import { birthDatePath } from '../../actions/reviews/ask-birth-date.ts'
import { giveBirthDate, isBirthDateAsked } from '../../actions/reviews/give-birth-date.ts'
import type { AppContext } from '../../context.ts'
import { wordsFor } from '../../http/language.ts'
import { sendPlainPage } from '../../http/plain-page.ts'
import { isoDay } from '../../../domain/calendar.ts'

type Route = { Params: { token: string }; Body: unknown }

/** Serves the link in the email that asks for a date of birth. Opening it changes nothing. */
export function addBirthDateRoutes(
  app: FastifyInstance,
  { context, shell }: { context: AppContext; shell: (language: Language) => PageShell },
): void {
  const form = (request: FastifyRequest, reply: FastifyReply, wrong?: string) => {
    const t = wordsFor(request).birthDate
    const today = isoDay(context.now())
    return sendPlainPage(reply, shell, {
      status: wrong === undefined ? 200 : 400,
      title: t.title,
      body: html`<p>${t.text}</p>
        <form method="post" class="stack">
          ${field(
            { name: 'birthDate', label: t.label, error: wrong === undefined ? undefined : t.invalid },
            (attributes) =>
              html`<div class="field__control">
                <input
                  ${attributes}
                  type="date"
                  min="1900-01-01"
                  max="${today}"
                  autocomplete="bday"
                  required
                  ${wrong !== undefined && html`value="${wrong}"`}
                />
              </div>`,
          )}
          <p class="small soft">${t.use}</p>
          <div><button class="button button--primary" type="submit">${t.button}</button></div>
        </form>`,
    })
  }
  const send = (reply: FastifyReply, notice: Notice) => sendPlainPage(reply, shell, noticePage(notice))

  app.get<Route>(`${birthDatePath}/:token`, async (request, reply) =>
    (await isBirthDateAsked(context, request.params.token))
      ? form(request, reply)
      : send(reply, { status: 404, ...wordsFor(request).birthDate.unknown }),
  )
  app.post<Route>(`${birthDatePath}/:token`, async (request, reply) => {
    const { birthDate } = (request.body ?? {}) as { birthDate?: unknown }
    const given = typeof birthDate === 'string' ? birthDate : ''
    const outcome = await giveBirthDate(context, request.params.token, given)
    if (outcome === 'invalid') return form(request, reply, given)
    const t = wordsFor(request).birthDate
    return send(reply, outcome === 'gone' ? { status: 404, ...t.unknown } : t.done)
  })
}
