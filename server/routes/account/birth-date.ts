import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../domain/language.ts'
import { html } from '../../../platform/html.ts'
import type { PageShell } from '../../../platform/page.ts'
import { birthDatePath } from '../../actions/reviews/ask-birth-date.ts'
import { giveBirthDate, isBirthDateAsked } from '../../actions/reviews/give-birth-date.ts'
import type { AppContext } from '../../context.ts'
import { wordsFor } from '../../http/language.ts'
import { sendPlainPage } from '../../http/plain-page.ts'

type Route = { Params: { token: string }; Body: unknown }

/** Where the link of the email leads that asks for a date of birth. Opening it changes nothing. */
export function addBirthDateRoutes(
  app: FastifyInstance,
  { context, shell }: { context: AppContext; shell: (language: Language) => PageShell },
): void {
  const form = (request: FastifyRequest, reply: FastifyReply, wrong?: string) => {
    const t = wordsFor(request).birthDate
    const today = context.now().toISOString().slice(0, 10)
    return sendPlainPage(reply, shell, {
      status: wrong === undefined ? 200 : 400,
      title: t.title,
      body: html`<p>${t.text}</p>
        <form method="post" class="stack">
          <div class="field">
            <label class="field__label" for="birthDate">${t.label}</label>
            <div class="field__control">
              <input
                class="input"
                type="date"
                id="birthDate"
                name="birthDate"
                min="1900-01-01"
                max="${today}"
                autocomplete="bday"
                required
                ${wrong !== undefined && html`value="${wrong}" aria-invalid="true" aria-describedby="birthDate-error"`}
              />
            </div>
            ${wrong !== undefined && html`<p class="field__error" id="birthDate-error">${t.invalid}</p>`}
          </div>
          <p class="small soft">${t.use}</p>
          <div><button class="button button--primary" type="submit">${t.button}</button></div>
        </form>`,
    })
  }
  const notice = (reply: FastifyReply, status: number, { title, text }: { title: string; text: string }) =>
    sendPlainPage(reply, shell, { status, title, body: html`<p>${text}</p>` })

  app.get<Route>(`${birthDatePath}/:token`, async (request, reply) =>
    (await isBirthDateAsked(context, request.params.token))
      ? form(request, reply)
      : notice(reply, 404, wordsFor(request).birthDate.unknown),
  )
  app.post<Route>(`${birthDatePath}/:token`, async (request, reply) => {
    const { birthDate } = (request.body ?? {}) as { birthDate?: unknown }
    const given = typeof birthDate === 'string' ? birthDate : ''
    const outcome = await giveBirthDate(context, request.params.token, given)
    if (outcome === 'invalid') return form(request, reply, given)
    const t = wordsFor(request).birthDate
    return outcome === 'gone' ? notice(reply, 404, t.unknown) : notice(reply, 200, t.done)
  })
}
